package org.marquee.store.reconcile.ids;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.NaturalKey;

/// The showings of one made key, and the external id that each of them has. A showing keeps its
/// external id from feed to feed, whatever the order of the lines and whichever of the others are
/// gone (docs/decisions/0071).
public final class CollidingShowtimes {
  private final String key;

  /// What each external id meant when it was last listed.
  private final SortedMap<String, Variant> known = new TreeMap<>();

  /// @param key the external id that the shared facts give
  public CollidingShowtimes(String key) {
    this.key = key;
  }

  /// The fields that distinguish one showing from others of the same key.
  ///
  /// @param version format, language and other properties; may be empty
  /// @param bookingUrl null where it has none
  public record Variant(String version, @Nullable String bookingUrl) {
    static final Comparator<Variant> ORDER =
        Comparator.comparing(Variant::version).thenComparing(Variant::address);

    String address() {
      return bookingUrl == null ? "" : bookingUrl;
    }

    /// Whether the two differ only in that this one has no booking address.
    boolean isLess(Variant other) {
      return bookingUrl == null && other.bookingUrl != null && version.equals(other.version);
    }
  }

  void know(String externalId, Variant variant) {
    known.put(externalId, variant);
  }

  /// What all external ids mean by now, those that were not listed included.
  public Map<String, Variant> known() {
    return known;
  }

  /// Gives each variant that a feed lists its external id.
  ///
  /// If they were never distinguished before, the one that is most like the stored showtime keeps
  /// the key; where nothing is stored, the first in [Variant#ORDER].
  ///
  /// @param variants at least one, each once
  /// @param likeStored the order in which they are like what is stored under the key
  public Map<Variant, String> assign(Set<Variant> variants, Comparator<Variant> likeStored) {
    List<Variant> all = variants.stream().sorted(Variant.ORDER).toList();
    List<Variant> left = new ArrayList<>(all);
    left.removeIf(variant -> all.stream().anyMatch(variant::isLess));
    Map<Variant, String> assigned = new TreeMap<>(Variant.ORDER);
    if (left.size() > 1 || !known.isEmpty()) {
      Set<String> free = new TreeSet<>(known.keySet());
      match(left, free, assigned, Variant::equals);
      match(left, free, assigned, (one, other) -> one.version().equals(other.version()));
      match(
          left,
          free,
          assigned,
          (one, other) -> one.bookingUrl() != null && one.bookingUrl().equals(other.bookingUrl()));
      // The first to be distinguished, or the only one left.
      if (known.isEmpty() || (assigned.isEmpty() && left.size() == 1)) {
        Variant first = left.stream().min(likeStored.thenComparing(Variant.ORDER)).orElseThrow();
        left.remove(first);
        assigned.put(first, key);
      }
      left.forEach(variant -> assigned.put(variant, name(variant, all, assigned)));
      assigned.forEach((variant, externalId) -> known.put(externalId, variant));
    } else {
      assigned.put(left.getFirst(), key);
    }
    for (Variant variant : all) {
      all.stream()
          .filter(variant::isLess)
          .findFirst()
          .ifPresent(more -> assigned.put(variant, assigned.getOrDefault(more, key)));
    }
    return assigned;
  }

  private void match(
      List<Variant> left,
      Set<String> free,
      Map<Variant, String> assigned,
      BiPredicate<Variant, Variant> alike) {
    for (Variant variant : List.copyOf(left)) {
      free.stream()
          .filter(externalId -> {
            Variant before = known.get(externalId);
            return before != null && alike.test(variant, before);
          })
          .findFirst()
          .ifPresent(externalId -> {
            free.remove(externalId);
            left.remove(variant);
            assigned.put(variant, externalId);
          });
    }
  }

  /// A new external id: the key and the version, and the booking address where the version alone
  /// does not distinguish it from the others.
  private String name(Variant variant, List<Variant> all, Map<Variant, String> assigned) {
    boolean alone =
        !variant.version().isEmpty()
            && Stream.concat(all.stream(), known.values().stream())
                .noneMatch(
                    other -> !other.equals(variant) && other.version().equals(variant.version()));
    String name =
        alone
            ? NaturalKey.of(key, variant.version())
            : NaturalKey.of(key, variant.version(), variant.address());
    Set<String> taken = new HashSet<>(known.keySet());
    taken.addAll(assigned.values());
    String free = name;
    for (int number = 2; taken.contains(free); number++) {
      free = NaturalKey.of(name, String.valueOf(number));
    }
    return free;
  }
}
