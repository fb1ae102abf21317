package org.marquee.app;

/// A bar on the terminal that shows how much of a feed was read; silent where there is no terminal.
final class Progress implements AutoCloseable {
  private static final int WIDTH = 30;

  private final long total;
  private final boolean shown;
  private long done;
  private long drawn = -1;

  private Progress(long total, boolean shown) {
    this.total = total;
    this.shown = shown;
  }

  /// @param total bytes to be read
  static Progress of(long total) {
    return new Progress(Math.max(1, total), Terminal.isThere());
  }

  void advance(int bytes) {
    done += bytes;
    long percent = Math.min(100, done * 100 / total);
    if (shown && percent != drawn) {
      drawn = percent;
      int full = (int) (percent * WIDTH / 100);
      System.err.print(
          "\r[" + "#".repeat(full) + " ".repeat(WIDTH - full) + "] " + percent + " % read");
      if (percent == 100) {
        System.err.print(", reconciling…");
      }
      System.err.flush();
    }
  }

  @Override
  public void close() {
    clear();
  }

  /// Takes the bar away.
  void clear() {
    if (drawn >= 0) {
      System.err.print("\r" + " ".repeat(WIDTH + 30) + "\r");
      System.err.flush();
      drawn = -1;
    }
  }
}
