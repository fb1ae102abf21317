package org.marquee.snapshot.search;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which texts hold a pair of letters: a search looks through those that hold its rarest pair, and
/// no others. The shortest search has two letters as sent, but one may be left after folding, so
/// single letters are indexed too.
final class Bigrams {
  private static final int[] NOWHERE = {};

  private final Map<Integer, int[]> texts;

  private Bigrams(Map<Integer, int[]> texts) {
    this.texts = texts;
  }

  static Bigrams of(List<String> all) {
    Map<Integer, BitSet> found = new HashMap<>();
    for (int number = 0; number < all.size(); number++) {
      String text = all.get(number);
      for (int at = 0; at < text.length(); at++) {
        add(found, text.charAt(at), number);
        if (at + 1 < text.length()) {
          add(found, pair(text, at), number);
        }
      }
    }
    Map<Integer, int[]> texts = HashMap.newHashMap(found.size());
    found.forEach((letters, numbers) -> texts.put(letters, numbers.stream().toArray()));
    return new Bigrams(texts);
  }

  private static void add(Map<Integer, BitSet> found, int letters, int number) {
    found.computeIfAbsent(letters, _ -> new BitSet()).set(number);
  }

  private static int pair(String text, int at) {
    return text.charAt(at) << 16 | text.charAt(at + 1);
  }

  /// The numbers of the texts that may hold `part`, ascending.
  int[] candidates(String part) {
    if (part.length() == 1) {
      return texts.getOrDefault((int) part.charAt(0), NOWHERE);
    }
    int[] rarest = null;
    for (int at = 0; at + 1 < part.length(); at++) {
      int[] holding = texts.getOrDefault(pair(part, at), NOWHERE);
      if (rarest == null || holding.length < rarest.length) {
        rarest = holding;
      }
    }
    return rarest == null ? NOWHERE : rarest;
  }
}
