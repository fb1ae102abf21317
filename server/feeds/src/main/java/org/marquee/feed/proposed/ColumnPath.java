package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the values of a column stand in a document, over all rows: in a list of rows, the name of
/// the column; in a tree, the way to it.
///
/// @param steps each [#ELEMENTS], [#MEMBERS], [#NAME], or a dot with the name of a member behind it
record ColumnPath(List<String> steps) {
  /// Each element of a list.
  static final String ELEMENTS = "[]";

  /// Each member of an object whose names are data.
  static final String MEMBERS = "{}";

  /// The name of such a member: the end of a way.
  static final String NAME = "@";

  static final ColumnPath ROOT = new ColumnPath(List.of());

  ColumnPath {
    steps = List.copyOf(steps);
  }

  ColumnPath to(String step) {
    List<String> all = new ArrayList<>(steps);
    all.add(step);
    return new ColumnPath(all);
  }

  ColumnPath toMember(String name) {
    return to("." + name);
  }

  /// The rows that the column belongs to: the way to the last thing that is gone through.
  ColumnPath rows() {
    int end = steps.size();
    while (end > 0 && !goesThrough(end - 1)) {
      end--;
    }
    return new ColumnPath(steps.subList(0, end));
  }

  boolean goesThrough(int at) {
    return steps.get(at).equals(ELEMENTS) || steps.get(at).equals(MEMBERS);
  }

  boolean isWithin(ColumnPath rows) {
    return steps.size() >= rows.steps.size()
        && steps.subList(0, rows.steps.size()).equals(rows.steps);
  }

  /// Whether each of `rows` has one value of this column.
  boolean isSeenFrom(ColumnPath rows) {
    return rows.isWithin(rows());
  }

  /// Whether it is the name of members that is meant.
  boolean isName() {
    return !steps.isEmpty() && steps.getLast().equals(NAME);
  }

  /// How many rows within rows there are.
  int depth() {
    return (int)
        steps.stream().filter(step -> step.equals(ELEMENTS) || step.equals(MEMBERS)).count();
  }

  /// The member's name that stands nearest to the end, `skipped` others left out; null where there
  /// is none.
  @Nullable String member(int skipped) {
    List<String> names = steps.stream().filter(step -> step.startsWith(".")).toList();
    return skipped < names.size() ? names.get(names.size() - 1 - skipped).substring(1) : null;
  }

  /// The way as people write it in a correction, and as the paths of mappings have it.
  @Override
  public String toString() {
    return toString(Map.of());
  }

  /// The same, with names for some of the things that are gone through, by their steps.
  String toString(Map<Integer, String> names) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < steps.size(); at++) {
      String step = steps.get(at);
      if (at > 0 && (step.startsWith(".") || step.equals(MEMBERS))) {
        text.append('.');
      }
      text.append(
          step.startsWith(".")
              ? quoted(step.substring(1))
              : step.charAt(0) + names.getOrDefault(at, "") + step.substring(1));
    }
    return text.toString();
  }

  private static String quoted(String name) {
    return name.matches("[^@$.\\[\\]{}()\"][^.\\[\\]{}()\"]*") && !name.isBlank()
        ? name
        : '"' + name + '"';
  }
}
