package org.marquee.feed.proposed;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The paths of a mapping from one kind of rows. What a path starts from further out gets a name,
/// so the path of the rows themselves is known last.
final class RowPaths {
  private static final Set<String> TAKEN = Set.of("file", "venue");

  private final ColumnPath rows;
  private final boolean table;
  private final Map<Integer, String> names = new HashMap<>();

  /// @param table that has the rows; where it is one, a path is the name of a column
  RowPaths(ColumnPath rows, FeedTable table) {
    this.rows = rows;
    this.table = table.isTable();
  }

  ColumnPath rows() {
    return rows;
  }

  /// The path from a row to its value in `column`; in a table the column's name.
  String path(ColumnPath column) {
    if (table) {
      String name = String.valueOf(column.member(0));
      return name.matches("[@$\"].*|.*\\(json\\).*") ? '"' + name + '"' : name;
    }
    int from = 0;
    for (int at = 0;
        at < Math.min(rows.steps().size(), column.steps().size())
            && rows.steps().get(at).equals(column.steps().get(at));
        at++) {
      from = rows.goesThrough(at) ? at + 1 : from;
    }
    List<String> steps = column.steps().subList(from, column.steps().size());
    boolean named = steps.equals(List.of(ColumnPath.NAME));
    ColumnPath rest = new ColumnPath(named ? List.of() : steps);
    boolean here = rest.steps().isEmpty();
    if (from == rows.steps().size() && !named) {
      return here ? "." : rest.toString();
    }
    if (from == 0) {
      return "$." + rest;
    }
    return "@" + name(from - 1) + (here ? "" : "." + rest);
  }

  private String name(int at) {
    return names.computeIfAbsent(at, this::newName);
  }

  private String newName(int at) {
    String member = new ColumnPath(rows.steps().subList(0, at)).member(0);
    String plain =
        member == null ? "" : member.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    String one = plain.length() > 3 ? plain.replaceFirst("s$", "") : plain;
    StringBuilder name =
        new StringBuilder(one.matches("[a-z].*") && !TAKEN.contains(one) ? one : "outer");
    while (names.containsValue(name.toString())) {
      name.append('2');
    }
    return name.toString();
  }

  /// The path to the rows, with the names that other paths start from; empty where the document is
  /// the row.
  String each() {
    return rows.toString(names);
  }
}
