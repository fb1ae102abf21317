package org.marquee.sample;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.util.stream.Stream;
import tools.jackson.core.exc.JacksonIOException;

/// Saltmarch, the invented region that the demo shows: some forty cinemas of three chains and
/// independents, sixty films, three weeks of programme.
///
/// What a cinema plays on a date depends on the cinema, the date and the catalogue alone. So a
/// start on a later day confirms what was said before, adds the days that have come nearer, and
/// leaves the past as history.
public final class SampleRegion {
  /// The provider under which the region is imported.
  public static final String PROVIDER = "demo";

  /// How many days of programme are known ahead of today.
  private static final int DAYS_AHEAD = 21;

  private SampleRegion() {}

  /// Writes the region as one full native feed, with the programme from the day before `today` to
  /// 21 days after it. Late shows belong to the day on which the evening began.
  ///
  /// @param observedAt when the feed claims to be taken
  /// @param out is flushed, not closed
  /// @throws IOException if `out` cannot be written to
  public static void write(LocalDate today, Instant observedAt, OutputStream out)
      throws IOException {
    Catalogue catalogue = Catalogue.read();
    DemoFeedLines lines = new DemoFeedLines(out);
    try {
      lines.header(observedAt);
      catalogue.chains().forEach(lines::chain);
      catalogue.cinemas().forEach(lines::cinema);
      catalogue.films().listedOn(today).forEach(lines::film);
      today
          .minusDays(1)
          .datesUntil(today.plusDays(DAYS_AHEAD + 1))
          .forEach(date -> programme(catalogue, date).forEach(lines::showtime));
      lines.finish();
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  private static Stream<Screening> programme(Catalogue catalogue, LocalDate date) {
    return catalogue.cinemas().stream()
        .flatMap(cinema -> DemoProgramme.of(cinema, date, catalogue.films()).stream());
  }
}
