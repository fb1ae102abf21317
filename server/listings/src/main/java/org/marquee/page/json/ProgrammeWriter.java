package org.marquee.page.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.Kind;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.Showtime;
import org.marquee.listing.Timestamps;
import org.marquee.page.OutputBuffer;

/// Writes what stands around the records of a programme (docs/api.md, "List the programme"): the
/// caller writes cinemas, films and showtimes in between, as they are sent. The snapshot and the
/// database both write with this, so that they write the same.
///
/// For each cinema: [#cinema], the record, [#days]; for each of its days [#day]; for each film
/// [#film], the record, [#showtimes]; for each showtime [#showtime], the record. Each film, day and
/// cinema ends with [#end].
///
/// By film: for each film [#film], the record, [#cinemas]; for each of its cinemas [#cinema], the
/// record, [#days]; for each of its days [#times]. After all films [#beside], and each cinema of
/// the place, for whose days [#coverage] is enough.
///
/// Where details are wanted, [#cinemaDetails] and [#filmDetails] follow the record, and
/// [#showtimeDetails] the showtimes of a film.
public final class ProgrammeWriter {
  private static final byte[] CINEMA = ascii("{\"cinema\":");
  private static final byte[] ZONE = ascii(",\"timeZone\":\"");
  private static final byte[] DISTANCE = ascii(",\"distanceKm\":");
  private static final byte[] DAYS = ascii(",\"days\":[");
  private static final byte[] DATE = ascii("{\"date\":\"");
  private static final byte[] COVERAGE = ascii("\",\"coverage\":{\"state\":\"");
  private static final byte[] REASON = ascii("\",\"reason\":\"");
  private static final byte[] SINCE = ascii("\",\"since\":\"");
  private static final byte[] UNTIL = ascii("\",\"until\":\"");
  private static final byte[] OBSERVED = ascii("\",\"observedAt\":\"");
  private static final byte[] FILMS = ascii("},\"films\":[");
  private static final byte[] CINEMAS = ascii(",\"cinemas\":[");
  private static final byte[] TIMES = ascii("\",\"showtimes\":[");
  private static final byte[] FILM = ascii("{\"film\":");
  private static final byte[] SHOWTIMES = ascii(",\"showtimes\":[");
  private static final byte[] END = ascii("]}");
  private static final byte[] CINEMA_DETAILS = ascii(",\"cinemaDetails\":");
  private static final byte[] FILM_DETAILS = ascii(",\"filmDetails\":");
  private static final byte[] SHOWTIME_DETAILS = ascii("],\"showtimeDetails\":[");

  private final OutputBuffer out;

  /// @param out where the programme is written
  public ProgrammeWriter(OutputBuffer out) {
    this.out = out;
  }

