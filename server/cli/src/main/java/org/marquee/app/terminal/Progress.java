package org.marquee.app.terminal;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// A bar on the terminal that shows how much of a feed was read, then how long reconciling takes.
/// Silent without a terminal.
public final class Progress implements AutoCloseable {
  private static final int WIDTH = 30;

  private final long total;
  private final boolean shown;
  private final ScheduledExecutorService ticking =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("progress").factory());
  private long done;
  private long drawn = -1;
  private final TerminalLine line = new TerminalLine();
  private boolean closed;

  private Progress(long total, boolean shown) {
    this.total = total;
    this.shown = shown;
  }

  /// Shows an empty bar.
  ///
  /// @param total bytes to be read
  public static Progress of(long total) {
    return new Progress(Math.max(1, total), Terminal.isThere());
  }

  /// Notes that more bytes were read, and draws the bar.
  public synchronized void advance(int bytes) {
    done += bytes;
    long percent = Math.min(100, done * 100 / total);
    if (!shown || closed || percent == drawn) {
      return;
    }
    drawn = percent;
    int full = (int) (percent * WIDTH / 100);
    line.draw("[" + "#".repeat(full) + " ".repeat(WIDTH - full) + "] " + percent + " % read");
    if (percent == 100) {
      long begun = System.nanoTime();
      var _ = ticking.scheduleAtFixedRate(() -> reconciling(begun), 0, 1, TimeUnit.SECONDS);
    }
  }

  private synchronized void reconciling(long begun) {
    if (!closed) {
      long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
      line.draw("read; comparing with the stored data, " + seconds + " s…");
    }
  }

  @Override
  public void close() {
    clear();
  }

  /// Clears the line for good, for a result that is printed.
  public synchronized void clear() {
    closed = true;
    ticking.shutdownNow();
    line.clear();
  }
}
