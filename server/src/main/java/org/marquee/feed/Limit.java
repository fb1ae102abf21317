package org.marquee.feed;

import org.jspecify.annotations.Nullable;

/// What a member may say, and how it is read.
///
/// @param words what it must be, as it follows "must be" in a notice
public record Limit<T>(String words, Reading<T> reading) {
  /// Turns a value into what it means; null where it keeps the limit not.
  public interface Reading<T> {
    @Nullable T read(Value value);
  }

  @Nullable T read(Value value) {
    return reading.read(value);
  }

  /// What a value means, without any finding; null where there is none, or it keeps the limit not.
  public @Nullable T of(@Nullable Value value) {
    return value == null ? null : reading.read(value);
  }
}
