package org.marquee.http.body;

import java.time.Duration;

/// The limits of a request's body.
///
/// @param bytes at most; a longer one is answered with 413 before the rest is read
/// @param time from the end of the head to the end of the body, at most; then the answer is 408
/// @param read whether the handler reads it, from `Request#body`; else it is thrown away before the
///   handler is called
public record BodyLimit(long bytes, Duration time, boolean read) {
  /// A body that no route asks for: up to 64 KiB are read within the time for a head, and
  /// discarded.
  public static final BodyLimit IGNORED = new BodyLimit(64 * 1024, Duration.ZERO, false);

  /// A body that the handler reads.
  ///
  /// @param bytes at most, at least 1
  /// @param time that it may take, more than none
  /// @throws IllegalArgumentException if one of them is less
  public static BodyLimit of(long bytes, Duration time) {
    if (bytes < 1 || !time.isPositive()) {
      throw new IllegalArgumentException("a body needs room and time");
    }
    return new BodyLimit(bytes, time, true);
  }
}
