package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;

/// The lists of objects in documents of JSON. What is keyed by ids, days or names is no list: it is
/// only noted.
///
/// A list is named by the ways that lead to it, one for each list that it stands in.
final class Tree {
  private static final int DEEPEST = 12;
  private static final int OF_PLACE = 100;

  /// The rows of each list, with what an element has, by the way to it.
  final Map<List<String>, Rows> lists = new LinkedHashMap<>();

  /// Objects that are keyed, with their keys and what they hold.
  final Map<String, Set<String>> keyed = new LinkedHashMap<>();

  private final Room room;

  Tree(Room room) {
    this.room = room;
  }

  void add(Value document) {
    walk(document, List.of(), "", rows(List.of()).begin(0), 0);
  }

  Rows rows(List<String> list) {
    Rows rows = lists.get(list);
    if (rows == null) {
      room.take(OF_PLACE + String.join("", list).length() / 4);
      rows = new Rows(room, list.isEmpty() ? null : rows(list.subList(0, list.size() - 1)));
      lists.put(list, rows);
    }
    return rows;
  }

  private void walk(Value value, List<String> list, String way, int row, int depth) {
    switch (value) {
      case Value.Nothing _ -> {}
      case Value _ when depth > DEEPEST -> {}
      case Value.Items(List<Value> items) -> {
        List<String> inner = Stream.concat(list.stream(), Stream.of(way)).toList();
        if (!room.isFull() || lists.containsKey(inner)) {
          items.forEach(item -> walk(item, inner, "", rows(inner).begin(row), depth + 1));
        }
      }
      case Members members ->
          members.each((name, inner) -> {
            if (!isKey(name, inner)) {
              walk(inner, list, join(way, name), row, depth + 1);
            } else if (!room.isFull()) {
              hold(name, inner, held(join(name(list), way)));
            }
          });
      default -> rows(list).put(row, way, value.shown());
    }
  }

  /// Whether the name of a member is data: an id, a day, or a title. So is one that a path would
  /// have to quote.
  private static boolean isKey(String name, Value value) {
    boolean holds = value instanceof Members || value instanceof Value.Items;
    return name.length() > 200
        || name.isBlank()
        || name.matches("(?s)[@$].*|.*[.\\[\\]{}()\"].*")
        || (holds && name.chars().anyMatch(Character::isDigit));
  }

  private Set<String> held(String place) {
    return keyed.computeIfAbsent(
        place,
        _ -> {
          room.take(OF_PLACE + place.length() / 4);
          return new TreeSet<>();
        });
  }

  private void hold(String name, Value value, Set<String> held) {
    if (held.size() < 50) {
      held.add(room.keep(name));
      switch (value) {
        case Members members -> members.each((inner, each) -> hold(inner, each, held));
        case Value.Items(List<Value> items) -> items.forEach(item -> hold(name, item, held));
        default -> held.add(room.keep(value.shown()));
      }
    }
  }

  /// The columns that the rows of a list see: their own, and those of what they stand in.
  List<FileColumn> columns(List<String> list) {
    List<FileColumn> columns = new ArrayList<>();
    List<Integer> rows = IntStream.range(0, rows(list).outer.size()).boxed().toList();
    for (int up = 0; up <= list.size(); up++) {
      List<String> around = list.subList(0, list.size() - up);
      Rows level = rows(around);
      String start = up == 0 ? "" : around.isEmpty() ? "$" : "@" + outer(around.size());
      for (String way : level.names()) {
        String path = join(start, way);
        List<String> values = level.values(way);
        columns.add(
            FileColumn.of(
                join(name(around), way),
                path.isEmpty() ? "." : path,
                rows.stream().map(values::get).toList()));
      }
      rows = rows.stream().map(level.outer::get).toList();
    }
    return columns;
  }

  private static String outer(int level) {
    return "outer" + level;
  }

  /// The path of the rows of a list in a mapping.
  static String each(List<String> list) {
    String each = "";
    for (int at = 0; at < list.size(); at++) {
      String outer = at == list.size() - 1 ? "" : outer(at + 1);
      each = join(each, list.get(at)) + '[' + outer + ']';
    }
    return each;
  }

  private static String join(String start, String end) {
    return start + (start.isEmpty() || end.isEmpty() ? "" : ".") + end;
  }

  /// The list as people read it: `films[].shows[]`.
  static String name(List<String> list) {
    return String.join(".", list.stream().map(each -> each + "[]").toList()).replace("].[]", "][]");
  }
}
