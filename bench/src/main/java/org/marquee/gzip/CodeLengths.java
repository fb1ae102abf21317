package org.marquee.gzip;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Lengths of an optimal prefix code that is nowhere longer than a limit (Larmore and Hirschberg,
/// "A fast algorithm for optimal length-limited Huffman codes", 1990: package-merge).
final class CodeLengths {
  private CodeLengths() {}

  private record Item(long weight, List<Integer> symbols) {}

  /// @param frequencies of the symbols; one that is 0 gets no code
  static byte[] of(long[] frequencies, int longest) {
    List<Item> leaves = new ArrayList<>();
    for (int symbol = 0; symbol < frequencies.length; symbol++) {
      if (frequencies[symbol] > 0) {
        leaves.add(new Item(frequencies[symbol], List.of(symbol)));
      }
    }
    leaves.sort(Comparator.comparingLong(Item::weight));
    List<Item> items = leaves;
    for (int level = 1; level < longest; level++) {
      List<Item> next = new ArrayList<>(leaves);
      for (int at = 0; at + 1 < items.size(); at += 2) {
        Item one = items.get(at);
        Item other = items.get(at + 1);
        List<Integer> symbols = new ArrayList<>(one.symbols());
        symbols.addAll(other.symbols());
        next.add(new Item(one.weight() + other.weight(), symbols));
      }
      next.sort(Comparator.comparingLong(Item::weight));
      items = next;
    }
    byte[] lengths = new byte[frequencies.length];
    for (Item item : items.subList(0, 2 * leaves.size() - 2)) {
      for (int symbol : item.symbols()) {
        lengths[symbol]++;
      }
    }
    return lengths;
  }
}
