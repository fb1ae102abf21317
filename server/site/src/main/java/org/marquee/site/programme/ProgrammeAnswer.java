package org.marquee.site.programme;

import static org.marquee.site.programme.AnswerReader.each;
import static org.marquee.site.programme.AnswerReader.instant;
import static org.marquee.site.programme.AnswerReader.object;
import static org.marquee.site.programme.AnswerReader.record;
import static org.marquee.site.programme.AnswerReader.records;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;
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

  /// A cinema with its days, which are read one after the other.
  static CountedEntry programme(JsonParser in, WantedDays wanted) {
    Map<String, @Nullable Object> members = new HashMap<>();
    List<ProgrammeEntry.Day> days = new ArrayList<>();
    List<Integer> showings = new ArrayList<>();
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      if (in.nextToken() != JsonToken.START_ARRAY) {
        members.put(name, JsonTree.own(in));
        continue;
      }
      while (in.nextToken() != JsonToken.END_ARRAY) {
        showings.add(day(in, wanted, days));
      }
    }
    ReadObject read = new ReadObject(members);
    return new CountedEntry(
        new ProgrammeEntry(cinema(read), clock(read), kilometres(read), days), showings);
  }

  /// A film with its cinemas.
  static FilmEntry byFilm(JsonParser in) {
    ReadObject entry = object(in);
    return new FilmEntry(
        film(entry), entry.objects("cinemas").stream().map(ProgrammeAnswer::atCinema).toList());
  }

  private static FilmEntry.AtCinema atCinema(ReadObject json) {
    return new FilmEntry.AtCinema(
        cinema(json),
        clock(json),
        kilometres(json),
        json.objects("days").stream()
            .map(day ->
                new FilmEntry.Day(
                    Timestamps.readDate(day.text("date")).orElseThrow(), showtimes(day)))
            .toList());
  }

  private static Film film(ReadObject json) {
    return AnswerReader.film(record(json, "film", "filmDetails"));
  }

  private static Cinema cinema(ReadObject json) {
    return AnswerReader.cinema(record(json, "cinema", "cinemaDetails"));
  }

  private static ZoneId clock(ReadObject json) {
    return ZoneId.of(json.text("timeZone"));
  }

  private static @Nullable Double kilometres(ReadObject json) {
    return AnswerReader.number(json, "distanceKm");
  }

  private static List<Showtime> showtimes(ReadObject json) {
    return records(json, "showtimes", "showtimeDetails").stream()
        .map(AnswerReader::showtime)
        .toList();
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
        case "coverage" -> coverage = coverage(object(in));
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
    ReadObject json = object(in);
    return new ProgrammeEntry.Showing(film(json), showtimes(json));
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
