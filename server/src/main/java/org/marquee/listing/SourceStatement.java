package org.marquee.listing;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Coverage.Reason;
import org.marquee.listing.Coverage.State;

/// What is known of one provider's word on the programme of one cinema: for which time it speaks,
/// and whether it is to be believed (docs/api.md, "Coverage").
///
/// @param observedAt when the last full feed was taken that covers the cinema; null: none ever did
/// @param lastFeedAt when the last feed of any kind was taken
/// @param from since when its feeds cover the cinema without a gap
/// @param until the end of the time that its feeds cover; null: the feeds give none
/// @param lastDay the last day of its programme, where its feeds give no end of the time they cover
/// @param lateAfter after how long without a newer feed it is late; null: none is expected
/// @param trouble why what it says is doubted; null: nothing is known against it
/// @param offsetMinutes of its first upcoming showtime, east positive; null: it has none
public record SourceStatement(
    @Nullable Instant observedAt,
    Instant lastFeedAt,
    @Nullable Instant from,
    @Nullable Instant until,
    @Nullable LocalDate lastDay,
    @Nullable Duration lateAfter,
    @Nullable Trouble trouble,
    @Nullable Integer offsetMinutes) {

  /// After this a source without a schedule is late. The alarm `stale` has the same limit
  /// (docs/operations.md).
  public static final Duration LATE = Duration.ofDays(2);

  /// What is known against a source.
  ///
  /// @param since when it began
  public record Trouble(Reason reason, Instant since) {}

  /// The clock of a cinema whose time zone is unknown: the offset that its sources write, else UTC.
  ///
  /// A date-time may be written with up to 23:59 hours, but no place is further than
  /// [ZoneOffset#MAX] from UTC. Such an offset is no clock.
  public static ZoneId clock(List<SourceStatement> sources) {
    for (SourceStatement source : sources) {
      @Nullable Integer minutes = source.offsetMinutes();
      if (minutes != null
          && minutes != 0
          && Math.abs(minutes) <= ZoneOffset.MAX.getTotalSeconds() / 60) {
        return ZoneOffset.ofTotalSeconds(minutes * 60);
      }
    }
    return ZoneId.of("UTC");
  }

  /// How much of a day it covers.
  Coverage coverage(LocalDate day, ZoneId zone, Instant now) {
    Instant first = first(zone);
    Instant last = last(zone);
    Instant begin = BusinessDay.start(day, zone);
    Instant end = BusinessDay.end(day, zone);
    if (first == null || last == null || !end.isAfter(first)) {
      return new Coverage(State.UNKNOWN, Reason.NO_SOURCE, null, null, observedAt);
    }
    Trouble known = trouble(now);
    if (!last.isAfter(begin)) {
      // A programme that has run out is a matter of what keeps the next feed from coming.
      return known != null && !last.isAfter(now)
          ? new Coverage(State.UNKNOWN, known.reason(), known.since(), null, observedAt)
          : new Coverage(State.UNKNOWN, Reason.BEYOND_HORIZON, null, last, observedAt);
    }
    if (last.isBefore(end)) {
      return new Coverage(State.PARTIAL, Reason.BEYOND_HORIZON, null, last, observedAt);
    }
    if (first.isAfter(begin)) {
      return new Coverage(State.PARTIAL, Reason.NO_SOURCE, null, null, observedAt);
    }
    // Statements on days that had passed by then are not doubted.
    return known != null && known.since().isBefore(end)
        ? new Coverage(State.PARTIAL, known.reason(), known.since(), null, observedAt)
        : new Coverage(State.COMPLETE, null, null, null, observedAt);
  }

  /// The next instant after `now` at which the coverage of any day may change by itself.
  public Instant nextChange(ZoneId zone, Instant now) {
    Instant next = Instant.MAX;
    Instant late = late();
    if (late != null && late.isAfter(now)) {
      next = late;
    }
    Instant last = last(zone);
    return last != null && last.isAfter(now) && last.isBefore(next) ? last : next;
  }

  private @Nullable Trouble trouble(Instant now) {
    if (trouble != null) {
      return trouble;
    }
    Instant late = late();
    return late != null && !now.isBefore(late) ? new Trouble(Reason.SOURCE_LATE, late) : null;
  }

  /// From when on it is late; null: it never is.
  private @Nullable Instant late() {
    return lateAfter == null ? null : lastFeedAt.plus(lateAfter);
  }

  /// The beginning of the time that it covers. A feed covers the whole day on which it was taken,
  /// unless it names a later beginning.
  private @Nullable Instant first(ZoneId zone) {
    return from == null || observedAt == null || from.isAfter(observedAt)
        ? from
        : BusinessDay.start(BusinessDay.of(from, zone), zone);
  }

  /// The end of the time that it covers: at least the day on which it was taken, unless it gives an
  /// end.
  private @Nullable Instant last(ZoneId zone) {
    if (observedAt == null) {
      return null;
    }
    Instant said = until == null ? BusinessDay.end(BusinessDay.of(observedAt, zone), zone) : until;
    Instant listed = lastDay == null ? said : BusinessDay.end(lastDay, zone);
    return listed.isAfter(said) ? listed : said;
  }
}
