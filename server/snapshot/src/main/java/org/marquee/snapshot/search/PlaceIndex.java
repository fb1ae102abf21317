package org.marquee.snapshot.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery.Around;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.NearSpelling;
import org.marquee.listing.Place;
import org.marquee.listing.Place.Fit;
import org.marquee.listing.Sha256;
import org.marquee.place.PlaceNames;
import org.marquee.place.PlaceTable;

/// All places, found by name and postcode (docs/api.md, "Search places"): the towns of the table,
/// and towns, districts and postcodes from the addresses of cinemas that have a position. Safe for
/// many threads.
final class PlaceIndex {
  /// Shorter words fit too much.
  private static final int SHORTEST = 2;

  private static final int ID_DIGITS = 32;

  /// An id has so many bits of a hash.
  private static final int HASH_BITS = 60;

  private static final Comparator<Place.Found> ORDER =
      Comparator.comparingInt(Place.Found::rank).thenComparing(Place.Found::position);

  private final PlaceTable table = PlaceTable.shared();
  private final PlaceNames names = PlaceNames.shared();
  private final GeocodedCinemas geocoded;
  private final Map<String, Known> known = new LinkedHashMap<>();

  /// The towns of the table that are in the address of a cinema, by number.
  private final BitSet own = new BitSet();

  /// The number of cinemas near each town of the table, plus one; 0 where they are not counted yet.
  private final int[] counts = new int[table.size()];

  /// A place that is in addresses only.
  ///
  /// @param folded its name
  /// @param cinema the first one there, whose position it has
  private record Known(
      boolean isPostcode,
      String name,
      String folded,
      String countryCode,
      Centre.Point point,
      String cinema) {}

  PlaceIndex(List<IndexedCinema> cinemas, GeocodedCinemas geocoded) {
    this.geocoded = geocoded;
    cinemas.stream().filter(IndexedCinema::isGeocoded).forEach(this::add);
  }

  private void add(IndexedCinema cinema) {
    IndexedCinema.Address address = cinema.address();
    String country = address.countryCode();
    String[] folded = cinema.searchText().split("\n", -1); // name, locality, postcode
    Centre.Point point = new Centre.Point(cinema.latitude(), cinema.longitude());
    int town = names.near(folded[1], country, point.latitude(), point.longitude());
    if (town >= 0) {
      own.set(town);
    } else if (!folded[1].isEmpty()) {
      known.putIfAbsent(
          id("locality", country, folded[1]),
          new Known(false, address.locality(), folded[1], country, point, address.name()));
    }
    if (!folded[2].isEmpty()) {
      known.putIfAbsent(
          id("postcode", country, PostcodeBeginning.letters(folded[2])),
          new Known(true, address.postcode(), folded[2], country, point, address.name()));
    }
  }

  private static String id(String... what) {
    byte[] hash = Sha256.of(String.join("\0", what).getBytes(UTF_8));
    return id(ByteBuffer.wrap(hash).getLong() >>> (Long.SIZE - HASH_BITS));
  }

  private static String id(long number) {
    return Place.PREFIX + Long.toString(number, ID_DIGITS);
  }

  /// Where the place with an id is; null where there is none.
  Centre.@Nullable Point find(String id) {
    Known place = known.get(id);
    if (place != null) {
      return place.point();
    }
    try {
      int town = names.find(Long.parseLong(id.substring(Place.PREFIX.length()), ID_DIGITS));
      return town < 0 || !id.equals(id(names.id(town))) ? null : point(town);
    } catch (NumberFormatException | StringIndexOutOfBoundsException _) {
      return null;
    }
  }

  private Centre.Point point(int town) {
    return new Centre.Point(table.latitude(town), table.longitude(town));
  }

