package org.marquee.gzip;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Looks at text eight bytes at once.
final class TextScan {
  private static final int LONGEST_MATCH = 258;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /// Of eight bytes, the lowest bit of each, and the highest.
  private static final long EACH = 0x0101010101010101L;

  private static final long HIGHEST = 0x8080808080808080L;

  private TextScan() {}

  /// How many bytes from `from` on are those from `at` on, up to the longest that one match has.
  ///
  /// @param next the first eight from `at` on
  static int same(byte[] in, int from, int at, int length, long next) {
    long difference = (long) LONG.get(in, from) ^ next;
    if (difference != 0) {
      return Long.numberOfTrailingZeros(difference) >>> 3;
    }
    int most = Math.min(LONGEST_MATCH, length - at);
    int same = Long.BYTES;
    while (same + Long.BYTES <= most) {
      difference = (long) LONG.get(in, from + same) ^ (long) LONG.get(in, at + same);
      if (difference != 0) {
        return same + (Long.numberOfTrailingZeros(difference) >>> 3);
      }
      same += Long.BYTES;
    }
    while (same < most && in[from + same] == in[at + same]) {
      same++;
    }
    return same;
  }

  /// Where a word ends: at a colon or at what ASCII has before the digits, as quotes and commas.
  ///
  /// @param lastRead the last place from which eight bytes can be read, and the farthest end
  static int endOfWord(byte[] in, int from, int lastRead) {
    int end = from;
    while (end < lastRead) {
      long next = (long) LONG.get(in, end);
      long colons = next ^ ':' * EACH;
      long ends = (((next - '0' * EACH) & ~next) | ((colons - EACH) & ~colons)) & HIGHEST;
      if (ends != 0) {
        return Math.min(lastRead, end + (Long.numberOfTrailingZeros(ends) >>> 3));
      }
      end += Long.BYTES;
    }
    return Math.min(end, lastRead);
  }
}
