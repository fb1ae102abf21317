package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rows of one list while they are read, column by column, and the lists in them. Rows for
/// which there is no room are only counted.
final class Rows {
  /// What a list costs besides its name, and a column besides its rows.
  private static final int LIST = 100;

  private static final int COLUMN = 30;

  private final Room room;
  private final String way;
  private final Map<String, List<String>> columns = new LinkedHashMap<>();
  private final Map<String, Rows> inner = new LinkedHashMap<>();

  /// For each row the number of the one that it stands in.
  private final List<Integer> outer = new ArrayList<>();

  /// How many rows see the columns: its own, and those of the lists in it.
  private int seeing;

  /// These rows, those that they stand in, and so on.
  final List<Rows> chain = new ArrayList<>();

  /// The list as people read it: `films[].shows[]`.
  final String name;

  /// How many rows there are, kept or not.
  long all;

  /// Rows that stand in no list.
  Rows(Room room) {
    this(room, List.of(), "");
  }

  private Rows(Room room, List<Rows> around, String way) {
    this.room = room;
    this.way = way;
    this.name = around.isEmpty() ? "" : join(around.getFirst().name, way) + "[]";
    chain.add(this);
    chain.addAll(around);
  }

  /// The list that stands in these rows; null where there is no room for another.
  @Nullable Rows list(String within) {
    Rows list = inner.get(within);
    if (list == null && !room.isFull()) {
      list = new Rows(room, chain, within);
      inner.put(within, list);
      room.take(LIST + list.name.length() / 4);
    }
    return list;
  }

  /// These rows, and those of all lists in them.
  Stream<Rows> lists() {
    return Stream.concat(Stream.of(this), inner.values().stream().flatMap(Rows::lists));
  }

  int depth() {
    return chain.size() - 1;
  }

  /// How many rows are kept.
  int kept() {
    return outer.size();
  }

  /// Begins a row, and returns its number; -1 where there is no room for it.
  int begin(int row) {
    all++;
    if (room.isFull() || row < 0) {
      return -1;
    }
    room.take(1);
    for (Rows each : chain) {
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
      room.take(COLUMN + seeing);
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

  /// The columns that the rows see: their own, and those of what they stand in.
  List<FileColumn> columns() {
    List<FileColumn> seen = new ArrayList<>();
    List<Integer> rows = IntStream.range(0, outer.size()).boxed().toList();
    for (Rows level : chain) {
      String start =
          level.depth() == depth() ? "" : level.depth() == 0 ? "$" : "@" + level.called();
      for (Map.Entry<String, List<String>> each : level.columns.entrySet()) {
        String column = each.getKey();
        List<String> values = each.getValue();
        pad(values, level.outer.size());
        String end = column.matches("[@$\"].*") ? '"' + column.replace("\"", "") + '"' : column;
        String path = join(start, end);
        seen.add(
            FileColumn.of(
                join(level.name, column),
                path.isEmpty() ? "." : path,
                rows.stream().map(values::get).toList()));
      }
      rows = rows.stream().map(level.outer::get).toList();
    }
    return seen;
  }

  /// The path of the rows in a mapping.
  String path() {
    return path("");
  }

  private String path(String called) {
    String around = depth() < 2 ? "" : chain.get(1).path(chain.get(1).called());
    return depth() == 0 ? "" : join(around, way) + '[' + called + ']';
  }

  /// What rows within these call them in a mapping.
  private String called() {
    return "outer" + depth();
  }

  static String join(String start, String end) {
    return start + (start.isEmpty() || end.isEmpty() ? "" : ".") + end;
  }
}
