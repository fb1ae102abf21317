package org.marquee.feed.proposed;

import java.util.HashMap;
import java.util.Map;

/// How much of a file is kept, for all its lists together. It counts in references: each column
/// that a row sees is one, and so are four letters of a text.
final class Room {
  /// About 50 MB for a command; what questions make of it takes as much again.
  static final int OF_FILE = 12_000_000;

  /// What a text costs besides its letters.
  private static final int TEXT = 20;

  /// Nobody reads a time or asks a question by more letters.
  private static final int LONGEST = 1_000;

  private final Map<String, String> texts = new HashMap<>();
  private int left;

  Room(int left) {
    this.left = left;
  }

  boolean isFull() {
    return left <= 0;
  }

  void take(int references) {
    left -= references;
  }

  /// The beginning of a text, kept once.
  String keep(String whole) {
    String text = whole.length() > LONGEST ? whole.substring(0, LONGEST) : whole;
    String before = texts.putIfAbsent(text, text);
    take(before == null ? TEXT + text.length() / 4 : 0);
    return before == null ? text : before;
  }
}
