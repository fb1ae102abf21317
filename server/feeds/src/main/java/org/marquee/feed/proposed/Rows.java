package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rows of one list while they are read, column by column. Rows for which there is no room are
/// only counted.
final class Rows {
  private static final int OF_COLUMN = 30;

  private final Map<String, List<String>> columns = new LinkedHashMap<>();
  private final Room room;
  private final @Nullable Rows around;

  /// How many rows see the columns: its own, and those of the lists in it.
  private int seeing;

  /// For each row the number of the one that it stands in.
  final List<Integer> outer = new ArrayList<>();

  /// How many rows there are, kept or not.
  long all;

  /// @param around the rows that these stand in; null where these are not in a list
  Rows(Room room, @Nullable Rows around) {
    this.room = room;
    this.around = around;
  }

  /// Begins a row, and returns its number; -1 where there is no room for it.
  int begin(int row) {
    all++;
    if (room.isFull() || row < 0) {
      return -1;
    }
    room.take(1);
    for (Rows each = this; each != null; each = each.around) {
      each.seeing++;
      room.take(each.columns.size());
    }
    outer.add(row);
    return outer.size() - 1;
  }

  /// Puts a value into a row; of two the first one counts.
  void put(int row, String column, String value) {
    List<String> values = columns.get(column);
    if (values == null && row >= 0 && !room.isFull()) {
      room.take(OF_COLUMN + seeing);
      values = new ArrayList<>();
      columns.put(room.keep(column), values);
    }
    if (values != null && row >= values.size()) {
      pad(values, row);
      values.add(room.keep(value.strip()));
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

  /// The values of a column, one for each row that is kept; none where no row has the column.
  List<String> values(String column) {
    List<String> values = columns.getOrDefault(column, List.of());
    if (columns.containsKey(column)) {
      pad(values, outer.size());
    }
    return values;
  }
}
