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

  /// @param table whether the rows are those of a table: a path is then the name of a column
  RowPaths(ColumnPath rows, boolean table) {
    this.rows = rows;
    this.table = table;
  }

  ColumnPath rows() {
    return rows;
  }

  /// The path from a row to its value in `column`. Of several values it leads to the first, unless
  /// `all` are wanted.
  String first(ColumnPath column) {
    return path(column).replace("[]", "[0]");
  }

  String path(ColumnPath column) {
    if (table) {
      String name = ((ColumnPath.Step.Member) column.steps().getFirst()).name();
      return name.matches("[@$\"].*|.*\\(json\\).*") ? '"' + name + '"' : name;
    }
    int common = 0;
    while (common < Math.min(rows.steps().size(), column.steps().size())
        && rows.steps().get(common).equals(column.steps().get(common))) {
      common++;
    }
    int from = common;
    while (from > 0 && !rows.goesThrough(from - 1)) {
      from--;
    }
    ColumnPath rest = new ColumnPath(column.steps().subList(from, column.steps().size()));
    boolean named = rest.steps().equals(List.of(ColumnPath.Step.Many.NAME));
    if (from == rows.steps().size() && !named) {
      return rest.steps().isEmpty() ? "." : rest.toString();
    }
    if (from == 0) {
      return "$." + rest;
    }
    String start = "@" + name(from - 1);
    return named || rest.steps().isEmpty() ? start : start + "." + rest;
  }

  private String name(int at) {
    String known = names.get(at);
    if (known != null) {
      return known;
    }
    String member = new ColumnPath(rows.steps().subList(0, at)).member(0);
    String plain =
        member == null ? "" : member.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    String one = plain.length() > 3 ? plain.replaceFirst("s$", "") : plain;
    String name = one.matches("[a-z].*") && !TAKEN.contains(one) ? one : "outer";
    while (names.containsValue(name)) {
      name += "2";
    }
    names.put(at, name);
    return name;
  }

  /// The path to the rows, with the names that other paths start from; empty where the document is
  /// the row.
  String each() {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < rows.steps().size(); at++) {
      String name = names.getOrDefault(at, "");
      switch (rows.steps().get(at)) {
        case ColumnPath.Step.Member(String member) ->
            text.append(text.isEmpty() ? "" : ".").append(ColumnPath.quoted(member));
        case ColumnPath.Step.Many.MEMBERS ->
            text.append(text.isEmpty() ? "" : ".").append('{').append(name).append('}');
        case ColumnPath.Step.Many _ -> text.append('[').append(name).append(']');
      }
    }
    return text.toString();
  }
}
