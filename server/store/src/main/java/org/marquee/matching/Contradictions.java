package org.marquee.matching;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Timestamps;

/// Which showtimes of one cinema cannot both be right, of which no provider lists both: one film
/// twice within minutes on one screen, two films on one screen at one time, one showing on two
/// screens.
public final class Contradictions {
  /// No film is over by then.
  private static final Duration SOON = Duration.ofMinutes(30);

  /// No more showtimes of a screen are compared with one: a feed may name one screen for all.
  private static final int MOST = 20;

  private Contradictions() {}

  /// A published showtime.
  ///
  /// @param screen its name; null where nobody names one
  /// @param providers who list it, each with the external id that it has there
  public record Shown(
      String id,
      String filmId,
      String film,
      Instant start,
      @Nullable String screen,
      SortedMap<String, String> providers) {
    /// This showtime, as several providers list it.
    private Shown and(Shown other) {
      SortedMap<String, String> all = new TreeMap<>(providers);
      all.putAll(other.providers);
      return new Shown(id, filmId, film, start, screen == null ? other.screen : screen, all);
    }

    private boolean sharesProvider(Shown other) {
      return !Collections.disjoint(providers.keySet(), other.providers.keySet());
    }

    @Override
    public String toString() {
      return "\"%s\" at %s on %s (%s)"
          .formatted(
              film,
              Timestamps.write(start),
              Objects.requireNonNullElse(screen, ""),
              String.join(", ", providers.keySet()));
    }
  }

  /// Two that contradict each other.
  public record Pair(Why why, Shown one, Shown other) {}

  /// How two showtimes contradict each other.
  public enum Why {
    TWO_TIMES("one film on one screen at two times within minutes"),
    TWO_FILMS("two films on one screen at one time"),
    TWO_SCREENS("one showing of a film on two screens");

    private final String words;

    Why(String words) {
      this.words = words;
    }

    /// For people.
    public String words() {
      return words;
    }
  }

  /// The pairs, in the order of the showtimes.
  ///
  /// @param listed the showtimes of a cinema by their starts, each once for each provider
  public static List<Pair> among(List<Shown> listed) {
    Map<String, Shown> byId =
        listed.stream().collect(toMap(Shown::id, each -> each, Shown::and, LinkedHashMap::new));
    List<Pair> pairs = new ArrayList<>();
    Map<String, Deque<Shown>> recent = new LinkedHashMap<>();
    for (Shown each : byId.values()) {
      String screen = Showings.screenKey(each.screen());
      if (screen != null) {
        Deque<Shown> before = recent.computeIfAbsent(screen, _ -> new ArrayDeque<>());
        while (before.size() > MOST
            || (!before.isEmpty() && before.getFirst().start().plus(SOON).isBefore(each.start()))) {
          before.removeFirst();
        }
        before.forEach(other -> add(pairs, other, each));
        before.addLast(each);
      }
    }
    addScreens(pairs, byId);
    pairs.sort(Comparator.comparing(pair -> pair.one().start()));
    return pairs;
  }

  private static void add(List<Pair> pairs, Shown one, Shown other) {
    if (one.sharesProvider(other)) {
      return;
    }
    if (one.filmId().equals(other.filmId())) {
      pairs.add(new Pair(Why.TWO_TIMES, one, other));
    } else if (one.start().equals(other.start())) {
      pairs.add(new Pair(Why.TWO_FILMS, one, other));
    }
  }

  /// Of a film that is shown more than twice at a time nobody can tell which screens are one.
  private static void addScreens(List<Pair> pairs, Map<String, Shown> byId) {
    byId.values().stream()
        .filter(each -> each.screen() != null)
        .collect(
            groupingBy(each -> each.filmId() + " " + each.start(), LinkedHashMap::new, toList()))
        .values()
        .forEach(block -> {
          Shown one = block.getFirst();
          Shown other = block.getLast();
          if (block.size() == 2
              && !Objects.equals(
                  Showings.screenKey(one.screen()), Showings.screenKey(other.screen()))
              && !one.sharesProvider(other)) {
            pairs.add(new Pair(Why.TWO_SCREENS, one, other));
          }
        });
  }
}