  /// The places that fit, the best first. Where none of them has cinemas near, those that are
  /// spelled nearly so are added.
  ///
  /// @param wanted folded
  List<Place.Found> search(String wanted) {
    if (wanted.length() < SHORTEST) {
      return List.of();
    }
    List<Place.Found> found = new ArrayList<>();
    names.named(wanted).forEach(town -> found.add(found(town, fit(names.folded(town), wanted), 0)));
    known.forEach((id, place) -> {
      Fit fit = place.isPostcode() ? postcodeFit(place, wanted) : nameFit(place, wanted);
      if (fit != null) {
        found.add(found(id, place, fit, 0));
      }
    });
    if (found.stream().noneMatch(each -> each.place().cinemas() > 0)) {
      addNearPostcodes(wanted, found);
      addSpelled(wanted, found);
    }
    found.sort(ORDER);
    return found;
  }

  private static Fit fit(String name, String wanted) {
    if (name.equals(wanted)) {
      return Fit.NAME;
    }
    return name.startsWith(wanted) ? Fit.BEGINNING : Fit.WORD;
  }

  private static @Nullable Fit nameFit(Known place, String wanted) {
    return (" " + place.folded()).contains(" " + wanted) ? fit(place.folded(), wanted) : null;
  }

  private static @Nullable Fit postcodeFit(Known place, String wanted) {
    String own = PostcodeBeginning.letters(place.folded());
    String letters = PostcodeBeginning.letters(wanted);
    if (own.equals(letters)) {
      return Fit.POSTCODE;
    }
    return hasDigit(wanted) && own.startsWith(letters) ? Fit.POSTCODE_BEGINNING : null;
  }

  private static boolean hasDigit(String wanted) {
    return wanted.chars().anyMatch(Character::isDigit);
  }

  /// Adds the postcode of each country that shares the most letters at its beginning.
  private void addNearPostcodes(String wanted, List<Place.Found> found) {
    if (!hasDigit(wanted)) {
      return;
    }
    List<Place.Found> near = new ArrayList<>();
    int[] most = {1};
    known.forEach((id, place) -> {
      int shared = place.isPostcode() ? PostcodeBeginning.shared(wanted, place.folded()) : 0;
      if (shared > most[0]) {
        near.clear();
        most[0] = shared;
      }
      if (shared == most[0]) {
        near.add(found(id, place, Fit.POSTCODE_NEAR, 0));
      }
    });
    Set<String> countries = new HashSet<>();
    near.sort(ORDER);
    near.removeIf(each -> !countries.add(each.place().countryCode()));
    found.addAll(near);
  }

  /// Adds places with cinemas near whose names have letters wrong.
  private void addSpelled(String wanted, List<Place.Found> found) {
    for (int town : names.spelled(wanted)) {
      Place.Found spelled =
          found(town, Fit.SPELLED, NearSpelling.distance(wanted, names.folded(town)));
      if (spelled.wrong() > 0 && spelled.place().cinemas() > 0) {
        found.add(spelled);
      }
    }
    known.forEach((id, place) -> {
      int wrong = place.isPostcode() ? 0 : NearSpelling.distance(wanted, place.folded());
      if (wrong > 0 && wrong <= NearSpelling.allowed(wanted)) {
        found.add(found(id, place, Fit.SPELLED, wrong));
      }
    });
  }

  private Place.Found found(int town, Fit fit, int wrong) {
    PlaceTable.Town named = table.town(town);
    Centre.Point point = point(town);
    if (counts[town] == 0) {
      counts[town] = count(point) + 1; // every thread counts the same
    }
    Place place =
        new Place(
            id(names.id(town)),
            named.locality(),
            named.countryCode(),
            point.latitude(),
            point.longitude(),
            counts[town] - 1);
    return new Place.Found(place, fit, wrong, own.get(town), "");
  }

  private Place.Found found(String id, Known known, Fit fit, int wrong) {
    Centre.Point point = known.point();
    Place place =
        new Place(
            id,
            known.name(),
            known.countryCode(),
            point.latitude(),
            point.longitude(),
            count(point));
    return new Place.Found(place, fit, wrong, true, known.cinema());
  }

  private int count(Centre.Point point) {
    return geocoded.within(new Around(point, Place.REACH_KM), _ -> true, null).size();
  }
}
