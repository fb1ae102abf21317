package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;

/// The lists of objects in documents of JSON. What is keyed by ids, days or names is no list: it is
/// only noted.
///
/// A list is named by the ways that lead to it, one for each list that it stands in.
final class Tree {
  private static final int DEEPEST = 12;
  private static final int MOST_CELLS = 4_000_000;

  /// The rows of each list: what an element has, by the way to it, and what it stands in.
  final Map<List<String>, List<Row>> lists = new LinkedHashMap<>();

  /// Objects that are keyed, with their keys and what they hold.
  final Map<String, Set<String>> keyed = new LinkedHashMap<>();

  private int cells;

  /// @param outer the row that it stands in; itself where it stands in none
  record Row(Map<String, String> values, List<Row> outer) {}

  Tree(List<Value> documents) {
    for (Value document : documents) {
      Row row = new Row(new HashMap<>(), List.of());
      lists.computeIfAbsent(List.of(), _ -> new ArrayList<>()).add(row);
      walk(document, List.of(), "", row, 0);
    }
  }

  private void walk(Value value, List<String> list, String way, Row row, int depth) {
    if (depth > DEEPEST || cells > MOST_CELLS || value == Value.Nothing.NOTHING) {
      return;
    }
    if (value instanceof Value.Items(List<Value> items)) {
      List<String> inner = new ArrayList<>(list);
      inner.add(way);
      for (Value item : items) {
        Row each = new Row(new HashMap<>(), List.of(row));
        lists.computeIfAbsent(List.copyOf(inner), _ -> new ArrayList<>()).add(each);
        walk(item, List.copyOf(inner), "", each, depth + 1);
      }
    } else if (value instanceof Members members && isKeyed(members)) {
      Set<String> held = keyed.computeIfAbsent(name(list, way), _ -> new LinkedHashSet<>());
      hold(members, held, depth);
    } else if (value instanceof Members members) {
      members.each((name, inner) ->
          walk(inner, list, way.isEmpty() ? name : way + "." + name, row, depth + 1));
    } else {
      cells++;
      row.values().put(way, value.shown().strip());
    }
  }

  private static void hold(Value value, Set<String> held, int depth) {
    if (depth > DEEPEST || held.size() > 50) {
      return;
    }
    switch (value) {
      case Members members ->
          members.each((name, inner) -> {
            held.add(name);
            hold(inner, held, depth + 1);
          });
      case Value.Items(List<Value> items) -> items.forEach(item -> hold(item, held, depth + 1));
      default -> held.add(value.shown());
    }
  }

  /// Whether the names of an object's members are data: ids, days, or titles. So are names that a
  /// path would have to quote.
  private static boolean isKeyed(Members members) {
    List<String> names = new ArrayList<>();
    Set<String> kinds = new LinkedHashSet<>();
    members.each((name, value) -> {
      names.add(name);
      kinds.add(value instanceof Value.Items ? "list" : value instanceof Members ? "object" : "");
    });
    boolean odd =
        names.stream()
            .anyMatch(name ->
                name.isBlank()
                    || name.length() > 200
                    || "@$".indexOf(name.charAt(0)) >= 0
                    || name.chars().anyMatch(letter -> ".[]{}()\"".indexOf(letter) >= 0));
    boolean digits = names.stream().anyMatch(name -> name.chars().anyMatch(Character::isDigit));
    boolean unknown = names.stream().anyMatch(name -> !ColumnWords.isKnown(name));
    return odd
        || (!kinds.contains("")
            && !names.isEmpty()
            && (digits || (unknown && kinds.size() == 1 && names.size() > 1)));
  }

  /// The columns that the rows of a list see: their own, and those of what they stand in.
  List<FileColumn> columns(List<String> list) {
    List<FileColumn> columns = new ArrayList<>();
    List<Row> rows = lists.getOrDefault(list, List.of());
    rows = rows.subList(0, Math.min(FeedTable.MOST_ROWS, rows.size()));
    for (int up = 0; up <= list.size(); up++) {
      List<String> around = list.subList(0, list.size() - up);
      Set<String> ways = new LinkedHashSet<>();
      rows.forEach(row -> ways.addAll(row.values().keySet()));
      for (String way : ways) {
        String start = up == 0 ? "" : around.isEmpty() ? "$." : "@" + outer(around.size()) + ".";
        String path = !way.isEmpty() ? start + way : up == 0 ? "." : "@" + outer(around.size());
        columns.add(
            FileColumn.of(
                name(around, way),
                path,
                rows.stream().map(row -> row.values().getOrDefault(way, "")).toList()));
      }
      rows = rows.stream().flatMap(row -> row.outer().stream()).toList();
    }
    return columns;
  }

  private static String outer(int level) {
    return "outer" + level;
  }

  /// The path of the rows of a list in a mapping.
  static String each(List<String> list) {
    StringBuilder each = new StringBuilder();
    for (int at = 0; at < list.size(); at++) {
      each.append(at == 0 || list.get(at).isEmpty() ? "" : ".").append(list.get(at));
      each.append('[').append(at == list.size() - 1 ? "" : outer(at + 1)).append(']');
    }
    return each.toString();
  }

  static String name(List<String> list, String way) {
    StringBuilder name = new StringBuilder();
    list.forEach(
        each -> name.append(name.isEmpty() || each.isEmpty() ? "" : ".").append(each).append("[]"));
    return name.append(name.isEmpty() || way.isEmpty() ? "" : ".").append(way).toString();
  }
}
