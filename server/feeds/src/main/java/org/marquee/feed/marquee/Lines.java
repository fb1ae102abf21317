package org.marquee.feed.marquee;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/// The lines of a file, one at a time in a buffer of fixed size, so that a file of any length takes
/// the same memory. A line ends with a line feed; a carriage return before it, and a byte order
/// mark at the start of the file, are no part of it.
final class Lines implements Closeable {
  /// The longest line that is handed over, in bytes.
  static final int LONGEST = 1 << 20;

  private static final int BLOCK = 1 << 18;

  private final InputStream in;
  private final byte[] bytes = new byte[LONGEST + BLOCK];
  private int limit;
  private boolean ended;
  private boolean skipping;

  private long number;
  private int from;
  private int to;
  private int next;

  Lines(InputStream in) {
    this.in = in;
  }

  enum Found {
    LINE,
    /// What stands after the last line feed.
    UNENDED_LINE,
    /// A line longer than allowed, of which only the beginning is at hand.
    LONG_LINE,
    /// The end of the file, in the middle of a line longer than allowed.
    END_IN_LONG_LINE,
    END
  }

  /// Which line this is, counted from 1.
  long number() {
    return number;
  }

  /// What holds the line, from [#from] to before [#to]; good until the next call of [#next].
  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  Found next() throws IOException {
    if (skipping && !skip()) {
      return Found.END_IN_LONG_LINE;
    }
    int searched = next;
    while (true) {
      int feed = indexOfLineFeed(searched);
      if (feed >= 0) {
        return line(feed);
      }
      if (limit - next > LONGEST + 1) {
        number++;
        from = next;
        to = next + LONGEST;
        next = limit;
        skipping = true;
        return Found.LONG_LINE;
      }
      searched = limit - next;
      if (!refill()) {
        return last();
      }
    }
  }

  private int indexOfLineFeed(int start) {
    for (int at = start; at < limit; at++) {
      if (bytes[at] == '\n') {
        return at;
      }
    }
    return -1;
  }

  private Found line(int feed) {
    begin();
    to = feed > from && bytes[feed - 1] == '\r' ? feed - 1 : feed;
    next = feed + 1;
    return to - from > LONGEST ? Found.LONG_LINE : Found.LINE;
  }

  private Found last() {
    if (next == limit) {
      return Found.END;
    }
    begin();
    to = limit;
    next = limit;
    return to - from > LONGEST ? Found.END_IN_LONG_LINE : Found.UNENDED_LINE;
  }

  private void begin() {
    number++;
    from = next;
    if (number == 1
        && limit - from >= 3
        && bytes[from] == (byte) 0xef
        && bytes[from + 1] == (byte) 0xbb
        && bytes[from + 2] == (byte) 0xbf) {
      from += 3;
    }
  }

  /// Moves what is left to the front and reads on behind it; false at the end of the file.
  private boolean refill() throws IOException {
    System.arraycopy(bytes, next, bytes, 0, limit - next);
    limit -= next;
    next = 0;
    return read();
  }

  private boolean read() throws IOException {
    if (ended) {
      return false;
    }
    int count = in.read(bytes, limit, Math.min(BLOCK, bytes.length - limit));
    if (count < 0) {
      ended = true;
      return false;
    }
    limit += count;
    return true;
  }

  /// Skips the rest of a long line; false if the file ends in it.
  private boolean skip() throws IOException {
    skipping = false;
    do {
      limit = 0;
      next = 0;
      if (!read()) {
        return false;
      }
      next = indexOfLineFeed(0) + 1;
    } while (next == 0);
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
