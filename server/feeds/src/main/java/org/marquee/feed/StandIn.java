package org.marquee.feed;

/// A required field of a cinema's place that an operator may supply for all cinemas of a feed that
/// lack it (docs/feeds.md, "Cinemas without a place").
public enum StandIn {
  COUNTRY("missingCountry"),
  LOCALITY("missingLocality"),
  POSTCODE("missingPostcode");

  private final String member;

  StandIn(String member) {
    this.member = member;
  }

  /// What mappings and `providers.yaml` call it.
  public String member() {
    return member;
  }
}
