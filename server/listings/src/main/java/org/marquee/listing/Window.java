package org.marquee.listing;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The start times that a caller asks for: from `after` up to but not including `before`, at most
/// 31 days (docs/api.md, "List showtimes").
public record Window(Instant after, Instant before) {
  /// The longest window that may be asked for.
  public static final Duration LONGEST = Duration.ofDays(31);

  /// Why two instants are not the ends of a window.
  public enum WindowFault {
    /// It does not end after it begins.
    EMPTY,
    /// It is longer than [#LONGEST].
    TOO_LONG
  }

  /// @throws IllegalArgumentException if [#fault] finds one
  public Window {
    WindowFault fault = fault(after, before);
    if (fault != null) {
      throw new IllegalArgumentException(
          "a window from " + after + " to " + before + " is " + fault);
    }
  }

  /// What is wrong with a window of these ends; null where nothing is.
  public static @Nullable WindowFault fault(Instant after, Instant before) {
    if (!after.isBefore(before)) {
      return WindowFault.EMPTY;
    }
    return Duration.between(after, before).compareTo(LONGEST) > 0 ? WindowFault.TOO_LONG : null;
  }
}
