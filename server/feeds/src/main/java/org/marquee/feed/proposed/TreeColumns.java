package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.JsonDocument;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;

/// The columns of a tree: every way through it that ends at a text, a number or a flag.
final class TreeColumns {
  private static final int MOST = 2000;
  private static final int DEEPEST = 12;

  /// Names that are data: dates, times, and ids with digits in them. Each sign is looked at once.
  private static final Pattern DATA = Pattern.compile("[a-zA-Z_ .:/-]*+[0-9][\\w .:/-]*+");

  private final Map<ColumnPath, FileColumn> columns = new LinkedHashMap<>();

  /// Adds what a document holds; several of them are rows of one kind. Null is none.
  void document(@Nullable JsonDocument document) {
    if (document != null) {
      walk(ColumnPath.ROOT, document.value());
    }
  }

  List<FileColumn> list() {
    return List.copyOf(columns.values());
  }

  private void walk(ColumnPath place, Value value) {
    if (place.steps().size() > DEEPEST || columns.size() > MOST) {
      return;
    }
    switch (value) {
      case Value.Items(List<Value> items) ->
          items.forEach(item -> walk(place.to(ColumnPath.ELEMENTS), item));
      case Members members -> {
        boolean data = areData(members);
        ColumnPath each = place.to(ColumnPath.MEMBERS);
        members.each((name, inner) -> {
          if (data) {
            add(each.to(ColumnPath.NAME), name);
            walk(each, inner);
          } else {
            walk(place.toMember(name), inner);
          }
        });
      }
      case Value.Nothing _ -> {}
      default -> add(place, value.shown());
    }
  }

  private void add(ColumnPath place, String text) {
    columns.computeIfAbsent(place, FileColumn::new).add(text);
  }

  /// Whether the names of an object's members are data, as ids or dates, and not those of columns.
  private static boolean areData(Members members) {
    List<String> names = new ArrayList<>();
    List<Set<String>> within = new ArrayList<>();
    members.each((name, value) -> {
      names.add(name);
      within.add(namesWithin(value));
    });
    if (names.isEmpty() || within.contains(Set.<String>of())) {
      return false;
    }
    if (names.stream().allMatch(name -> DATA.matcher(name).matches()) || areTimes(members)) {
      return true;
    }
    Set<String> all = new HashSet<>();
    within.forEach(all::addAll);
    return names.size() > 2
        && all.size() > 1
        && ColumnWords.areUnknown(names)
        && within.stream().allMatch(some -> some.size() >= 0.7 * all.size());
  }

  /// Whether each member is a list of times, called by what plays then.
  private static boolean areTimes(Members members) {
    List<String> names = new ArrayList<>();
    List<Value> texts = new ArrayList<>();
    members.each((name, value) -> {
      names.add(name);
      texts.addAll(value instanceof Value.Items(List<Value> items) ? items : List.of(value));
    });
    return ColumnWords.areUnknown(names)
        && !texts.isEmpty()
        && texts.stream()
            .allMatch(text ->
                text instanceof Value.Text(String written) && WrittenTime.of(written) != null);
  }

  /// The names of the members that an object, or the objects of a list, have; a sign for a list of
  /// texts; nothing for a text.
  private static Set<String> namesWithin(Value value) {
    Set<String> names = new LinkedHashSet<>();
    switch (value) {
      case Members members -> members.each((name, _) -> names.add(name));
      case Value.Items(List<Value> items) -> {
        names.add("[]");
        items.stream().limit(3).forEach(item -> names.addAll(namesWithin(item)));
      }
      default -> {}
    }
    return names;
  }
}
