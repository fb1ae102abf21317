package org.marquee.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.LocalDate;
import java.time.MonthDay;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.json.JsonObject;

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

  /// A request of the programme near one of its cinemas.
  public static final String PROGRAMME = "/v1/programme?postcode=SX3+5JE&radiusKm=5";

  private static final MonthDay CHRISTMAS = MonthDay.of(12, 25);

  private SampleRegion() {}

  /// The region as one full native feed, with the programme from the day before `today` on. Late
  /// shows belong to the day on which the evening began.
  ///
  /// @param daysAhead how many days after `today` have a programme
  /// @param observedAt when the feed claims to be taken
  public static byte[] feed(LocalDate today, int daysAhead, Instant observedAt) {
    return feed(today, daysAhead, observedAt, _ -> true);
  }

  /// The same, with the programme of some cinemas.
  ///
  /// @param shown takes the external id of a cinema
  static byte[] feed(LocalDate today, int daysAhead, Instant observedAt, Predicate<String> shown) {
    DemoFilms films = new DemoFilms();
    List<ScreenDay> week =
        Table.rows("programme").stream()
            .map(ScreenDay::of)
            .filter(screen -> shown.test(screen.cinema()))
            .toList();
    JsonObject head =
        JsonObject.of("type", "feed")
            .with("version", 1)
            .with("observedAt", observedAt)
            .with("mode", "full");
    Stream<JsonObject> showtimes =
        today
            .minusDays(1)
            .datesUntil(today.plusDays(daysAhead + 1))
            .filter(date -> !MonthDay.from(date).equals(CHRISTMAS))
            .flatMap(date -> week.stream().flatMap(screen -> screen.lines(date, films)));
    return Stream.<Stream<?>>of(
            Stream.of(head),
            Table.lines("region.ndjson").stream(),
            films.listedOn(today).stream().map(DemoFilm::line),
            showtimes)
        .flatMap(part -> part)
        .map(line -> line + "\n")
        .collect(Collectors.joining())
        .getBytes(UTF_8);
  }
}
