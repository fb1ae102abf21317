package org.marquee.feed.member;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;

/// When showings end (docs/feeds.md, "Details").
public final class Ends {
  private static final Duration LONGEST = Duration.ofHours(24);

  private Ends() {}

  /// The end that a member gives; null where it is missing, or dropped with a warning.
  public static @Nullable FeedStart read(
      FeedLine entry, String name, FeedStart start, Limit<FeedStart> limit) {
    FeedStart end = entry.optional(name, limit);
    return end == null ? null : check(entry, name, start, end);
  }

  /// The end; null where it cannot be one of that start, and is dropped with a warning.
  public static @Nullable FeedStart check(
      FeedLine entry, String name, FeedStart start, FeedStart end) {
    Duration length = start.until(end);
    if (length == null) {
      entry.drop(name, end.text(), "must be written as the start is, with an offset or without");
    } else if (length.toMinutes() < 1 || length.compareTo(LONGEST) > 0) {
      entry.drop(name, end.text(), "must be after the start, and at most 24 hours");
    } else {
      return end;
    }
    return null;
  }
}
