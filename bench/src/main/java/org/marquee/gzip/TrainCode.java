package org.marquee.gzip;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/// Makes the codes of [PageCode] from the pages in a folder, a file each: counts the symbols that
/// the encoder writes for them, and makes the best code for those.
@NullMarked
public final class TrainCode {
  private static final int[] ORDER = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  };

  private TrainCode() {}

  public static void main(String... arguments) throws IOException {
    long[] literals = new long[PageCode.LETTER_SYMBOLS];
    long[] distances = new long[PageCode.DISTANCE_SYMBOLS];
    List<Path> pages;
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      pages = new ArrayList<>(files.toList());
    }
    GzipEncoder encoder = new GzipEncoder();
    for (Path page : pages) {
      byte[] text = Files.readAllBytes(page);
      byte[] packed = encoder.encode(text, text.length);
      if (packed != null) {
        count(packed, literals, distances);
      }
    }
    PrintStream to = System.out;
    byte[] letterLengths = lengths(literals);
    byte[] distanceLengths = lengths(distances);
    to.println(digits(letterLengths));
    to.println(digits(distanceLengths));
    BitWriter header = header(letterLengths, distanceLengths);
    to.println(HexFormat.of().formatHex(header.bytes()) + ", last byte: " + header.bitsInLast());
  }

  /// Every symbol may come, and no code is longer than the format allows.
  private static byte[] lengths(long[] counts) {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    long[] all = new long[counts.length];
    for (int symbol = 0; symbol < counts.length; symbol++) {
      all[symbol] = counts[symbol] + Math.max(1, total / 20_000);
    }
    return CodeLengths.of(all, PageCode.LONGEST_CODE);
  }

  private static String digits(byte[] lengths) {
    StringBuilder digits = new StringBuilder();
    for (byte length : lengths) {
      digits.append(Character.forDigit(length, 16));
    }
    return digits.toString();
  }

  private static void count(byte[] gzip, long[] literals, long[] distances) {
    Map<Integer, Integer> literalSymbols = symbols(PageCode.LETTERS);
    Map<Integer, Integer> distanceSymbols = symbols(PageCode.DISTANCES);
    int[] at = {(10 + PageCode.HEADER.length - 1) * Byte.SIZE + PageCode.HEADER_TAIL};
    while (true) {
      int symbol = next(gzip, at, literalSymbols);
      literals[symbol]++;
      if (symbol == 256) {
        return;
      }
      if (symbol > 256) {
        at[0] += symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4;
        int distance = next(gzip, at, distanceSymbols);
        distances[distance]++;
        at[0] += PageCode.extraBits(distance);
      }
    }
  }

  /// Symbols by the bits of their codes with a one before the first.
  private static Map<Integer, Integer> symbols(HuffmanCode code) {
    byte[] lengths = code.lengths();
    Map<Integer, Integer> symbols = new HashMap<>();
    for (int symbol = 0; symbol < lengths.length; symbol++) {
      int bits = Integer.reverse(code.bits()[symbol]) >>> (Integer.SIZE - lengths[symbol]);
      symbols.put(1 << lengths[symbol] | bits, symbol);
    }
    return symbols;
  }

  private static int next(byte[] gzip, int[] at, Map<Integer, Integer> symbols) {
    int bits = 1;
    Integer symbol = null;
    while (symbol == null) {
      bits = bits << 1 | (gzip[at[0] >> 3] >> (at[0] & 7) & 1);
      at[0]++;
      symbol = symbols.get(bits);
    }
    return symbol;
  }

  /// The header of the last block of a text, with a dynamic code (RFC 1951, 3.2.7).
  private static BitWriter header(byte[] literalLengths, byte[] distanceLengths) {
    byte[] all = Arrays.copyOf(literalLengths, PageCode.LETTER_SYMBOLS + PageCode.DISTANCE_SYMBOLS);
    System.arraycopy(distanceLengths, 0, all, PageCode.LETTER_SYMBOLS, PageCode.DISTANCE_SYMBOLS);
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
    header.write(PageCode.LETTER_SYMBOLS - 257, 5);
    header.write(PageCode.DISTANCE_SYMBOLS - 1, 5);
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
