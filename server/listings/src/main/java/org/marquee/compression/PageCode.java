package org.marquee.compression;

import java.util.Arrays;
import java.util.HexFormat;

/// The constant code of pages, ready to be written: the header of the block and, for each symbol,
/// its bits and their number in one integer (RFC 1951, 3.2.5 to 3.2.7).
///
/// Made of pages of all lists of the demo, by a program that the history keeps
/// (docs/decisions/0199).
final class PageCode {
  /// How many symbols there are for bytes, the end of the block and lengths of matches.
  static final int LETTER_SYMBOLS = 286;

  private static final int END = 256;
  private static final int FIRST_LENGTH = 257;
  private static final int SHORTEST = 3;
  private static final int LONGEST = 258;

  /// The code of the 256 bytes, the end of the block and the 29 lengths of matches.
  static final HuffmanCode LETTERS =
      HuffmanCode.of(
          "dddddddddddddddddddddddddddddddd9d7ddddddddd88b855556556667ddddd"
              + "dabaabbaa9ccbaabbbaa8abbba9adad9d55555666766755766555856666ad8dd"
              + "cddddddddddddddddddddddddcdddddddddddddddddddddddddddddddddddddd"
              + "ddddddddddddddddddddddddddddddddddcddddddddddddddddddddddddddddd"
              + "bd7a989a9966798897778779aaaadd");

  /// The code of the 30 distances.
  static final HuffmanCode DISTANCES = HuffmanCode.of("ddddddddbb98776352644434455667");

  /// The beginning of the block, which tells both codes.
  static final byte[] HEADER =
      HexFormat.of()
          .parseHex(
              "ed9d0580e446badfc3ccccd9743899b9295095a40efaec3b7bdf3bfbeeecf1dd"
                  + "791d675324a9a5ae6aa9aaa604ce242fcc8c2fcccccccccc8c2fcccc7469efac"
                  + "77a5de99edeee95e4318ee76baf5af9fbeeffb7f5f95d400");

  /// How many bits of its last byte are in use.
  static final int HEADER_TAIL = 0;

  /// By byte: bits above, their number in the lowest four bits.
  static final int[] LITERALS = literals();

  /// By length, 3 to 258: the symbol with its extra bits above, their number in the lowest five
  /// bits.
  static final int[] MATCH_LENGTHS = matchLengths();

  /// As in [#LITERALS].
  static final int END_OF_BLOCK = LETTERS.packed(END);

  private PageCode() {}

  private static int[] literals() {
    int[] literals = new int[END];
    Arrays.setAll(literals, LETTERS::packed);
    return literals;
  }

  private static int[] matchLengths() {
    int[] packed = new int[LONGEST + 1];
    int first = SHORTEST;
    for (int symbol = FIRST_LENGTH; symbol < LETTER_SYMBOLS; symbol++) {
      int extra = symbol == LETTER_SYMBOLS - 1 ? 0 : lengthExtra(symbol);
      int from = symbol == LETTER_SYMBOLS - 1 ? LONGEST : first;
      for (int more = 0; more < 1 << extra && from + more <= LONGEST; more++) {
        int length = LETTERS.lengths()[symbol];
        packed[from + more] = (LETTERS.bits()[symbol] | more << length) << 5 | (length + extra);
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
  static int distance(int distance) {
    int symbol = symbol(distance);
    int length = DISTANCES.lengths()[symbol];
    int bits = DISTANCES.bits()[symbol] | (distance - firstDistance(symbol)) << length;
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

  /// The symbol of a distance: those beyond four have two each for as many extra bits.
  private static int symbol(int distance) {
    int less = distance - 1;
    int extra = Integer.SIZE - 2 - Integer.numberOfLeadingZeros(less);
    return less < 4 ? less : 2 * extra + (less >>> extra);
  }
}
