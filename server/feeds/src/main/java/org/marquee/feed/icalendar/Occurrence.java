package org.marquee.feed.icalendar;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;
import org.marquee.notice.Code;

/// A row of the feed: an event at one of its times, or an event without any.
///
/// @param event as it is described; of a changed occurrence, by the change
/// @param key the external id; null where the event has no id, and what distinguishes it from
///   others is taken
/// @param start null where the row is refused or left out
/// @param end when it ends, by `DTEND`; null where it does not say
/// @param clock what a clock change did to the start; null where it did nothing
/// @param verdict why it is not listed; null where it is
record Occurrence(
    Event event,
    @Nullable String key,
    @Nullable FeedStart start,
    @Nullable FeedStart end,
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
    Duration length = event.length();
    FeedStart end = length == null ? null : settled(when, when.local().plus(length));
    Code change = when.utc() || zone == null ? null : zone.at(when.local()).change();
    Clock clock = change == null ? null : new Clock(change, when.local());
    return new Occurrence(event, key, settled(when, when.local()), end, clock, null);
  }

  /// A time on the clock that `when` is written by.
  private static FeedStart settled(Event.When when, LocalDateTime time) {
    Zone zone = when.zone();
    if (when.utc() || zone == null) {
      return when.utc()
          ? new FeedStart.Exact(time.toInstant(ZoneOffset.UTC), 0)
          : new FeedStart.Local(time);
    }
    Instant instant = zone.at(time).instant();
    return new FeedStart.Exact(instant, zone.offsetMinutes(instant));
  }

  static Occurrence refused(Event event, @Nullable String key, Code code, String read, String why) {
    return new Occurrence(event, key, null, null, null, new Verdict.RefusedEvent(code, read, why));
  }

  static Occurrence leftOut(Event event, @Nullable String key, Code code, String read) {
    return new Occurrence(
        event,
        key,
        null,
        null,
        null,
        new Verdict.LeftOut(code, read, String.valueOf(event.summary())));
  }
}
