package org.marquee.feed;

import org.jspecify.annotations.Nullable;

/// A required field of a cinema's place that an operator may supply for all cinemas of a feed that
/// lack it (docs/feeds.md, "Cinemas without a place").
public enum StandIn {
  COUNTRY("missingCountry", Limits.COUNTRY_CODE),
  LOCALITY("missingLocality", Limits.LOCALITY),
  POSTCODE("missingPostcode", Limits.MISSING_POSTCODE);

  private final String member;

  @SuppressWarnings("ImmutableEnumChecker") // a limit has no state
  private final Limit<String> limit;

  StandIn(String member, Limit<String> limit) {
    this.member = member;
    this.limit = limit;
  }

  /// What mappings and `providers.yaml` call it.
  public String member() {
    return member;
  }

  /// What is wrong with `text`, as it follows the member; null where nothing is.
  public @Nullable String faultOf(String text) {
    return text.isBlank() || limit.ofText(text) == null ? "must be " + limit.words() : null;
  }
}
