package org.marquee.matching;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;
import org.marquee.listing.GreatCircle;
import org.marquee.listing.Postcodes;

/// The fields of a source record by which cinemas are distinguished.
///
/// @param name folded words of its name
/// @param chain folded words of the name of its chain; empty where it has none
/// @param town folded locality; empty where it is not known
/// @param postcode as [Postcodes#key] writes it
/// @param site where it stands, as it was written
public record CinemaSource(
    String id,
    int provider,
    Set<String> name,
    Set<String> chain,
    String town,
    @Nullable String postcode,
    Site site)
    implements SourceRecord {
  /// What cinemas are called beside their names.
  private static final Set<String> USUAL =
      Set.of(
          ("cinema cinemas the kino kinos cine cines cinemes film films theatre theater "
                  + "multiplex picturehouse pictures lichtspiele le la at in and")
              .split(" ", -1));

  /// Where a cinema stands, as far as its source says.
  public record Site(
      @Nullable String locality,
      @Nullable String country,
      @Nullable String postcode,
      @Nullable Double latitude,
      @Nullable Double longitude) {}

  public CinemaSource {
    name = Set.copyOf(name);
    chain = Set.copyOf(chain);
  }

  /// A source by its names as they are written.
  public static CinemaSource of(
      String id, int provider, String name, @Nullable String chain, Site site) {
    return new CinemaSource(
        id,
        provider,
        words(name),
        chain == null ? Set.of() : words(chain),
        site.locality() == null ? "" : Folding.fold(site.locality()),
        site.postcode() == null ? null : Postcodes.key(site.postcode()),
        site);
  }

  private static Set<String> words(String text) {
    // An apostrophe does not part a word: Everyman King's Cross.
    Set<String> words =
        new TreeSet<>(List.of(Folding.fold(text.replaceAll("['’`]", "")).split(" ", -1)));
    words.remove("");
    Set<String> telling = new TreeSet<>(words);
    telling.removeAll(USUAL);
    return telling.isEmpty() ? words : telling;
  }

  /// Its name without words of the towns and of the chains, its own and the other's.
  Set<String> core(CinemaSource other) {
    Set<String> core = new TreeSet<>(name);
    for (CinemaSource each : List.of(this, other)) {
      core.removeAll(List.of(each.town.split(" ", -1)));
      core.removeAll(each.chain);
    }
    return core;
  }

  /// The words by which it is of a chain, its own or that of the other.
  Set<String> brand(CinemaSource other) {
    Set<String> brand = new TreeSet<>(name);
    brand.retainAll(other.chain);
    brand.addAll(chain);
    return brand;
  }

  boolean isPlaced() {
    return site.latitude() != null && site.longitude() != null;
  }

  /// In kilometres; not a number where one of them has no position.
  double distance(CinemaSource other) {
    Double latitude = site.latitude();
    Double longitude = site.longitude();
    Double north = other.site.latitude();
    Double east = other.site.longitude();
    return latitude == null || longitude == null || north == null || east == null
        ? Double.NaN
        : GreatCircle.kilometres(latitude, longitude, north, east);
  }
}
