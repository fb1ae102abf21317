package org.marquee.collect;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// A body that comes in chunks (RFC 9112, 7.1).
final class ChunkedInput extends InputStream {
  private static final int LONGEST_LINE = 8 << 10;

  private final InputStream in;
  private long left;
  private boolean begun;
  private boolean ended;

  ChunkedInput(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (left == 0 && !ended) {
      next();
    }
    if (ended) {
      return -1;
    }
    int count = in.read(bytes, from, (int) Math.min(length, left));
    if (count < 0) {
      throw new EOFException("it ends in the middle of a chunk");
    }
    left -= count;
    return count;
  }

  private void next() throws IOException {
    if (begun && !line(in, LONGEST_LINE).isEmpty()) {
      throw new IOException("a chunk is longer than it says");
    }
    begun = true;
    String size = line(in, LONGEST_LINE).split(";", 2)[0].strip();
    if (!size.matches("[0-9a-fA-F]{1,15}")) {
      throw new IOException("a chunk does not say how long it is");
    }
    left = Long.parseLong(size, 16);
    if (left == 0) {
      int trailers = 0;
      while (!line(in, LONGEST_LINE).isEmpty()) {
        if (++trailers > 100) {
          throw new IOException("it has no end");
        }
      }
      ended = true;
    }
  }

  /// Reads a line that ends with LF or CRLF, as ISO 8859-1.
  ///
  /// @throws IOException if the input ends before it, or it is longer than `most`
  static String line(InputStream in, int most) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int each = in.read(); each != '\n'; each = in.read()) {
      if (each < 0) {
        throw new EOFException("it ends too early");
      }
      if (line.length() >= most) {
        throw new IOException("a line is longer than " + most + " bytes");
      }
      line.append((char) each);
    }
    int last = line.length() - 1;
    return last >= 0 && line.charAt(last) == '\r' ? line.substring(0, last) : line.toString();
  }
}
