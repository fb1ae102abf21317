package org.marquee.feed.filter;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedStart;
import org.marquee.feed.SinkFilter;
import org.marquee.feed.time.StartTime;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Compares the start times of a feed with the clocks of its cinemas, on their way to the sink:
/// reports offsets that are not the zone's, and nights that are too busy. [#finish] must be called
/// once the feed is read.
public final class ClockCheck extends SinkFilter {
  private static final LocalTime NIGHT_BEGINS = LocalTime.of(3, 0);
  private static final LocalTime NIGHT_ENDS = LocalTime.of(8, 0);

  /// From this many showings of a cinema at night, and this share of all, they are reported.
  private static final int MANY = 5;

  private static final int ONE_IN = 10;

  /// The most showings listed before their cinema that wait for its zone; of a feed with more, the
  /// others are not checked.
  private static final int MOST_WAITING = 20_000;

  /// More cinemas than the world has; those beyond are not checked.
  private static final int MOST_CINEMAS = 100_000;

  private final Map<String, ZoneId> zones = new LinkedHashMap<>();
  private final Map<String, Nights> nights = new LinkedHashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();

  public ClockCheck(FeedSink sink) {
    super(sink);
  }

  private record Waiting(long line, String cinema, FeedStart.Exact start) {}

  private static final class Nights {
    long all;
    long atNight;
    long firstLine;
  }

  @Override
  public void row(long line, FeedRow row) {
    switch (row) {
      case FeedRow.Valid(FeedRecord.Cinema cinema)
          when cinema.timeZone() != null && zones.size() < MOST_CINEMAS ->
          zones.put(cinema.externalId(), ZoneId.of(cinema.timeZone()));
      case FeedRow.Valid(FeedRecord.Showtime showtime) -> look(line, showtime);
      default -> {}
    }
    super.row(line, row);
  }

  private void look(long line, FeedRecord.Showtime showtime) {
    switch (showtime.start()) {
      case FeedStart.Local local -> count(line, showtime.cinema(), local.time().toLocalTime());
      case FeedStart.Exact exact -> {
        ZoneId zone = zones.get(showtime.cinema());
        if (zone != null) {
          look(line, showtime.cinema(), exact, zone);
        } else if (waiting.size() < MOST_WAITING) {
          waiting.add(new Waiting(line, showtime.cinema(), exact));
        }
      }
    }
  }

  private void look(long line, String cinema, FeedStart.Exact start, ZoneId zone) {
    Instant instant = start.instant();
    count(line, cinema, LocalTime.ofInstant(instant, zone));
    if (!start.agrees(zone)) {
      notice(
          new Notice(
              Code.START_OFFSET_UNUSUAL,
              "line " + line,
              Timestamps.write(instant, start.offsetMinutes()),
              "in "
                  + zone
                  + " it is "
                  + Timestamps.write(instant, StartTime.offsetMinutes(instant, zone))));
    }
  }

  private void count(long line, String cinema, LocalTime time) {
    Nights count = nights.get(cinema);
    if (count == null) {
      if (nights.size() == MOST_CINEMAS) {
        return;
      }
      count = new Nights();
      nights.put(cinema, count);
    }
    count.all++;
    if (!time.isBefore(NIGHT_BEGINS) && time.isBefore(NIGHT_ENDS)) {
      count.firstLine = count.atNight == 0 ? line : count.firstLine;
      count.atNight++;
    }
  }

  /// Reports what only the whole feed shows.
  public void finish() {
    for (Waiting each : waiting) {
      @Nullable ZoneId zone = zones.get(each.cinema());
      if (zone != null) {
        look(each.line(), each.cinema(), each.start(), zone);
      }
    }
    nights.forEach((cinema, count) -> {
      if (count.atNight >= MANY && count.atNight * ONE_IN >= count.all) {
        notice(
            new Notice(
                Code.START_TIMES_AT_NIGHT,
                "line " + count.firstLine,
                cinema,
                count.atNight + " of its " + count.all + " showtimes"));
      }
    });
  }
}
