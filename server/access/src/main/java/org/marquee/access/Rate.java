package org.marquee.access;

/// How many requests an organization may make: a token bucket that holds `burst` tokens, starts
/// full and gets `perMinute` tokens a minute, evenly (docs/api.md, "Rate limits").
///
/// @param perMinute requests a minute, at least 1
/// @param burst requests that may be made at once, at least those of a second
public record Rate(int perMinute, int burst) {
  private static final int MINUTE_SECONDS = 60;

  public Rate {
    if (perMinute < 1) {
      throw new IllegalArgumentException("a rate is at least 1 request a minute");
    }
    if (burst < leastBurst(perMinute)) {
      throw new IllegalArgumentException(
          "a burst of %d a minute is at least %d".formatted(perMinute, leastBurst(perMinute)));
    }
  }

  /// A rate whose bucket holds the requests of a minute.
  public static Rate of(int perMinute) {
    return new Rate(perMinute, perMinute);
  }

  /// The smallest burst of a rate. A smaller one could not be said in whole seconds.
  public static int leastBurst(int perMinute) {
    return Math.ceilDiv(perMinute, MINUTE_SECONDS);
  }

  /// The seconds in which an empty bucket is full again, rounded up: the window of which `burst` is
  /// the quota (draft-ietf-httpapi-ratelimit-headers-10, section 2.3).
  public long windowSeconds() {
    return Math.ceilDiv((long) burst * MINUTE_SECONDS, perMinute);
  }
}
