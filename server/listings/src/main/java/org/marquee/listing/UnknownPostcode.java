package org.marquee.listing;

/// No geocoded cinema has the postcode that was to be a centre (docs/api.md, "Search cinemas").
public final class UnknownPostcode extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnknownPostcode(String key) {
    super("no geocoded cinema has the postcode " + key, null, false, false);
  }
}
