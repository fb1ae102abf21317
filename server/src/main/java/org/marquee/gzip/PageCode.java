package org.marquee.gzip;

import java.util.Arrays;

/// The constant code of pages, ready to be written: the header of the block and, for each symbol,
/// its bits and their number in one integer (RFC 1951, 3.2.5 to 3.2.7).
///
/// @param literals by byte: bits above, their number in the lowest four bits
/// @param pairs by two letters of ASCII, the second one seven bits above the first: the bits of
///   both above, their number in the lowest five bits
/// @param matchLengths by length, 3 to 258: the symbol with its extra bits above, their number in
///   the lowest five bits
/// @param distances by symbol: bits above, their number in the lowest four bits
/// @param distanceSymbols by distance, as described at [#NEAR]
/// @param endOfBlock as in `literals`
/// @param header the beginning of the block; its last byte has `headerTail` bits
@SuppressWarnings("ArrayRecordComponent") // never compared
record PageCode(
    int[] literals,
    int[] pairs,
    int[] matchLengths,
    int[] distances,
    byte[] distanceSymbols,
    int endOfBlock,
    byte[] header,
    int headerTail) {

  /// Distances up to here have a symbol each in the table, those beyond one for each 128 of them.
  static final int NEAR = 256;

  /// No code is longer, in bits, so that those of two letters and their number fit an integer.
  static final int LONGEST_CODE = 13;

  static final int LITERALS = 286;
  static final int DISTANCES = 30;
  private static final int END = 256;
  private static final int FIRST_LENGTH = 257;
  private static final int SHORTEST = 3;
  private static final int LONGEST = 258;
  private static final int ASCII_BITS = 7;
  private static final int[] ORDER = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  };

  /// Trained on pages of all lists; each digit is the length of a code, in base 16.
  static final PageCode TRAINED =
      of(lengths(TrainedLengths.LITERALS), lengths(TrainedLengths.DISTANCES));

  private static byte[] lengths(String digits) {
    byte[] lengths = new byte[digits.length()];
    for (int at = 0; at < lengths.length; at++) {
      lengths[at] = (byte) Character.digit(digits.charAt(at), 16);
    }
    return lengths;
  }

  /// The code of which every symbol has a length.
  static PageCode of(byte[] literalLengths, byte[] distanceLengths) {
    HuffmanCode literal = HuffmanCode.of(literalLengths);
    HuffmanCode distance = HuffmanCode.of(distanceLengths);
    int[] literals = new int[END];
    for (int symbol = 0; symbol < END; symbol++) {
      literals[symbol] = literal.bits()[symbol] << 4 | literalLengths[symbol];
    }
    int[] distances = new int[DISTANCES];
    for (int symbol = 0; symbol < DISTANCES; symbol++) {
      distances[symbol] = distance.bits()[symbol] << 4 | distanceLengths[symbol];
    }
    BitWriter header = header(literalLengths, distanceLengths);
    return new PageCode(
        literals,
        pairs(literals),
        matchLengths(literal),
        distances,
        symbolsOfDistances(),
        literal.bits()[END] << 4 | literalLengths[END],
        header.bytes(),
        header.bitsInLast());
  }

  private static int[] pairs(int[] literals) {
    int letters = 1 << ASCII_BITS;
    int[] pairs = new int[letters * letters];
    for (int at = 0; at < pairs.length; at++) {
      int first = literals[at % letters];
      int second = literals[at / letters];
      int length = first & 15;
      pairs[at] = (first >>> 4 | second >>> 4 << length) << 5 | (length + (second & 15));
    }
    return pairs;
  }

  private static int[] matchLengths(HuffmanCode literal) {
    int[] packed = new int[LONGEST + 1];
    int first = SHORTEST;
    for (int symbol = FIRST_LENGTH; symbol < LITERALS; symbol++) {
      int extra = symbol == LITERALS - 1 ? 0 : lengthExtra(symbol);
      int from = symbol == LITERALS - 1 ? LONGEST : first;
      for (int more = 0; more < 1 << extra && from + more <= LONGEST; more++) {
        int length = literal.lengths()[symbol];
        packed[from + more] = (literal.bits()[symbol] | more << length) << 5 | (length + extra);
      }
      first = from + (1 << extra);
    }
    return packed;
  }

  private static int lengthExtra(int symbol) {
    return symbol < FIRST_LENGTH + 8 ? 0 : (symbol - FIRST_LENGTH - 4) / 4;
  }

  /// What stands for a distance: its bits above, their number in the lowest five bits.
  ///
  /// @param distance 1 to 32,768
  int distance(int distance) {
    int symbol = distanceSymbols[distance <= NEAR ? distance - 1 : NEAR + ((distance - 1) >>> 7)];
    int entry = distances[symbol];
    int length = entry & 15;
    int bits = entry >>> 4 | (distance - firstDistance(symbol)) << length;
    return bits << 5 | (length + extraBits(symbol));
  }

  /// How many extra bits follow the symbol of a distance.
  static int extraBits(int symbol) {
    return symbol < 4 ? 0 : (symbol >> 1) - 1;
  }

  /// The first distance that a symbol stands for.
  static int firstDistance(int symbol) {
    return symbol < 4 ? symbol + 1 : ((2 + (symbol & 1)) << ((symbol >> 1) - 1)) + 1;
  }

  private static byte[] symbolsOfDistances() {
    byte[] symbols = new byte[NEAR + (32 << 10 >> 7)];
    for (int symbol = 0; symbol < DISTANCES; symbol++) {
      int first = firstDistance(symbol) - 1;
      int last = first + (1 << extraBits(symbol)) - 1;
      for (int less = first; less <= Math.min(last, NEAR - 1); less++) {
        symbols[less] = (byte) symbol;
      }
      if (last >= NEAR) {
        Arrays.fill(symbols, NEAR + (first >> 7), NEAR + (last >> 7) + 1, (byte) symbol);
      }
    }
    return symbols;
  }

  /// The header of the last block of a text, with a dynamic code (RFC 1951, 3.2.7).
  private static BitWriter header(byte[] literalLengths, byte[] distanceLengths) {
    byte[] all = Arrays.copyOf(literalLengths, LITERALS + DISTANCES);
    System.arraycopy(distanceLengths, 0, all, LITERALS, DISTANCES);
    // Runs of one length: the length, then 3 to 6 times the same (symbol 16). No length is zero.
    int[] symbols = new int[all.length];
    int[] extras = new int[all.length];
    int number = 0;
    int at = 0;
    while (at < all.length) {
      int run = 1;
      while (at + run < all.length && all[at + run] == all[at]) {
        run++;
      }
      symbols[number++] = all[at];
      int rest = run - 1;
      while (rest >= 3) {
        int times = Math.min(rest, 6);
        symbols[number] = 16;
        extras[number++] = times - 3;
        rest -= times;
      }
      while (rest-- > 0) {
        symbols[number++] = all[at];
      }
      at += run;
    }
    long[] frequencies = new long[ORDER.length];
    for (int each = 0; each < number; each++) {
      frequencies[symbols[each]]++;
    }
    byte[] codeLengths = CodeLengths.of(frequencies, 7);
    HuffmanCode code = HuffmanCode.of(codeLengths);
    int orders = ORDER.length;
    while (codeLengths[ORDER[orders - 1]] == 0) {
      orders--;
    }
    BitWriter header = new BitWriter();
    header.write(1, 1);
    header.write(2, 2);
    header.write(LITERALS - 257, 5);
    header.write(DISTANCES - 1, 5);
    header.write(orders - 4, 4);
    for (int each = 0; each < orders; each++) {
      header.write(codeLengths[ORDER[each]], 3);
    }
    for (int each = 0; each < number; each++) {
      header.write(code.bits()[symbols[each]], codeLengths[symbols[each]]);
      if (symbols[each] == 16) {
        header.write(extras[each], 2);
      }
    }
    return header;
  }
}
