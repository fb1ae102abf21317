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
  private static final List<String> SALES = List.of("on_sale", "on_sale", "few_left", "sold_out");

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
    boolean sold = !habits.contains("at-the-door");
    return JsonObject.of("type", "showtime")
        .with("externalId", id)
        .with("film", film.externalId())
        .with("cinema", cinema)
        .with("startsAt", habits.contains("local-times") ? at.format(LOCAL) : zoned(at))
        .with("bookingUrl", sold ? TICKETS + id : null)
        .with("attributes", start.attributes().isEmpty() ? null : start.attributes())
        .with("screen", names == null ? null : new JsonTree.Written(names))
        .with("details", details(film, at, sold));
  }

  /// What is said beside the showtime: the same in each feed.
  ///
  /// @param sold whether tickets are sold online
  private @Nullable JsonObject details(DemoFilm film, LocalDateTime at, boolean sold) {
    boolean british = zone.getId().equals("Europe/London");
    JsonObject details = new JsonObject();
    String speaks = film.row().find("speaks");
    if (sold) {
      boolean evening = at.getHour() >= 18;
      String status = SALES.get((at.getDayOfYear() + at.getMinute()) % SALES.size());
      details
          .with("availability", JsonObject.of("status", evening ? status : SALES.getFirst()))
          .with(
              "price",
              JsonObject.of("from", evening ? 11 : 8)
                  .with("to", 14)
                  .with("currency", british ? "GBP" : "EUR"));
    }
    if (speaks != null) {
      details.with(
          "version",
          JsonObject.of("spoken", List.of(speaks))
              .with("subtitles", List.of(british ? "en" : "fr"))
              .with("original", true));
    }
    return details.isEmpty() ? null : details;
  }

  private static String two(int number) {
    return number < 10 ? "0" + number : Integer.toString(number);
  }

  private String zoned(LocalDateTime at) {
    ZonedDateTime zoned = at.atZone(zone);
    return Timestamps.write(zoned.toInstant(), zoned.getOffset().getTotalSeconds() / 60);
  }
}
