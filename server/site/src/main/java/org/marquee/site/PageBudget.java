package org.marquee.site;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.marquee.http.Request;
import org.marquee.http.admission.ClientNetwork;

/// Bounds how many pages one address may ask for in a minute, so that nobody takes the data page by
/// page without a key. A minute begins with the first page. Safe for many threads.
final class PageBudget {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /// Addresses that are remembered, about 10 MB.
  private static final int MOST_ADDRESSES = 65_536;

  private final int most;
  private final LongSupplier nanoTime;
  private final Cache<Long, Minute> minutes;

  private record Minute(long end, AtomicInteger pages) {}

  /// @param most pages a minute; 0: any number
  /// @param nanoTime as of [System#nanoTime]
  PageBudget(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
    minutes =
        Caffeine.newBuilder()
            .maximumSize(MOST_ADDRESSES)
            .expireAfterWrite(MINUTE)
            .ticker(nanoTime::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  /// Counts a page for the client of a request. Of a proxy that forwards no address nobody knows
  /// who asks, and nothing is counted.
  ///
  /// @return as the other
  long spend(Request request) {
    InetAddress client = request.client();
    return request.isProxy(client) ? 0 : spend(client);
  }

  /// Counts a page.
  ///
  /// @return the seconds until the address may ask again; 0 if it may have this page
  long spend(InetAddress client) {
    if (most == 0) {
      return 0;
    }
    Minute minute =
        minutes.get(
            ClientNetwork.of(client),
            _ -> new Minute(nanoTime.getAsLong() + MINUTE.toNanos(), new AtomicInteger()));
    if (minute.pages().incrementAndGet() <= most) {
      return 0;
    }
    long left = minute.end() - nanoTime.getAsLong();
    return Math.max(1, Math.ceilDiv(left, TimeUnit.SECONDS.toNanos(1)));
  }
}
