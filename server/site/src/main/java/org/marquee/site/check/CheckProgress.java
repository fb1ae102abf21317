package org.marquee.site.check;

import gg.jte.html.HtmlTemplateOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.site.frame.Visit;

/// Writes how a check goes on: the first notices of each kind as they are found, and every second
/// how far it is, also while the database works. Two threads write, one at a time.
final class CheckProgress implements FeedCheck.Watcher, AutoCloseable {
  private static final int FIRST = 3;
  private static final long BEAT_MILLIS = 250;
  private static final int BEATS_A_LINE = 4;

  private final Visit visit;
  private final HtmlTemplateOutput out;
  private final Writer text;
  private final Map<Code, Integer> seen = new EnumMap<>(Code.class);
  private final long begun = System.nanoTime();
  private final Thread clock;
  private long bytes;
  private long notices;
  private volatile boolean over;
  private volatile @Nullable IOException gone;

  CheckProgress(Visit visit, HtmlTemplateOutput out, Writer text) {
    this.visit = visit;
    this.out = out;
    this.text = text;
    clock = Thread.ofVirtual().name("check-progress").start(this::beat);
  }

  private synchronized void beat() {
    try {
      for (int beat = 1; !over && gone == null; beat++) {
        wait(BEAT_MILLIS);
        if (!over) {
          if (beat % BEATS_A_LINE == 0) {
            writeLine();
          }
          text.flush();
        }
      }
    } catch (IOException e) {
      gone = e;
    } catch (UncheckedIOException e) {
      gone = e.getCause();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("NullAway") // "no interceptor" is null in jte
  private void writeLine() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    String line = visit.text("validate.progress", bytes / 1e6, notices, seconds);
    JtecheckprogressGenerated.render(out, null, line);
  }

  @Override
  @SuppressWarnings("NullAway") // as above
  public synchronized void found(Notice notice) {
    endIfGone();
    notices++;
    if (seen.merge(notice.code(), 1, Integer::sum) <= FIRST) {
      JtechecknoticeGenerated.render(out, null, notice);
    }
  }

  @Override
  public synchronized void read(int more) {
    endIfGone();
    bytes += more;
  }

  @Override
  public boolean hasLeft() {
    return over || gone != null;
  }

  private void endIfGone() {
    IOException why = gone;
    if (why != null || over) {
      throw new UncheckedIOException(why == null ? new IOException("the check is over") : why);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      over = true;
      notifyAll();
    }
    try {
      clock.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
