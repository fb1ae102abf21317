package org.marquee.feed.icalendar;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;
import org.marquee.notice.Code;

/// A row of the feed: an event at one of its times, or an event without any.
sealed interface Occurrence {
  /// The event as it is described; of a changed occurrence, by the change.
  Event event();

  /// The external id; null where the event has no id, and what distinguishes it from others is
  /// taken.
  @Nullable String key();

  /// An event that is listed.
  ///
  /// @param end when it ends, by `DTEND`; null where it does not say
  /// @param clock what a clock change did to the start; null where it did nothing
  record Listed(
      Event event,
      @Nullable String key,
      FeedStart start,
      @Nullable FeedStart end,
      @Nullable Clock clock)
      implements Occurrence {}

  /// An event that a rule leaves out.
  record LeftOut(Event event, @Nullable String key, Code code, String read) implements Occurrence {}

  /// An event with a fault.
  record RefusedEvent(Event event, @Nullable String key, Event.InvalidEvent fault)
      implements Occurrence {}

  /// What a clock change does to a local start in a zone of the event's own.
  ///
  /// @param code START_TIME_AMBIGUOUS or START_TIME_SKIPPED
  record Clock(Code code, LocalDateTime local) {}

  /// An event at one of its times.
  static Listed at(Event event, @Nullable String key, Event.When when) {
    Zone zone = when.zone();
    Duration length = event.length();
    FeedStart end = length == null ? null : settled(when, when.local().plus(length));
    Code change = when.utc() || zone == null ? null : zone.at(when.local()).change();
    Clock clock = change == null ? null : new Clock(change, when.local());
    return new Listed(event, key, settled(when, when.local()), end, clock);
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
}
