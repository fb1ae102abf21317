package org.marquee.access;

import java.time.Instant;

/// How many requests of a monthly quota an organization has left.
///
/// @param requests of a calendar month of UTC
/// @param remaining as far as this node knows; others may have used some in the last seconds
/// @param renews when the next month begins
public record QuotaState(long requests, long remaining, Instant renews) {
  /// How many were used.
  public long used() {
    return requests - remaining;
  }
}
