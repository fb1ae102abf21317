package org.marquee.feed.member;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Form;
import org.marquee.feed.FeedStart;

/// When showings end (docs/feeds.md, "Details").
public final class Ends {
  /// What an end must be.
  public static final String RULE = "must be after the start, and at most 24 hours";

  private Ends() {}

  /// Whether a showing may be that long.
  public static boolean isLength(Duration length) {
    return Form.Minutes.BOUNDS.contains(length.toSeconds() / 60.0);
  }

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
    } else if (isLength(length)) {
      return end;
    } else {
      entry.drop(name, end.text(), RULE);
    }
    return null;
  }
}
