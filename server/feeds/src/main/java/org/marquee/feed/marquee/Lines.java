package org.marquee.feed.marquee;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The lines of a file, one at a time, so that a file of any length takes the same memory. A line
/// ends with a line feed; a carriage return before it, and a byte order mark at the start of the
/// file, are no part of it.
final class Lines implements Closeable {
  /// The longest line that is handed over whole, in bytes.
  static final int LONGEST = 1 << 20;

  /// What is kept of a line: some bytes more, for what is no part of it.
  private static final int KEPT = LONGEST + 8;

  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final InputStream in;
  private final byte[] block = new byte[1 << 18];
  private int next;
  private int limit;
  private long number;

  Lines(InputStream in) {
    this.in = in;
  }

  /// A line of the file.
  ///
  /// @param bytes of a line longer than [#LONGEST] only the beginning
  /// @param isEnded false where the file ends without a line feed
  @SuppressWarnings("ArrayRecordComponent") // handed over once, and never compared
  record Line(byte[] bytes, boolean isLong, boolean isEnded) {}

  /// Which line [#next] gave last, counted from 1.
  long number() {
    return number;
  }

  /// The next line; null at the end of the file.
  @Nullable Line next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(512);
    boolean any = false;
    boolean ended = false;
    while (!ended && (next < limit || refill())) {
      any = true;
      int end = next;
      while (end < limit && block[end] != '\n') {
        end++;
      }
      line.write(block, next, Math.min(end - next, KEPT - line.size()));
      ended = end < limit;
      next = ended ? end + 1 : end;
    }
    if (!any) {
      return null;
    }
    number++;
    byte[] bytes = line.toByteArray();
    int from =
        number == 1 && Arrays.equals(bytes, 0, Math.min(3, bytes.length), MARK, 0, 3) ? 3 : 0;
    int to = bytes.length;
    if (ended && to > from && bytes[to - 1] == '\r') {
      to--;
    }
    boolean isLong = to - from > LONGEST;
    return new Line(Arrays.copyOfRange(bytes, from, isLong ? from + LONGEST : to), isLong, ended);
  }

  /// Reads on; false at the end of the file.
  private boolean refill() throws IOException {
    next = 0;
    limit = Math.max(0, in.read(block));
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
