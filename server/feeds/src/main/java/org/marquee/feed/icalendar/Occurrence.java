package org.marquee.feed.icalendar;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;
import org.marquee.feed.time.StartTime;
import org.marquee.notice.Code;

/// A row of the feed: an event at one of its times, or an event without any.
///
/// @param event as it is described; of a changed occurrence, by the change
/// @param key the external id; null where the event has no id, and what distinguishes it from
///   others is taken
/// @param start null where the row is refused or left out
/// @param clock what a clock change did to the start; null where it did nothing
/// @param verdict why it is not listed; null where it is
record Occurrence(
    Event event,
    @Nullable String key,
    @Nullable FeedStart start,
    @Nullable Clock clock,
    @Nullable Verdict verdict) {
  /// What a clock change does to a local start in a zone of the event's own.
  ///
  /// @param code START_TIME_AMBIGUOUS or START_TIME_SKIPPED
  record Clock(Code code, LocalDateTime local) {}

  sealed interface Verdict {
    record LeftOut(Code code, String read, String detail) implements Verdict {}

    record RefusedEvent(Code code, String read, String detail) implements Verdict {}
  }

  /// An event at one of its times.
  static Occurrence at(Event event, @Nullable String key, Event.When when) {
    Zone zone = when.zone();
    if (when.utc() || zone == null) {
      FeedStart start =
          when.utc()
              ? new FeedStart.Exact(when.local().toInstant(ZoneOffset.UTC), 0)
              : new FeedStart.Local(when.local());
      return new Occurrence(event, key, start, null, null);
    }
    StartTime settled = zone.at(when.local());
    FeedStart start = new FeedStart.Exact(settled.instant(), zone.offsetMinutes(settled.instant()));
    Code change = settled.change();
    Clock clock = change == null ? null : new Clock(change, when.local());
    return new Occurrence(event, key, start, clock, null);
  }

  static Occurrence refused(Event event, @Nullable String key, Code code, String read, String why) {
    return new Occurrence(event, key, null, null, new Verdict.RefusedEvent(code, read, why));
  }

  static Occurrence leftOut(Event event, @Nullable String key, Code code, String read) {
    return new Occurrence(
        event, key, null, null, new Verdict.LeftOut(code, read, String.valueOf(event.summary())));
  }
}
