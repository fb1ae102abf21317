package org.marquee.feed.member;

import org.jspecify.annotations.Nullable;

/// The limit of a member, and how its value is read.
///
/// @param words what it must be, as it follows "must be" in a notice
public record Limit<T>(String words, Parser<T> reading) {
  /// Converts a value; null if it is outside the limit.
  public interface Parser<T> {
    @Nullable T read(Value value);
  }

  /// The converted value, without any finding; null if it is missing or outside the limit.
  public @Nullable T of(@Nullable Value value) {
    return value == null ? null : reading.read(value);
  }

  /// As [#of], of a text.
  public @Nullable T ofText(@Nullable String text) {
    return text == null ? null : of(new Value.Text(text));
  }
}
