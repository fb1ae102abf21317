package org.marquee.listing;

/// A town, a district or a postcode around which cinemas are (docs/api.md, "Search places").
///
/// @param id opaque; the same on every node and after every restart
/// @param cinemas how many are within [#REACH_KM]
public record Place(
    String id, String name, String countryCode, double latitude, double longitude, int cinemas) {
  /// What ids begin with.
  public static final String PREFIX = "pl_";

  /// What counts as near: what `/v1/cinemas` takes for a radius where none is given.
  public static final double REACH_KM = 25;

  /// How a place fits what was searched for, best first.
  public enum Fit {
    /// Its name.
    NAME,
    /// Its postcode.
    POSTCODE,
    /// Its postcode begins so.
    POSTCODE_BEGINNING,
    /// Its name begins so.
    BEGINNING,
    /// A word of its name begins so.
    WORD,
    /// A postcode that begins like the one that no cinema has.
    POSTCODE_NEAR,
    /// Its name with letters wrong.
    SPELLED;

    boolean isPostcode() {
      return this == POSTCODE || this == POSTCODE_BEGINNING || this == POSTCODE_NEAR;
    }
  }

  /// A place that a search found.
  ///
  /// @param wrong how many letters are wrong
  /// @param own whether a cinema's address has it
  /// @param cinema whose position it has; empty for one that has its own
  public record Found(Place place, Fit fit, int wrong, boolean own, String cinema) {
    private static final int MOST_WRONG = 63;
    private static final int MOST_CINEMAS = (1 << 18) - 1;

    /// Its place in the order of all, 0 first: places with cinemas near before those without; then
    /// by how it fits, those in addresses of cinemas first; of names those with the most cinemas.
    @SuppressWarnings("EnumOrdinal") // the order of fits is part of what a place is found by
    public int rank() {
      int few = fit.isPostcode() ? 0 : MOST_CINEMAS - Math.min(place.cinemas(), MOST_CINEMAS);
      int none = place.cinemas() > 0 ? 0 : 1;
      int worst = Math.min(fit.ordinal() + wrong, MOST_WRONG);
      return (((none << 6 | worst) << 1 | (own ? 0 : 1)) << 18) | few;
    }

    /// Its place in the list of what was found.
    public Position.ByRank position() {
      return new Position.ByRank(rank(), Sorting.byName(place.name()), place.id());
    }
  }
}
