package org.marquee.gzip;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/// Makes the code lengths of [TrainedLengths] from the pages in a folder, a file each: counts the
/// symbols that the encoder writes for them, and makes the best code for those.
@NullMarked
public final class TrainCode {
  private TrainCode() {}

  public static void main(String... arguments) throws IOException {
    long[] literals = new long[PageCode.LITERALS];
    long[] distances = new long[PageCode.DISTANCES];
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
    to.println(digits(literals));
    to.println(digits(distances));
  }

  /// Every symbol may come, and no code is longer than the format allows.
  private static String digits(long[] counts) {
    StringBuilder digits = new StringBuilder();
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    long[] all = new long[counts.length];
    for (int symbol = 0; symbol < counts.length; symbol++) {
      all[symbol] = counts[symbol] + Math.max(1, total / 20_000);
    }
    for (byte length : CodeLengths.of(all, PageCode.LONGEST_CODE)) {
      digits.append(Character.forDigit(length, 16));
    }
    return digits.toString();
  }

  private static void count(byte[] gzip, long[] literals, long[] distances) {
    PageCode code = PageCode.TRAINED;
    Map<Integer, Integer> literalSymbols = symbols(TrainedLengths.LITERALS);
    Map<Integer, Integer> distanceSymbols = symbols(TrainedLengths.DISTANCES);
    int[] at = {(10 + code.header().length - 1) * Byte.SIZE + code.headerTail()};
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
  private static Map<Integer, Integer> symbols(String digits) {
    byte[] lengths = new byte[digits.length()];
    for (int symbol = 0; symbol < lengths.length; symbol++) {
      lengths[symbol] = (byte) Character.digit(digits.charAt(symbol), 16);
    }
    HuffmanCode code = HuffmanCode.of(lengths);
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
}
