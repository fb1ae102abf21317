package org.marquee.matching;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// When two source records are one cinema: the same name, apart from chain and town, at the same
/// place. Two cinemas of one provider are always different.
public final class CinemaRules implements Rules<CinemaSource> {
  private static final double SAME_PLACE_KM = 0.5;
  private static final double ANOTHER_PLACE_KM = 1;

  /// Two places of this size are neighbours; a little more than a kilometre in degrees.
  private static final double CELL = 0.02;

  @Override
  public List<List<CinemaSource>> neighbours(Collection<CinemaSource> sources) {
    Map<String, List<CinemaSource>> lists = new HashMap<>();
    for (CinemaSource source : sources) {
      keys(source).forEach(key -> lists.computeIfAbsent(key, _ -> new ArrayList<>()).add(source));
    }
    return lists.values().stream().filter(list -> list.size() > 1).toList();
  }

  /// What a cinema is found by: neighbours share a key. They are in one order, since they are
  /// stored, and a cinema whose keys differ is linked again.
  public static List<String> keys(CinemaSource source) {
    List<String> keys = new ArrayList<>();
    if (source.postcode() != null) {
      keys.add("p " + source.postcode());
    }
    // By each word of its name: two forms of a name have at least one in common.
    SortedSet<String> words = new TreeSet<>(source.name());
    words.forEach(word -> keys.add("n " + word + " " + source.town()));
    keys.add("f " + String.join(" ", words));
    Double latitude = source.site().latitude();
    Double longitude = source.site().longitude();
    if (latitude != null && longitude != null) {
      long north = Math.round(Math.floor(latitude / CELL));
      long east = Math.round(Math.floor(longitude / CELL));
      for (int up = 0; up <= 1; up++) {
        for (int right = 0; right <= 1; right++) {
          keys.add("c " + (north + up) + " " + (east + right));
        }
      }
    }
    return keys;
  }

  @Override
  public LinkVerdict judge(CinemaSource one, CinemaSource other) {
    if (clash(one, other, BEYOND_FACTS)) {
      return new LinkVerdict.Apart();
    }
    boolean named = sameName(one, other);
    boolean near = one.distance(other) <= SAME_PLACE_KM;
    boolean samePostcode =
        one.postcode() != null && Objects.equals(one.postcode(), other.postcode());
    if (named && !areElsewhere(one, other)) {
      if (near || samePostcode) {
        return near && samePostcode
            ? new LinkVerdict.Same(3, "the same name, place and postcode")
            : new LinkVerdict.Same(
                2, near ? "the same name and place" : "the same name and postcode");
      }
      if (isNowhere(one) || isNowhere(other)) {
        return sameTown(one, other)
            ? new LinkVerdict.Same(1, "the same name in one town, and one of them has no place")
            : new LinkVerdict.Near("the same name, and one of them has no place");
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

  @Override
  public SequencedMap<String, String> evidence(CinemaSource one, CinemaSource other) {
    SequencedMap<String, String> evidence = new LinkedHashMap<>();
    evidence.put("name", sameName(one, other) ? "the same" : "another");
    evidence.put("provider", one.provider() == other.provider() ? "the same" : "another");
    evidence.put("country", both(one.site().country(), other.site().country()));
    evidence.put("town", both(one.site().locality(), other.site().locality()));
    evidence.put("postcode", both(one.site().postcode(), other.site().postcode()));
    double metres = one.distance(other) * 1000;
    evidence.put("distance", Double.isNaN(metres) ? "unknown" : Math.round(metres) + " m");
    return evidence;
  }

  private static String both(@Nullable String one, @Nullable String other) {
    return Objects.requireNonNullElse(one, "none")
        + " and "
        + Objects.requireNonNullElse(other, "none");
  }

  private static boolean sameName(CinemaSource one, CinemaSource other) {
    if (one.name().equals(other.name())) {
      return true;
    }
    Set<String> core = one.core(other);
    Set<String> brand = one.brand(other);
    // If only the town is left, the chain must be the same: Odeon Leeds, Vue Leeds.
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
    return core.isEmpty() || otherCore.isEmpty() || !Collections.disjoint(core, otherCore);
  }

  /// If only one has a town, the whole names must be the same. If none has one, the answer is no.
  private static boolean sameTown(CinemaSource one, CinemaSource other) {
    if (one.town().isEmpty() || other.town().isEmpty()) {
      return !one.town().equals(other.town()) && one.name().equals(other.name());
    }
    return one.town().equals(other.town());
  }

  private static boolean isNowhere(CinemaSource source) {
    return source.postcode() == null && !source.isPlaced();
  }

  /// Not even a person may join two cinemas of one provider.
  @Override
  public boolean clash(CinemaSource one, CinemaSource other, int strength) {
    return one.provider() == other.provider()
        || (strength < DECIDED && differ(one.site().country(), other.site().country()))
        || (strength < BEYOND_FACTS && areElsewhere(one, other));
  }

  private static boolean areElsewhere(CinemaSource one, CinemaSource other) {
    double distance = one.distance(other);
    return Double.isNaN(distance)
        ? differ(one.postcode(), other.postcode())
        : distance > ANOTHER_PLACE_KM;
  }

  private static boolean differ(@Nullable String one, @Nullable String other) {
    return one != null && other != null && !one.equals(other);
  }
}
