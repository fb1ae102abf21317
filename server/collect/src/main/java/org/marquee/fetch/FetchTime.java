package org.marquee.fetch;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.marquee.feed.SourceFailed;

/// The time that fetching one file has, all attempts together.
///
/// @param end by [System#nanoTime]
record FetchTime(Fetcher.Bounds bounds, long end) {
  /// It begins now.
  static FetchTime of(Fetcher.Bounds bounds) {
    return new FetchTime(bounds, System.nanoTime() + bounds.within().toNanos());
  }

  private long left() {
    return end - System.nanoTime();
  }

  /// Waits for the head of an answer. A server that does not even begin is not asked again: who
  /// waits for its next attempt keeps a place from others.
  <T> T awaitHead(Future<T> coming, URI address) throws IOException, InterruptedException {
    Duration most = bounds.head();
    return left() < most.toNanos()
        ? await(coming, address)
        : await(coming, address, most, "did not begin its answer");
  }

  /// Waits for anything else.
  <T> T await(Future<T> coming, URI address) throws IOException, InterruptedException {
    return await(coming, address, bounds.within(), "did not send the whole feed");
  }

  private <T> T await(Future<T> coming, URI address, Duration most, String what)
      throws IOException, InterruptedException {
    try {
      return coming.get(Math.clamp(left(), 1, most.toNanos()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new SourceFailed(address + " " + what + " within " + text(most), e);
    } catch (ExecutionException e) {
      throw TemporaryFailure.of(address, e.getCause());
    }
  }

  /// The pause before another attempt.
  ///
  /// @param waitNanos how long the server asks us to wait
  /// @throws SourceFailed if there is no time for it
  void rest(int attempt, long waitNanos, URI address) throws InterruptedException, SourceFailed {
    long pause = bounds.pause().toNanos() << (2 * (attempt - 1));
    pause += ThreadLocalRandom.current().nextLong(pause / 4 + 1);
    pause = Math.max(pause, waitNanos);
    if (pause > left()) {
      throw new SourceFailed(address + " requires a wait longer than the time limit");
    }
    TimeUnit.NANOSECONDS.sleep(pause);
  }

  private static String text(Duration duration) {
    if (duration.toMinutes() > 1) {
      return duration.toMinutes() + " minutes";
    }
    return duration.toSeconds() > 0
        ? duration.toSeconds() + " seconds"
        : duration.toMillis() + " ms";
  }
}
