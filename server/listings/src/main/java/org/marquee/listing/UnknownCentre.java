package org.marquee.listing;

/// Nothing is known where a circle was to be drawn: no geocoded cinema has the postcode, or no
/// place has the id (docs/api.md, "Search cinemas").
public final class UnknownCentre extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient CinemaQuery.Centre centre;

  public UnknownCentre(CinemaQuery.Centre centre) {
    super("nothing is known of " + centre, null, false, false);
    this.centre = centre;
  }

  /// What was to be the centre.
  public CinemaQuery.Centre centre() {
    return centre;
  }
}
