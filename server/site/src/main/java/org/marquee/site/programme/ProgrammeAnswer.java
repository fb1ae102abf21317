package org.marquee.site.programme;

import static org.marquee.site.programme.AnswerReader.cinema;
import static org.marquee.site.programme.AnswerReader.detailed;
import static org.marquee.site.programme.AnswerReader.details;
import static org.marquee.site.programme.AnswerReader.each;
import static org.marquee.site.programme.AnswerReader.film;
import static org.marquee.site.programme.AnswerReader.instant;
import static org.marquee.site.programme.AnswerReader.object;
import static org.marquee.site.programme.AnswerReader.required;
import static org.marquee.site.programme.AnswerReader.text;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.listing.Cinema;
import org.marquee.listing.Coverage;
import org.marquee.listing.Film;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.Showtime;
import org.marquee.listing.Timestamps;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads programmes, by cinema and by film (docs/api.md, "List the programme").
final class ProgrammeAnswer {
  private ProgrammeAnswer() {}

  /// Which days of a programme are read as a whole; of the others showings are only counted.
  interface WantedDays {
    boolean has(LocalDate date, int number);
  }

  /// A cinema with days, some of which are only counted.
  ///
  /// @param showings of each day
  record CountedEntry(ProgrammeEntry entry, List<Integer> showings) {}

  static ProgrammeEntry programme(JsonParser in) {
    return programme(in, (_, _) -> true).entry();
  }

  /// A cinema with its days.
  static CountedEntry programme(JsonParser in, WantedDays wanted) {
    List<ProgrammeEntry.Day> days = new ArrayList<>();
    List<Integer> showings = new ArrayList<>();
    FilmEntry.AtCinema read = cinemaWith(in, () -> showings.add(day(in, wanted, days)));
    return new CountedEntry(
        new ProgrammeEntry(read.cinema(), read.clock(), read.kilometres(), days), showings);
  }

  /// A film with its cinemas.
  static FilmEntry byFilm(JsonParser in) {
    Film film = null;
    List<FilmEntry.AtCinema> cinemas = List.of();
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      in.nextToken();
      switch (name) {
        case "film" -> film = film(in);
        case "filmDetails" -> film = detailed(Objects.requireNonNull(film), details(in));
        case "cinemas" -> cinemas = each(in, ProgrammeAnswer::atCinema);
        default -> in.skipChildren();
      }
    }
    return new FilmEntry(Objects.requireNonNull(film), cinemas);
  }

  private static FilmEntry.AtCinema atCinema(JsonParser in) {
    List<FilmEntry.Day> days = new ArrayList<>();
    FilmEntry.AtCinema read = cinemaWith(in, () -> days.add(times(in)));
    return new FilmEntry.AtCinema(read.cinema(), read.clock(), read.kilometres(), days);
  }

  private static FilmEntry.Day times(JsonParser in) {
    LocalDate date = LocalDate.EPOCH;
    List<Showtime> showtimes = List.of();
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      in.nextToken();
      switch (name) {
        case "date" -> date = Timestamps.readDate(in.getString()).orElseThrow();
        case "showtimes" -> showtimes = each(in, AnswerReader::showtime);
        case "showtimeDetails" -> showtimes = detailed(showtimes, in);
        default -> in.skipChildren();
      }
    }
    return new FilmEntry.Day(date, showtimes);
  }

  /// A cinema.
  ///
  /// @param day reads one of its days
  private static FilmEntry.AtCinema cinemaWith(JsonParser in, Runnable day) {
    Cinema cinema = null;
    String zone = "";
    Double kilometres = null;
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      in.nextToken();
      switch (name) {
        case "cinema" -> cinema = cinema(in);
        case "cinemaDetails" -> cinema = detailed(Objects.requireNonNull(cinema), details(in));
        case "timeZone" -> zone = in.getString();
        case "distanceKm" -> kilometres = in.getDoubleValue();
        case "days" -> {
          while (in.nextToken() != JsonToken.END_ARRAY) {
            day.run();
          }
        }
        default -> in.skipChildren();
      }
    }
    return new FilmEntry.AtCinema(
        Objects.requireNonNull(cinema), ZoneId.of(zone), kilometres, List.of());
  }

  /// @param days gets the day; without films where it is only counted
  /// @return how many showings it has
  private static int day(JsonParser in, WantedDays wanted, List<ProgrammeEntry.Day> days) {
    LocalDate date = LocalDate.EPOCH;
    Coverage coverage = null;
    List<ProgrammeEntry.Showing> films = List.of();
    int showings = 0;
    // The date stands before the films.
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      in.nextToken();
      switch (name) {
        case "date" -> date = Timestamps.readDate(in.getString()).orElseThrow();
        case "coverage" -> coverage = coverage(object(JsonTree.own(in)));
        case "films" -> {
          if (wanted.has(date, days.size())) {
            films = each(in, ProgrammeAnswer::showing);
            showings = films.stream().mapToInt(film -> film.showtimes().size()).sum();
          } else {
            showings = each(in, ProgrammeAnswer::count).stream().mapToInt(count -> count).sum();
          }
        }
        default -> in.skipChildren();
      }
    }
    days.add(new ProgrammeEntry.Day(date, Objects.requireNonNull(coverage), films));
    return showings;
  }

  private static ProgrammeEntry.Showing showing(JsonParser in) {
    Film film = null;
    List<Showtime> showtimes = List.of();
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      in.nextToken();
      switch (name) {
        case "film" -> film = film(in);
        case "filmDetails" -> film = detailed(Objects.requireNonNull(film), details(in));
        case "showtimes" -> showtimes = each(in, AnswerReader::showtime);
        case "showtimeDetails" -> showtimes = detailed(showtimes, in);
        default -> in.skipChildren();
      }
    }
    return new ProgrammeEntry.Showing(Objects.requireNonNull(film), showtimes);
  }

  /// Passes over a film and its showtimes.
  private static int count(JsonParser in) {
    int count = 0;
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      in.nextToken();
      if (!name.equals("showtimes")) {
        in.skipChildren();
        continue;
      }
      for (; in.nextToken() != JsonToken.END_ARRAY; count++) {
        in.skipChildren();
      }
    }
    return count;
  }

  private static Coverage coverage(Map<String, @Nullable Object> json) {
    String reason = text(json, "reason");
    return new Coverage(
        Coverage.State.valueOf(required(json, "state").toUpperCase(Locale.ROOT)),
        reason == null ? null : Coverage.Reason.valueOf(reason.toUpperCase(Locale.ROOT)),
        instant(json, "since"),
        instant(json, "until"),
        instant(json, "observedAt"));
  }
}
