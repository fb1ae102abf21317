package org.marquee.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullMarked;

/// A clock that a test sets by hand.
@NullMarked
final class HandClock implements InstantSource {
  static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

  private final AtomicLong nanos = new AtomicLong();

  @Override
  public Instant instant() {
    return START.plusNanos(nanos.get());
  }

  /// As `System::nanoTime`, which may be negative and pass zero.
  long nanoTime() {
    return nanos.get() - 5_000_000_000L;
  }

  void advance(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
