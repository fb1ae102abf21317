package org.marquee.sample;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.listing.Timestamps;

/// What one screen shows on some days of each week: a row of the table `programme`.
///
/// @param days as `Mon Tue Thu`
/// @param names the screen as a showtime names it, a JSON object
record ScreenDay(
    String cinema,
    ZoneId zone,
    List<String> habits,
    String screen,
    @Nullable String names,
    List<String> days,
    List<Start> starts) {
  private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm");
  private static final String TICKETS = "https://tickets.example/";

  /// @param minute of the day; from 1440 on, after midnight
  record Start(int minute, String strand, int rank, List<String> attributes) {
    /// `19:30 drama-0 subtitled`
    static Start of(String text) {
      List<String> words = List.of(text.split(" ", -1));
      String[] clock = words.get(0).split(":", -1);
      String[] film = words.get(1).split("-", -1);
      return new Start(
          Integer.parseInt(clock[0]) * 60 + Integer.parseInt(clock[1]),
          film[0],
          Integer.parseInt(film[1]),
          words.subList(2, words.size()));
    }
  }

  static ScreenDay of(Table.Row row) {
    return new ScreenDay(
        row.text("cinema"),
        ZoneId.of(row.text("zone")),
        row.list("habits"),
        row.text("screen"),
        row.find("names"),
        row.list("days"),
        row.list("starts").stream().map(Start::of).toList());
  }

  /// The showtimes of a date as lines of the feed. Nothing starts between one and three in the
  /// morning, when clocks change.
  Stream<JsonObject> lines(LocalDate date, DemoFilms films) {
    return days.contains(date.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ROOT))
        ? starts.stream()
            .flatMap(start ->
                films.shown(start.strand(), start.rank(), date).stream()
                    .map(
                        film -> line(film, date.atStartOfDay().plusMinutes(start.minute()), start)))
        : Stream.empty();
  }

  /// The external id is the same in each feed: `orrery-1/2026-11-21/1930`.
  private JsonObject line(DemoFilm film, LocalDateTime at, Start start) {
    // Not by a format: the mock writes thousands of these before its first answer.
    String time = two(at.getHour()) + two(at.getMinute());
    String id = cinema + '-' + screen + '/' + at.toLocalDate() + '/' + time;
    return JsonObject.of("type", "showtime")
        .with("externalId", id)
        .with("film", film.externalId())
        .with("cinema", cinema)
        .with("startsAt", habits.contains("local-times") ? at.format(LOCAL) : zoned(at))
        .with("bookingUrl", habits.contains("at-the-door") ? null : TICKETS + id)
        .with("attributes", start.attributes().isEmpty() ? null : start.attributes())
        .with("screen", names == null ? null : new JsonTree.Written(names));
  }

  private static String two(int number) {
    return number < 10 ? "0" + number : Integer.toString(number);
  }

  private String zoned(LocalDateTime at) {
    ZonedDateTime zoned = at.atZone(zone);
    return Timestamps.write(zoned.toInstant(), zoned.getOffset().getTotalSeconds() / 60);
  }
}
