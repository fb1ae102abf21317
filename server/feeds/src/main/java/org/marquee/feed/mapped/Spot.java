package org.marquee.feed.mapped;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.Value;

/// A value in a document, with the way that led to it: what a path starts from and arrives at.
///
/// @param name what the way calls this spot; null where it was not named
/// @param named what the name stands for: the value, or the member's name where members were gone
///   through
record Spot(@Nullable Spot from, String step, Value value, @Nullable String name, Value named) {
  static final String FILE = "file";

  /// The venue that the operator described.
  static final String VENUE = "venue";

  /// The whole of a document, or a row of a table.
  ///
  /// @param file the name of its file
  /// @param venue the external id of the cinema that the operator described; null where none was
  static Spot whole(Value value, String file, @Nullable String venue) {
    Spot before =
        venue == null
            ? null
            : new Spot(null, "", Value.Nothing.NOTHING, VENUE, new Value.Text(venue));
    return new Spot(before, "", value, FILE, new Value.Text(file));
  }

  Spot member(String member, Value value) {
    return new Spot(this, "." + member, value, null, value);
  }

  Spot element(int index, Value value, @Nullable String name) {
    return new Spot(this, "[" + index + "]", value, name, value);
  }

  Spot memberNamed(String member, Value value, @Nullable String name) {
    return new Spot(this, "." + member, value, name, new Value.Text(member));
  }

  Spot parsed(Value value) {
    return new Spot(this, "(json)", value, null, value);
  }

  boolean isWhole() {
    return FILE.equals(name);
  }

  Spot document() {
    Spot at = this;
    while (at.from != null && !at.isWhole()) {
      at = at.from;
    }
    return at;
  }

  /// What the way here calls `wanted`; null where nothing was named so.
  @Nullable Spot named(String wanted) {
    for (Spot at = this; at != null; at = at.from) {
      if (wanted.equals(at.name)) {
        return new Spot(at, "", at.named, null, at.named);
      }
    }
    return null;
  }

  /// The way from the whole, as `$.films[3].times[0]`.
  @Override
  public String toString() {
    Deque<String> steps = new ArrayDeque<>();
    for (Spot at = this; at != null; at = at.from) {
      steps.push(at.step);
    }
    return "$" + String.join("", steps);
  }
}
