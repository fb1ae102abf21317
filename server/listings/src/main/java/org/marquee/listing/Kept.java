package org.marquee.listing;

import java.time.Duration;
import java.util.function.Supplier;

/// What is stored beside the records, read again after a few seconds: pages show it far more often
/// than it changes. While it cannot be read, what was read last stays. Safe for many threads.
public final class Kept<T> implements Supplier<T> {
  private static final Duration FRESH = Duration.ofSeconds(2);

  private final Supplier<T> stored;
  private volatile Reading<T> kept;
  private volatile boolean begun;

  /// @param stored reads it
  /// @param nothing what stands for it before it could be read
  public Kept(Supplier<T> stored, T nothing) {
    this.stored = stored;
    kept = new Reading<>(nothing, 0);
  }

  private record Reading<T>(T value, long at) {}

  @Override
  public T get() {
    Reading<T> known = kept;
    long now = System.nanoTime();
    if (begun && now - known.at() < FRESH.toNanos()) {
      return known.value();
    }
    // Others go on with the old one meanwhile.
    kept = new Reading<>(known.value(), now);
    begun = true;
    try {
      kept = new Reading<>(stored.get(), now);
    } catch (ListingsUnavailable _) {
      return known.value();
    }
    return kept.value();
  }
}
