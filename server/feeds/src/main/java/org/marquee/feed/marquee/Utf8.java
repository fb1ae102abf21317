package org.marquee.feed.marquee;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Strict UTF-8 (RFC 3629): the JSON parser lets overlong forms and encoded surrogates pass.
final class Utf8 {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long NON_ASCII = 0x8080808080808080L;

  private Utf8() {}

  /// Where the first byte that is not UTF-8 stands; -1 where there is none.
  static int firstFault(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      if (at + 8 <= to && ((long) EIGHT.get(bytes, at) & NON_ASCII) == 0) {
        at += 8;
      } else if (bytes[at] >= 0) {
        at++;
      } else {
        int length = sequence(bytes, at, to);
        if (length == 0) {
          return at;
        }
        at += length;
      }
    }
    return -1;
  }

  /// The length of the sequence of more than one byte that begins at `at`; 0 where none does. The
  /// bounds of the second byte are those of RFC 3629, 4.
  private static int sequence(byte[] bytes, int at, int to) {
    int first = bytes[at] & 0xff;
    if (first >= 0xc2 && first <= 0xdf) {
      return follows(bytes, at, 1, 0x80, 0xbf, to) ? 2 : 0;
    }
    if (first >= 0xe0 && first <= 0xef) {
      int least = first == 0xe0 ? 0xa0 : 0x80;
      int most = first == 0xed ? 0x9f : 0xbf;
      return follows(bytes, at, 2, least, most, to) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
      int least = first == 0xf0 ? 0x90 : 0x80;
      int most = first == 0xf4 ? 0x8f : 0xbf;
      return follows(bytes, at, 3, least, most, to) ? 4 : 0;
    }
    return 0;
  }

  private static boolean follows(byte[] bytes, int at, int count, int least, int most, int to) {
    if (at + count >= to) {
      return false;
    }
    int second = bytes[at + 1] & 0xff;
    if (second < least || second > most) {
      return false;
    }
    for (int next = at + 2; next <= at + count; next++) {
      if ((bytes[next] & 0xc0) != 0x80) {
        return false;
      }
    }
    return true;
  }
}
