package org.marquee.feed;

import org.jspecify.annotations.Nullable;

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

  /// What is wrong with `text`, as it follows the member; null where nothing is.
  public @Nullable String faultOf(String text) {
    Limit<String> limit =
        switch (this) {
          case COUNTRY -> Limits.COUNTRY_CODE;
          case LOCALITY -> Limits.LOCALITY;
          case POSTCODE -> Limits.MISSING_POSTCODE;
        };
    return text.isBlank() || limit.of(new Value.Text(text)) == null
        ? "must be " + limit.words()
        : null;
  }
}
