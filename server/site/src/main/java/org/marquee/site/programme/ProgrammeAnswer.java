package org.marquee.site.programme;

import static org.marquee.site.programme.AnswerReader.instant;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage;
import org.marquee.json.ReadObject;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.Showtime;
import org.marquee.listing.Timestamps;

/// Reads programmes, by cinema and by film (docs/api.md, "List the programme").
final class ProgrammeAnswer {
  private ProgrammeAnswer() {}

  /// A cinema with its days.
  static ProgrammeEntry byCinema(ReadObject json) {
    return new ProgrammeEntry(
        cinema(json),
        clock(json),
        kilometres(json),
        json.objects("days").stream()
            .map(day ->
                new ProgrammeEntry.Day(
                    date(day),
                    coverage(day.object("coverage")),
                    list(day, "films").stream().map(ProgrammeAnswer::showing).toList()))
            .toList());
  }

  /// A film with its cinemas.
  static FilmEntry byFilm(ReadObject json) {
    return new FilmEntry(
        film(json), json.objects("cinemas").stream().map(ProgrammeAnswer::atCinema).toList());
  }

  private static FilmEntry.AtCinema atCinema(ReadObject json) {
    return new FilmEntry.AtCinema(
        cinema(json),
        clock(json),
        kilometres(json),
        json.objects("days").stream()
            .map(day -> new FilmEntry.Day(date(day), showtimes(day)))
            .toList());
  }

  private static ProgrammeEntry.Showing showing(ReadObject json) {
    return new ProgrammeEntry.Showing(film(json), showtimes(json));
  }

  private static Film film(ReadObject json) {
    return AnswerReader.film(json.object("film"), json.find("filmDetails"));
  }

  private static Cinema cinema(ReadObject json) {
    return AnswerReader.cinema(json.object("cinema"), json.find("cinemaDetails"));
  }

  private static LocalDate date(ReadObject json) {
    return Timestamps.readDate(json.text("date")).orElseThrow();
  }

  private static ZoneId clock(ReadObject json) {
    return ZoneId.of(json.text("timeZone"));
  }

  private static @Nullable Double kilometres(ReadObject json) {
    return AnswerReader.number(json, "distanceKm");
  }

  private static List<Showtime> showtimes(ReadObject json) {
    List<ReadObject> records = json.objects("showtimes");
    List<ReadObject> details = list(json, "showtimeDetails");
    List<Showtime> showtimes = new ArrayList<>();
    for (int at = 0; at < records.size(); at++) {
      showtimes.add(
          AnswerReader.showtime(records.get(at), details.isEmpty() ? null : details.get(at)));
    }
    return showtimes;
  }

  /// A list that not every answer has.
  static List<ReadObject> list(ReadObject json, String name) {
    return json.members().containsKey(name) ? json.objects(name) : List.of();
  }

  private static Coverage coverage(ReadObject json) {
    String reason = json.findText("reason");
    return new Coverage(
        Coverage.State.valueOf(json.text("state").toUpperCase(Locale.ROOT)),
        reason == null ? null : Coverage.Reason.valueOf(reason.toUpperCase(Locale.ROOT)),
        instant(json, "since"),
        instant(json, "until"),
        instant(json, "observedAt"));
  }
}
