package org.marquee.compression;

/// A canonical prefix code (RFC 1951, 3.2.2).
///
/// @param bits of each symbol, in the order in which they are written: the first one is the lowest
/// @param lengths of each symbol's code, in bits: 1 to 15
@SuppressWarnings("ArrayRecordComponent") // never compared
record HuffmanCode(int[] bits, byte[] lengths) {
  private static final int LONGEST = 15;

  /// The code that the lengths of its symbols' codes describe, a hexadecimal digit each.
  static HuffmanCode of(String digits) {
    byte[] lengths = new byte[digits.length()];
    for (int at = 0; at < lengths.length; at++) {
      lengths[at] = (byte) Character.digit(digits.charAt(at), 16);
    }
    return of(lengths);
  }

  /// The code of a symbol in one integer: bits above, their number in the lowest four bits.
  int packed(int symbol) {
    return bits[symbol] << 4 | lengths[symbol];
  }

  /// The code that the lengths of its symbols' codes describe.
  ///
  /// @throws IllegalArgumentException if they describe no complete code
  static HuffmanCode of(byte[] lengths) {
    int[] of = new int[LONGEST + 1];
    for (byte length : lengths) {
      of[length]++;
    }
    of[0] = 0;
    int[] next = new int[LONGEST + 2];
    for (int length = 1; length <= LONGEST; length++) {
      next[length + 1] = (next[length] + of[length]) << 1;
    }
    if (next[LONGEST + 1] != 1 << (LONGEST + 1)) {
      throw new IllegalArgumentException("these lengths are those of no complete code");
    }
    int[] bits = new int[lengths.length];
    for (int symbol = 0; symbol < lengths.length; symbol++) {
      int length = lengths[symbol];
      if (length > 0) {
        bits[symbol] = Integer.reverse(next[length]++) >>> (Integer.SIZE - length);
      }
    }
    return new HuffmanCode(bits, lengths);
  }
}
