package org.marquee.client;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/// How long calls may take, and how often they are tried.
///
/// @param timeout for one complete answer
/// @param callTimeout for a call with all its attempts and pauses
record Limits(Duration timeout, int retries, Duration callTimeout) {
  static final Limits USUAL =
      new Limits(Duration.ofSeconds(10), 4, ChronoUnit.FOREVER.getDuration());

  Limits {
    if (!timeout.isPositive() || !callTimeout.isPositive() || retries < 0) {
      throw new IllegalArgumentException("timeout and callTimeout are above 0, retries not below");
    }
  }

  Limits withTimeout(Duration timeout) {
    return new Limits(timeout, retries, callTimeout);
  }

  Limits withRetries(int retries) {
    return new Limits(timeout, retries, callTimeout);
  }

  Limits withCallTimeout(Duration callTimeout) {
    return new Limits(timeout, retries, callTimeout);
  }

  /// What is left of a call.
  ///
  /// @param start by [System#nanoTime()]
  Duration left(long start) {
    return callTimeout.minusNanos(System.nanoTime() - start);
  }
}
