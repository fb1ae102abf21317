package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The rows of one list while they are read, column by column. Rows for which there is no room are
/// only counted.
final class Rows {
  /// A third of the heap of a command, in the cells of a table. A text that no other cell has
  /// counts as twenty.
  static final int ROOM = 12_000_000;

  private final Map<String, List<String>> columns = new LinkedHashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private int room;

  /// For each row the number of the one that it stands in.
  final List<Integer> outer = new ArrayList<>();

  /// How many rows there are, kept or not.
  long all;

  Rows(int room) {
    this.room = room;
  }

  /// Begins a row, and returns its number; -1 where there is no room for it.
  int begin(int around) {
    all++;
    if (room <= 0 || around < 0) {
      return -1;
    }
    outer.add(around);
    return outer.size() - 1;
  }

  /// Puts a value into a row; of two the first one counts.
  void put(int row, String column, String value) {
    List<String> values = columns.computeIfAbsent(column, _ -> new ArrayList<>());
    if (row >= 0) {
      pad(values, row);
    }
    if (values.size() == row) {
      String text = value.strip();
      String before = texts.putIfAbsent(text, text);
      room -= before == null ? 20 : 1;
      values.add(before == null ? text : before);
    }
  }

  private static void pad(List<String> values, int size) {
    while (values.size() < size) {
      values.add("");
    }
  }

  List<String> names() {
    return List.copyOf(columns.keySet());
  }

  /// The values of a column, one for each row that is kept.
  List<String> values(String column) {
    List<String> values = columns.getOrDefault(column, new ArrayList<>());
    pad(values, outer.size());
    return values;
  }
}