  /// Where records are written.
  public OutputBuffer out() {
    return out;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  /// Writes a cinema with all that is known of it.
  public void write(ProgrammeEntry cinema) {
    begin(cinema.cinema(), cinema.clock(), cinema.kilometres());
    for (ProgrammeEntry.Day day : cinema.days()) {
      day(day.date(), day.coverage());
      for (ProgrammeEntry.Showing showing : day.films()) {
        begin(showing.film());
        showtimes();
        write(showing.showtimes(), showing.film());
        end();
      }
      end();
    }
    end();
  }

  /// Writes a film with the cinemas of a place.
  public void write(FilmEntry film) {
    begin(film.film());
    cinemas();
    for (FilmEntry.AtCinema each : film.cinemas()) {
      begin(each.cinema(), each.clock(), each.kilometres());
      for (FilmEntry.Day day : each.days()) {
        times(day.date());
        write(day.showtimes(), film.film());
        end();
      }
      end();
    }
    end();
  }

  /// Writes what is known of the days of the cinemas of a place, after its films.
  public void writeBeside(List<ProgrammeEntry> cinemas) {
    beside();
    for (ProgrammeEntry each : cinemas) {
      begin(each.cinema(), each.clock(), each.kilometres());
      each.days().forEach(day -> coverage(day.date(), day.coverage()));
      end();
    }
  }

  private void begin(Cinema cinema, ZoneId clock, @Nullable Double kilometres) {
    cinema();
    out.add(JsonRecordEncoder.write(cinema).text());
    cinemaDetails(() -> WrittenDetails.of(Kind.CINEMA, cinema).text());
    days(clock, kilometres);
  }

  private void begin(Film film) {
    film();
    out.add(JsonRecordEncoder.write(film).text());
    filmDetails(() -> WrittenDetails.of(Kind.FILM, film).text());
  }

  private void write(List<Showtime> showtimes, Film film) {
    RecordPlaces places = new RecordPlaces(out);
    for (Showtime each : showtimes) {
      showtime();
      places.note();
      out.add(JsonRecordEncoder.write(each).text());
      places.note();
    }
    showtimeDetails(
        showtimes.size(), at -> places.print(at, showtimes.get(at), film.durationMinutes()));
  }

  /// Begins a cinema; its record follows.
  public void cinema() {
    separate();
    out.add(CINEMA);
  }

  /// Ends the record of the cinema and begins its days.
  ///
  /// @param kilometres from the centre; null without one
  public void days(ZoneId clock, @Nullable Double kilometres) {
    out.add(ZONE).add(clock.getId()).add('"');
    if (kilometres != null) {
      long tenths = (long) Math.ceil(kilometres * 10);
      out.add(DISTANCE).add(Long.toString(tenths / 10)).add('.').add((char) ('0' + tenths % 10));
    }
    out.add(DAYS);
  }

  /// Begins a day with what is known of it.
  public void day(LocalDate date, Coverage coverage) {
    add(date, coverage);
    out.add(FILMS);
  }

  /// Writes what is known of a day, and nothing else of it.
  public void coverage(LocalDate date, Coverage coverage) {
    add(date, coverage);
    out.add("}}");
  }

  private void add(LocalDate date, Coverage coverage) {
    separate();
    out.add(DATE).add(date.toString()).add(COVERAGE).add(coverage.state().word());
    if (coverage.reason() != null) {
      out.add(REASON).add(coverage.reason().word());
    }
    add(SINCE, coverage.since());
    add(UNTIL, coverage.until());
    add(OBSERVED, coverage.observedAt());
    out.add('"');
  }

  private void add(byte[] name, @Nullable Instant at) {
    if (at != null) {
      out.add(name).add(Timestamps.write(at));
    }
  }

  /// Writes the details of a cinema behind its record, where they are wanted.
  public void cinemaDetails(Supplier<byte[]> details) {
    add(CINEMA_DETAILS, details);
  }

  /// Writes the details of a film behind its record, where they are wanted.
  public void filmDetails(Supplier<byte[]> details) {
    add(FILM_DETAILS, details);
  }

  private void add(byte[] name, Supplier<byte[]> details) {
    if (out.takesDetails()) {
      out.add(name).add(details.get());
    }
  }

  /// Writes the details of so many showtimes behind them, where they are wanted.
  public void showtimeDetails(int count, IntConsumer printing) {
    if (out.takesDetails()) {
      DetailsOfPage.printAll(count, printing, out.add(SHOWTIME_DETAILS));
    }
  }

  /// Begins a film; its record follows.
  public void film() {
    separate();
    out.add(FILM);
  }

  /// Ends the record of the film and begins its showtimes.
  public void showtimes() {
    out.add(SHOWTIMES);
  }

  /// Ends the record of the film and begins its cinemas.
  public void cinemas() {
    out.add(CINEMAS);
  }

  /// Begins a day of a film at a cinema; its showtimes follow.
  public void times(LocalDate date) {
    separate();
    out.add(DATE).add(date.toString()).add(TIMES);
  }

  /// Ends the list of films and begins the one of cinemas beside it, which the envelope ends.
  public void beside() {
    out.add(']').add(CINEMAS);
  }

  /// Begins a showtime; its record follows.
  public void showtime() {
    separate();
  }

  /// Ends a film, a day or a cinema.
  public void end() {
    out.add(END);
  }

  /// Writes a comma where another object of the same list stands before.
  private void separate() {
    if (out.length() > 0 && out.bytes()[out.length() - 1] == '}') {
      out.add(',');
    }
  }
}
