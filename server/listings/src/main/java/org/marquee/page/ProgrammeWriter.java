package org.marquee.page;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Coverage;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.Showtime;
import org.marquee.listing.Timestamps;

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
  public void write(ProgrammeEntry cinema, RecordEncoder encoder) {
    cinema();
    out.add(encoder.write(cinema.cinema()).text());
    days(cinema.clock(), cinema.kilometres());
    for (ProgrammeEntry.Day day : cinema.days()) {
      day(day.date(), day.coverage());
      for (ProgrammeEntry.Showing showing : day.films()) {
        film();
        out.add(encoder.write(showing.film()).text());
        showtimes();
        for (Showtime showtime : showing.showtimes()) {
          showtime();
          out.add(encoder.write(showtime).text());
        }
        end();
      }
      end();
    }
    end();
  }

  /// Writes a film with the cinemas of a place.
  public void write(FilmEntry film, RecordEncoder encoder) {
    film();
    out.add(encoder.write(film.film()).text());
    cinemas();
    for (FilmEntry.AtCinema each : film.cinemas()) {
      cinema();
      out.add(encoder.write(each.cinema()).text());
      days(each.clock(), each.kilometres());
      for (FilmEntry.Day day : each.days()) {
        times(day.date());
        for (Showtime showtime : day.showtimes()) {
          showtime();
          out.add(encoder.write(showtime).text());
        }
        end();
      }
      end();
    }
    end();
  }

  /// Writes what is known of the days of the cinemas of a place, after its films.
  public void writeBeside(List<ProgrammeEntry> cinemas, RecordEncoder encoder) {
    beside();
    for (ProgrammeEntry each : cinemas) {
      cinema();
      out.add(encoder.write(each.cinema()).text());
      days(each.clock(), each.kilometres());
      each.days().forEach(day -> coverage(day.date(), day.coverage()));
      end();
    }
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
