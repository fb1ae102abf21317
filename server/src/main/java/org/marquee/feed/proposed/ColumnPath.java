package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the values of a column stand in a document, over all rows: in a list of rows, the name of
/// the column; in a tree, the way to it.
record ColumnPath(List<Step> steps) {
  static final ColumnPath ROOT = new ColumnPath(List.of());

  ColumnPath {
    steps = List.copyOf(steps);
  }

  sealed interface Step {
    /// A member of an object, or a column.
    record Member(String name) implements Step {}

    /// What is gone through.
    enum Many implements Step {
      /// Each element of a list.
      ELEMENTS("[]"),
      /// Each member of an object whose names are data.
      MEMBERS("{}"),
      /// The name of such a member: the end of a way.
      NAME("@");

      final String shown;

      Many(String shown) {
        this.shown = shown;
      }
    }
  }

  static ColumnPath column(String name) {
    return ROOT.to(new Step.Member(name));
  }

  ColumnPath to(Step step) {
    List<Step> all = new ArrayList<>(steps);
    all.add(step);
    return new ColumnPath(all);
  }

  /// The rows that the column belongs to: the way to the last thing that is gone through.
  ColumnPath rows() {
    for (int at = steps.size() - 1; at >= 0; at--) {
      if (goesThrough(at)) {
        return new ColumnPath(steps.subList(0, at + 1));
      }
    }
    return ROOT;
  }

  boolean goesThrough(int at) {
    return steps.get(at) == Step.Many.ELEMENTS || steps.get(at) == Step.Many.MEMBERS;
  }

  boolean isWithin(ColumnPath rows) {
    return steps.size() >= rows.steps.size()
        && steps.subList(0, rows.steps.size()).equals(rows.steps);
  }

  /// Whether each of `rows` has one value of this column.
  boolean isSeenFrom(ColumnPath rows) {
    return rows.isWithin(rows());
  }

  /// How many rows within rows there are.
  int depth() {
    int depth = 0;
    for (int at = 0; at < steps.size(); at++) {
      depth += goesThrough(at) ? 1 : 0;
    }
    return depth;
  }

  /// The member's name that stands nearest to the end, `skipped` others left out; null where there
  /// is none.
  @Nullable String member(int skipped) {
    int left = skipped;
    for (int at = steps.size() - 1; at >= 0; at--) {
      if (steps.get(at) instanceof Step.Member(String name) && left-- == 0) {
        return name;
      }
    }
    return null;
  }

  /// The way as people write it in a correction, and as the paths of mappings have it.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Step step : steps) {
      switch (step) {
        case Step.Member(String name) ->
            text.append(text.isEmpty() ? "" : ".").append(quoted(name));
        case Step.Many.MEMBERS -> text.append(text.isEmpty() ? "" : ".").append("{}");
        case Step.Many many -> text.append(many.shown);
      }
    }
    return text.toString();
  }

  static String quoted(String name) {
    return name.matches("[^@$.\\[\\]{}()\"][^.\\[\\]{}()\"]*") && !name.isBlank()
        ? name
        : '"' + name + '"';
  }
}
