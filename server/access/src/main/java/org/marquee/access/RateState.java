package org.marquee.access;

/// How many requests an organization has left, as the answers state it
/// (draft-ietf-httpapi-ratelimit-headers-10).
///
/// @param plan one with a limit
/// @param remaining requests that may be made at once, 0 to the burst of its rate
/// @param secondsUntilFull until the bucket is full again if none is made, rounded up
public record RateState(Plan plan, long remaining, long secondsUntilFull) {
  public RateState {
    if (plan.rate().isEmpty()) {
      throw new IllegalArgumentException(plan.name() + " has no limit");
    }
  }

  /// The rate of the plan.
  public Rate rate() {
    return plan.rate().orElseThrow();
  }

  /// The field `RateLimit-Policy`: `"trial";q=60;w=60`.
  public String policyField() {
    return '"' + plan.name() + "\";q=" + rate().burst() + ";w=" + rate().windowSeconds();
  }

  /// The field `RateLimit`: `"trial";r=41;t=19`.
  public String limitField() {
    return '"' + plan.name() + "\";r=" + remaining + ";t=" + secondsUntilFull;
  }
}
