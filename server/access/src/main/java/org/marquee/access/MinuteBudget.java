package org.marquee.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// Bounds how often something may be done in a minute for each of many keys, such as addresses. A
/// minute begins with the first time. Safe for many threads.
///
/// @param <K> what it is counted by
public final class MinuteBudget<K> {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /// Keys that are remembered, about 10 MB. When there are more, those go that spent least.
  static final int MOST_KEYS = 65_536;

  private final int most;
  private final LongSupplier nanoTime;
  private final Cache<K, Minute> minutes;

  private record Minute(long end, AtomicInteger spent) {}

  /// @param most times a minute; 0: any number
  /// @param nanoTime as of [System#nanoTime]
  public MinuteBudget(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
    minutes =
        Caffeine.newBuilder()
            .maximumSize(MOST_KEYS)
            .expireAfterWrite(MINUTE)
            .ticker(nanoTime::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  /// Counts one more.
  ///
  /// @return the seconds until the next is allowed, at least 1; 0 if this one is
  public long spend(K key) {
    if (most == 0) {
      return 0;
    }
    Minute minute =
        minutes.get(
            key, _ -> new Minute(nanoTime.getAsLong() + MINUTE.toNanos(), new AtomicInteger()));
    return minute.spent().incrementAndGet() <= most ? 0 : waitSeconds(minute);
  }

  /// Counts nothing.
  ///
  /// @return the seconds until one more is allowed, at least 1; 0 if one is now
  public long look(K key) {
    Minute minute = most == 0 ? null : minutes.getIfPresent(key);
    return minute == null || minute.spent().get() < most ? 0 : waitSeconds(minute);
  }

  private long waitSeconds(Minute minute) {
    long left = minute.end() - nanoTime.getAsLong();
    return Math.max(1, Math.ceilDiv(left, TimeUnit.SECONDS.toNanos(1)));
  }
}
