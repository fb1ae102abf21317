package org.marquee.retention;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How long something is kept, and how much of it. The oldest is deleted first.
///
/// @param age null: no limit
/// @param most in bytes or rows; [Long#MAX_VALUE]: no limit
public record RetentionLimit(@Nullable Duration age, long most) {
  /// Whether something made then is too old at `now`.
  public boolean isOver(Instant made, Instant now) {
    return age != null && made.plus(age).isBefore(now);
  }

  /// Whether the amount is limited.
  public boolean isBounded() {
    return most < Long.MAX_VALUE;
  }
}
