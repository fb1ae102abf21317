package org.marquee.sample;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.time.MonthDay;
import java.util.List;
import org.marquee.listing.Timestamps;
import tools.jackson.core.exc.JacksonIOException;

/// Saltmarch, the invented region that the demo shows: some forty cinemas of three chains and
/// independents, sixty films, three weeks of programme.
///
/// What a cinema plays depends on the date alone. So a start on a later day confirms what was
/// published before, adds the days that have come nearer, and leaves the past as history.
public final class SampleRegion {
  /// The provider under which the region is imported.
  public static final String PROVIDER = "demo";

  /// How many days of programme are known ahead of today, unless fewer are asked for.
  public static final int DAYS_AHEAD = 21;

  private static final MonthDay CHRISTMAS = MonthDay.of(12, 25);

  private SampleRegion() {}

  /// Writes the region as one full native feed, with the programme from the day before `today` to
  /// 21 days after it. Late shows belong to the day on which the evening began.
  ///
  /// @param observedAt when the feed claims to be taken
  /// @param out is flushed, not closed
  /// @throws IOException if `out` cannot be written to
  public static void write(LocalDate today, Instant observedAt, OutputStream out)
      throws IOException {
    write(today, DAYS_AHEAD, observedAt, out);
  }

  /// The same up to another day.
  ///
  /// @param daysAhead how many days after `today` have a programme
  public static void write(LocalDate today, int daysAhead, Instant observedAt, OutputStream out)
      throws IOException {
    DemoFilms films = new DemoFilms();
    List<ScreenDay> week = Table.rows("programme").stream().map(ScreenDay::of).toList();
    JsonLines lines = new JsonLines(out);
    try {
      lines
          .line("feed")
          .with("version", 1)
          .with("observedAt", Timestamps.write(observedAt))
          .with("mode", "full")
          .end();
      Table.lines("region.ndjson").forEach(lines::copy);
      films.listedOn(today).forEach(film -> film.write(lines));
      today
          .minusDays(1)
          .datesUntil(today.plusDays(daysAhead + 1))
          .filter(date -> !MonthDay.from(date).equals(CHRISTMAS))
          .forEach(date -> week.forEach(screen -> screen.write(date, films, lines)));
      lines.finish();
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }
}
