package org.marquee.app.terminal;

import java.time.Duration;
import java.util.Locale;
import org.marquee.store.backup.Watcher;

/// One line on the terminal with the current work and its progress; silent where there is no
/// terminal.
public final class Activity implements Watcher, AutoCloseable {
  private static final long BETWEEN_DRAWINGS = Duration.ofMillis(200).toNanos();

  private final String what;
  private final boolean shown;
  private long drawn = System.nanoTime() - BETWEEN_DRAWINGS;
  private final TerminalLine line = new TerminalLine();

  private Activity(String what, boolean shown) {
    this.what = what;
    this.shown = shown;
  }

  /// Begins a line.
  ///
  /// @param what as in "backing up"
  public static Activity begin(String what) {
    return new Activity(what, Terminal.isThere());
  }

  @Override
  public void at(String part, long bytes) {
    long now = System.nanoTime();
    if (shown && now - drawn >= BETWEEN_DRAWINGS) {
      drawn = now;
      line.draw("%s: %s, %s".formatted(what, part, size(bytes)));
    }
  }

  /// A size as people read it: `12.3 MB`.
  public static String size(long bytes) {
    double megabytes = bytes / 1e6;
    return megabytes < 1
        ? "%d kB".formatted((bytes + 999) / 1000)
        : String.format(Locale.ROOT, "%.1f MB", megabytes);
  }

  @Override
  public void close() {
    clear();
  }

  /// Clears the line, for a result that is printed.
  public void clear() {
    line.clear();
  }
}
