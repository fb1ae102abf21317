package org.marquee.place;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.marquee.listing.Folding;
import org.marquee.listing.NearSpelling;
import org.marquee.place.PlaceTable.Town;

/// The names of all places of the table, to be searched. Some megabytes more, read where they are
/// needed first, and once.
public final class PlaceNames {
  /// A cinema that is farther away is in another town of the name.
  private static final double REACH_KM = 30;

  /// How many digits of an id the name and the country decide: towns of two names at one position
  /// are two.
  private static final int NAME_BITS = 13;

  private static final long WIDTH = 360_001;

  private final PlaceTable table = PlaceTable.shared();

  /// All names, folded, each on a line of its own.
  private final String lines;

  /// Where each begins in [#lines].
  private final int[] starts = new int[table.size() + 1];

  private final int[] letters = new int[table.size()];

  private PlaceNames() {
    StringBuilder all = new StringBuilder("\n");
    for (int number = 0; number < letters.length; number++) {
      String folded = Folding.fold(table.town(number).locality());
      starts[number] = all.length();
      letters[number] = NearSpelling.letters(folded);
      all.append(folded).append('\n');
    }
    starts[letters.length] = all.length();
    lines = all.toString();
  }

  /// Reads them when they are needed first.
  private static final class Shared {
    private static final PlaceNames NAMES = new PlaceNames();
  }

  /// The names.
  public static PlaceNames shared() {
    return Shared.NAMES;
  }

  /// The folded name of a place.
  public String folded(int number) {
    return lines.substring(starts[number], starts[number + 1] - 1);
  }

  /// The places of which a word and what follows begin so.
  ///
  /// @param wanted folded, not empty
  public List<Integer> named(String wanted) {
    List<Integer> found = new ArrayList<>();
    int at = lines.indexOf(wanted);
    while (at >= 0) {
      int number = number(at);
      boolean begins = lines.charAt(at - 1) <= ' ';
      if (begins) {
        found.add(number);
      }
      at = lines.indexOf(wanted, begins ? starts[number + 1] : at + 1);
    }
    return found;
  }

  private int number(int at) {
    int found = Arrays.binarySearch(starts, at);
    return found < 0 ? -found - 2 : found;
  }

  /// The places whose names have some letters wrong.
  public List<Integer> spelled(String wanted) {
    int wrong = NearSpelling.allowed(wanted);
    int needed = NearSpelling.letters(wanted);
    List<Integer> found = new ArrayList<>();
    for (int number = 0; number < letters.length && wrong > 0; number++) {
      if (Integer.bitCount(needed & ~letters[number]) <= wrong
          && NearSpelling.distance(wanted, folded(number)) <= wrong) {
        found.add(number);
      }
    }
    return found;
  }

  /// The place of a name that a position is in or near; -1 where there is none.
  ///
  /// @param name folded
  public int near(String name, String country, double latitude, double longitude) {
    int[] found = {-1};
    table.eachWithin(
        REACH_KM,
        latitude,
        longitude,
        number -> {
          boolean same =
              starts[number + 1] - 1 - starts[number] == name.length()
                  && lines.startsWith(name, starts[number])
                  && table.town(number).countryCode().equals(country);
          found[0] = same ? number : found[0];
        });
    return found[0];
  }

  /// What identifies a place: its position, and what is left of its name.
  public long id(int number) {
    Town town = table.town(number);
    long north = Math.round((table.latitude(number) + 90) * 1000);
    long east = Math.round((table.longitude(number) + 180) * 1000);
    int name = (town.countryCode() + folded(number)).hashCode() & ((1 << NAME_BITS) - 1);
    return (north * WIDTH + east) << NAME_BITS | name;
  }

  /// The place that an id identifies; -1 where there is none.
  public int find(long id) {
    long position = id >>> NAME_BITS;
    long north = position / WIDTH;
    int[] found = {-1};
    table.eachWithin(
        0.1,
        Math.clamp(north / 1000.0 - 90, -90, 90),
        position % WIDTH / 1000.0 - 180,
        number -> found[0] = id(number) == id ? number : found[0]);
    return found[0];
  }
}
