package org.marquee.archive;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// For how long something is kept, and how much of it. What goes first is the oldest.
///
/// @param age null: however old it is
/// @param most in bytes or rows; [Long#MAX_VALUE]: however much it is
public record RetentionLimit(@Nullable Duration age, long most) {
  /// Whether something of that time is too old at `now`.
  public boolean isOver(Instant made, Instant now) {
    return age != null && made.plus(age).isBefore(now);
  }

  /// Whether there is a limit to how much is kept.
  public boolean isBounded() {
    return most < Long.MAX_VALUE;
  }
}
