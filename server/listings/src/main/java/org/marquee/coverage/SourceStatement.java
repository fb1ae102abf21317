package org.marquee.coverage;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage.Reason;

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
  /// (docs/health.md).
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

  /// The time for which it speaks, by the clock of its cinema.
  SourceSpan span(ZoneId zone) {
    return new SourceSpan(this, first(zone), last(zone));
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
