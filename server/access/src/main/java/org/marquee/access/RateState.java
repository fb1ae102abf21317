package org.marquee.access;

/// How many requests an organization has left, as the answers state it
/// (draft-ietf-httpapi-ratelimit-headers-10).
///
/// @param plan one with a limit
/// @param remaining requests that may be made at once, 0 to the plan's quota
/// @param secondsUntilFull until `remaining` is the quota again if none is made, rounded up
public record RateState(Plan plan, long remaining, long secondsUntilFull) {
  /// The window of every quota.
  public static final int WINDOW_SECONDS = 60;

  public RateState {
    if (plan.requestsPerMinute().isEmpty()) {
      throw new IllegalArgumentException(plan.name() + " has no limit");
    }
  }

  /// Requests a window.
  public int quota() {
    return plan.requestsPerMinute().orElseThrow();
  }

  /// The field `RateLimit-Policy`: `"trial";q=60;w=60`.
  public String policyField() {
    return '"' + plan.name() + "\";q=" + quota() + ";w=" + WINDOW_SECONDS;
  }

  /// The field `RateLimit`: `"trial";r=41;t=19`.
  public String limitField() {
    return '"' + plan.name() + "\";r=" + remaining + ";t=" + secondsUntilFull;
  }
}
