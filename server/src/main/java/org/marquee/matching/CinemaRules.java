package org.marquee.matching;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// When two words are about one cinema: the same name, but for chain and town, at the same place.
///
/// A provider knows its own cinemas apart, so two of one provider never are one.
public final class CinemaRules implements Rules<CinemaSource> {
  private static final double SAME_PLACE_KM = 0.5;
  private static final double ANOTHER_PLACE_KM = 1;

  /// Two places of this size are neighbours; a little more than a kilometre in degrees.
  private static final double CELL = 0.02;

  @Override
  public List<List<CinemaSource>> neighbours(Collection<CinemaSource> words) {
    Map<String, List<CinemaSource>> lists = new HashMap<>();
    for (CinemaSource word : words) {
      if (word.postcode() != null) {
        enter(lists, "p " + word.postcode(), word);
      }
      // By each word of its name: whatever is written around it, one is in common.
      word.name().forEach(part -> enter(lists, "n " + part + " " + word.town(), word));
      enter(lists, "f " + String.join(" ", new TreeSet<>(word.name())), word);
      if (word.latitude() != null && word.longitude() != null) {
        long north = Math.round(Math.floor(word.latitude() / CELL));
        long east = Math.round(Math.floor(word.longitude() / CELL));
        for (int up = 0; up <= 1; up++) {
          for (int right = 0; right <= 1; right++) {
            enter(lists, "c " + (north + up) + " " + (east + right), word);
          }
        }
      }
    }
    return lists.values().stream().filter(list -> list.size() > 1).toList();
  }

  private static void enter(Map<String, List<CinemaSource>> lists, String key, CinemaSource word) {
    lists.computeIfAbsent(key, _ -> new ArrayList<>()).add(word);
  }

  @Override
  public LinkVerdict judge(CinemaSource one, CinemaSource other) {
    if (exclude(one, other)) {
      return new LinkVerdict.Apart();
    }
    boolean named = sameName(one, other);
    boolean near = one.distance(other) <= SAME_PLACE_KM;
    boolean samePostcode =
        one.postcode() != null && Objects.equals(one.postcode(), other.postcode());
    if (named && !contradict(one, other)) {
      if (near || samePostcode) {
        return new LinkVerdict.Same(near && samePostcode ? 3 : 2);
      }
      if (isNowhere(one) || isNowhere(other)) {
        return sameTown(one, other)
            ? new LinkVerdict.Same(1)
            : new LinkVerdict.Near("the same name, and one of them says no place");
      }
    }
    if (named) {
      return sameTown(one, other)
          ? new LinkVerdict.Near("the same name in one town, but not the same place")
          : new LinkVerdict.Apart();
    }
    return (near || samePostcode) && shareWord(one, other)
        ? new LinkVerdict.Near("the same place, and names that are alike")
        : new LinkVerdict.Apart();
  }

  private static boolean sameName(CinemaSource one, CinemaSource other) {
    if (one.name().equals(other.name())) {
      return true;
    }
    Set<String> core = one.core(other);
    Set<String> brand = one.brand(other);
    // Where nothing but the town is left, the chain has to be the same: Odeon Leeds, Vue Leeds.
    return core.equals(other.core(one))
        && brandsAgree(brand, other.brand(one))
        && !(core.isEmpty() && brand.isEmpty());
  }

  private static boolean brandsAgree(Set<String> one, Set<String> other) {
    return one.isEmpty() == other.isEmpty() && (one.containsAll(other) || other.containsAll(one));
  }

  private static boolean shareWord(CinemaSource one, CinemaSource other) {
    Set<String> core = one.core(other);
    Set<String> otherCore = other.core(one);
    return core.isEmpty() || otherCore.isEmpty() || core.stream().anyMatch(otherCore::contains);
  }

  /// Where only one says its town, the whole name has to be the same; where none does, nobody
  /// knows.
  private static boolean sameTown(CinemaSource one, CinemaSource other) {
    if (one.town().isEmpty() || other.town().isEmpty()) {
      return !one.town().equals(other.town()) && one.name().equals(other.name());
    }
    return one.town().equals(other.town());
  }

  private static boolean isNowhere(CinemaSource word) {
    return word.postcode() == null && !word.isPlaced();
  }

  @Override
  public boolean cannotBeOne(CinemaSource one, CinemaSource other) {
    return one.provider() == other.provider();
  }

  @Override
  public boolean exclude(CinemaSource one, CinemaSource other) {
    return cannotBeOne(one, other)
        || (one.country() != null
            && other.country() != null
            && !one.country().equals(other.country()));
  }

  @Override
  public boolean contradict(CinemaSource one, CinemaSource other) {
    double distance = one.distance(other);
    if (!Double.isNaN(distance)) {
      return distance > ANOTHER_PLACE_KM;
    }
    return one.postcode() != null
        && other.postcode() != null
        && !one.postcode().equals(other.postcode());
  }
}
