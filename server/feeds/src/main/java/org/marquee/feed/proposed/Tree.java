package org.marquee.feed.proposed;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;

/// The lists of objects in documents of JSON. What is keyed by ids, days or names is no list: it is
/// only noted.
final class Tree {
  private static final int DEEPEST = 12;
  private static final int OF_PLACE = 100;

  private final Room room;

  /// The documents.
  final Rows top;

  /// Objects that are keyed, with their keys and what they hold.
  final Map<String, Set<String>> keyed = new LinkedHashMap<>();

  Tree(Room room) {
    this.room = room;
    this.top = new Rows(room);
  }

  void add(Value document) {
    walk(document, top, "", top.begin(0), 0);
  }

  private void walk(Value value, Rows rows, String way, int row, int depth) {
    switch (value) {
      case Value.Nothing _ -> {}
      case Value _ when depth > DEEPEST -> {}
      case Value.Items(List<Value> items) -> {
        Rows list = items.isEmpty() ? null : rows.list(way);
        if (list != null) {
          for (Value item : items) {
            walk(item, list, "", list.begin(row), depth + 1);
          }
        }
      }
      case Members members ->
          members.each((name, inner) -> {
            if (!isKey(name, inner)) {
              walk(inner, rows, Rows.join(way, name), row, depth + 1);
            } else if (!room.isFull()) {
              hold(name, inner, held(Rows.join(rows.name, way)));
            }
          });
      default -> rows.put(row, way, value.shown());
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
}
