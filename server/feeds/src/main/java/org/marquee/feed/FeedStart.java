package org.marquee.feed;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.time.StartTime;
import org.marquee.listing.Timestamps;

/// When a showtime starts, as the feed gives it.
public sealed interface FeedStart {
  /// An instant, with the offset that it was written with.
  record Exact(Instant instant, int offsetMinutes) implements FeedStart {
    /// What the wall clock shows, where `Z` or the offset is not meant: the digits as they stand.
    public Local asLocal() {
      return new Local(
          LocalDateTime.ofInstant(instant.plusSeconds(offsetMinutes * 60L), ZoneOffset.UTC));
    }

    /// Whether it has the offset that `zone` has then. `Z` always will do: it is how many write an
    /// instant.
    public boolean agrees(ZoneId zone) {
      return offsetMinutes == 0 || offsetMinutes == StartTime.offsetMinutes(instant, zone);
    }
  }

  /// A time on the wall clock of the cinema.
  record Local(LocalDateTime time) implements FeedStart {}

  /// How long it is to another time that is written in the same way; null where that is not.
  default @Nullable Duration until(FeedStart other) {
    if (this instanceof Exact(Instant from, _) && other instanceof Exact(Instant to, _)) {
      return Duration.between(from, to);
    }
    return this instanceof Local(LocalDateTime from) && other instanceof Local(LocalDateTime to)
        ? Duration.between(from, to)
        : null;
  }

  /// The next time after this one at which clocks show a time of day; this one where they show it
  /// now.
  ///
  /// @param zone of the clocks, which counts where an offset agrees with it; null: not known
  default FeedStart next(LocalTime clock, @Nullable ZoneId zone) {
    return switch (this) {
      case Local(LocalDateTime time) -> new Local(next(time, clock));
      case Exact exact when zone != null && exact.agrees(zone) -> {
        LocalDateTime time = exact.instant.atZone(zone).toLocalDateTime();
        Instant next = next(time, clock).atZone(zone).toInstant();
        yield new Exact(next, StartTime.offsetMinutes(next, zone));
      }
      case Exact exact ->
          new Exact(
              next(exact.asLocal().time(), clock)
                  .toInstant(ZoneOffset.UTC)
                  .minusSeconds(exact.offsetMinutes * 60L),
              exact.offsetMinutes);
    };
  }

  private static LocalDateTime next(LocalDateTime time, LocalTime clock) {
    LocalDateTime same = time.with(clock);
    return same.isBefore(time) ? same.plusDays(1) : same;
  }

  /// The time as external ids have it: an instant in UTC, or the wall clock without seconds that
  /// are zero.
  default String keyText() {
    return switch (this) {
      case Exact(Instant instant, _) -> Timestamps.write(instant);
      case Local(LocalDateTime time) -> time.toString();
    };
  }

  /// The time as the native feed writes it, always with seconds: `2026-11-21T19:30:00+01:00`, or
  /// without an offset.
  default String text() {
    return switch (this) {
      case Exact(Instant instant, int offset) -> Timestamps.write(instant, offset);
      case Local(LocalDateTime time) -> {
        String utc = Timestamps.write(time.toInstant(ZoneOffset.UTC));
        yield utc.substring(0, utc.length() - 1);
      }
    };
  }
}
