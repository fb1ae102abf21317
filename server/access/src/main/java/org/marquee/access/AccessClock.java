package org.marquee.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The clock by which keys and entitlements begin and end: the database's, so that all nodes and
/// commands agree, whatever time their machines have. A machine's own clock counts until the
/// database was asked for the first time, and never afterwards (docs/decisions/0167).
public final class AccessClock implements InstantSource {
  private final InstantSource own;
  private final LongSupplier nanoTime;
  private volatile @Nullable DatabaseTime last;

  private record DatabaseTime(Instant at, long nanos) {}

  /// @param own the clock of this machine
  /// @param nanoTime counts nanoseconds and never goes back, such as `System::nanoTime`
  public AccessClock(InstantSource own, LongSupplier nanoTime) {
    this.own = own;
    this.nanoTime = nanoTime;
  }

  /// Uses the clock of the database from now on.
  ///
  /// @param database asks it
  /// @return how far this machine's clock is ahead of it at least; negative: behind. What the
  ///   answer took to arrive is no difference
  public Duration set(Supplier<Instant> database) {
    long asked = nanoTime.getAsLong();
    Instant now = database.get();
    long answered = nanoTime.getAsLong();
    last = new DatabaseTime(now, answered);
    Duration ahead = Duration.between(now, own.instant());
    Duration waited = Duration.ofNanos(answered - asked);
    if (ahead.isNegative()) {
      return ahead;
    }
    return ahead.compareTo(waited) > 0 ? ahead.minus(waited) : Duration.ZERO;
  }

  @Override
  public Instant instant() {
    DatabaseTime reading = last;
    return reading == null
        ? own.instant()
        : reading.at().plusNanos(nanoTime.getAsLong() - reading.nanos());
  }
}
