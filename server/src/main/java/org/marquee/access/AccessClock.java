package org.marquee.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The clock by which keys and entitlements begin and end: the database's, so that all nodes and
/// commands agree, whatever the clocks of their machines say. A machine's own clock counts until
/// the database was asked for the first time, and never afterwards (docs/decisions/0172).
public final class AccessClock implements InstantSource {
  private final InstantSource own;
  private final LongSupplier nanoTime;
  private volatile @Nullable Reading last;

  private record Reading(Instant at, long nanos) {}

  /// @param own the clock of this machine
  /// @param nanoTime counts nanoseconds and never goes back, such as `System::nanoTime`
  public AccessClock(InstantSource own, LongSupplier nanoTime) {
    this.own = own;
    this.nanoTime = nanoTime;
  }

  /// Uses the clock of the database from now on.
  ///
  /// @param now what it shows
  /// @return how far this machine's clock is ahead of it; negative: behind
  public Duration set(Instant now) {
    last = new Reading(now, nanoTime.getAsLong());
    return Duration.between(now, own.instant());
  }

  @Override
  public Instant instant() {
    Reading reading = last;
    return reading == null
        ? own.instant()
        : reading.at().plusNanos(nanoTime.getAsLong() - reading.nanos());
  }
}
