package org.marquee.listing;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage;

/// Which cinemas to list with their films and showtimes, and of which days (docs/api.md, "List the
/// programme").
///
/// @param chainId only cinemas of this chain
/// @param filmId only showtimes of this film, and only cinemas that show it
/// @param attributes every one of them must be on the showtime; with any, only cinemas that have a
///   match
/// @param date the first day, at each cinema; null: today there
/// @param days how many days, within [#DAYS]
/// @param onlyAhead leaves out showtimes that have begun, and what has none left
/// @param byFilm lists films with their cinemas, and not cinemas with their films
public record ProgrammeQuery(
    Place place,
    @Nullable String chainId,
    @Nullable String filmId,
    Attributes attributes,
    @Nullable LocalDate date,
    int days,
    boolean onlyAhead,
    boolean byFilm) {
  public static final Bounds DAYS = new Bounds(1, 7);

  /// How many cinemas a page may have, or how many films.
  public static final Bounds LIMIT = new Bounds(1, 50);

  /// How many cinemas may be named.
  public static final int MOST_CINEMAS = 50;

  /// The last date that can be written (docs/api.md, "Timestamps").
  public static final LocalDate LAST_DATE = LocalDate.of(9999, 12, 31);

  /// @throws IllegalArgumentException if there is neither a place nor a film, or films of no place
  public ProgrammeQuery {
    if (place instanceof Place.Anywhere && (filmId == null || byFilm)) {
      throw new IllegalArgumentException("everything anywhere is no programme");
    }
  }

  /// Cinemas, also with showtimes that have begun.
  public ProgrammeQuery(
      Place place,
      @Nullable String chainId,
      @Nullable String filmId,
      Attributes attributes,
      @Nullable LocalDate date,
      int days) {
    this(place, chainId, filmId, attributes, date, days, false, false);
  }

  /// The same query around something else.
  public ProgrammeQuery at(CinemaQuery.Around around) {
    return new ProgrammeQuery(
        new Place.Near(around), chainId, filmId, attributes, date, days, onlyAhead, byFilm);
  }

  /// Where the cinemas are.
  public sealed interface Place {
    /// These cinemas, in this order.
    ///
    /// @param ids each once, at most [#MOST_CINEMAS]
    record Named(List<String> ids) implements Place {
      public Named {
        ids = List.copyOf(ids);
      }
    }

    /// The cinemas within a circle, nearest first.
    record Near(CinemaQuery.Around around) implements Place {}

    /// All cinemas by name.
    record Anywhere() implements Place {}
  }

  /// An instant that is before all days asked for, wherever a cinema is.
  ///
  /// @param asOf decides which day is today
  public Instant earliest(Instant asOf) {
    return date == null
        ? asOf.minus(Duration.ofHours(25))
        : date.minusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  /// The one cinema that is asked for; null where it is not one.
  public @Nullable String onlyCinema() {
    return place instanceof Place.Named(List<String> ids) && ids.size() == 1
        ? ids.getFirst()
        : null;
  }

  /// Whether only cinemas with a matching showtime are listed.
  public boolean isFiltered() {
    return filmId != null || !attributes.isEmpty();
  }

  /// Whether a day may have showtimes that are not listed.
  public boolean listsSome() {
    return onlyAhead || isFiltered();
  }

  /// Whether the order of a page depends on what is ahead: films that come next come first.
  public boolean ordersAhead() {
    return onlyAhead && byFilm;
  }

  /// Whether positions hold how their walk began ([ProgrammeWalk#asOf]).
  public boolean holdsBeginning() {
    return date == null || ordersAhead();
  }

  /// The earliest start that is listed of days that begin at `start`.
  public Instant earliestListed(Instant start, Instant now) {
    Instant next = now.truncatedTo(ChronoUnit.MICROS).plus(1, ChronoUnit.MICROS);
    return onlyAhead && next.isAfter(start) ? next : start;
  }

  /// Whether a day without a listed showtime is left out: nothing more comes on it. A day that no
  /// source describes stays.
  ///
  /// @param end of the day
  public boolean leavesOut(Coverage coverage, Instant end, Instant now) {
    return onlyAhead && (coverage.state() == Coverage.State.COMPLETE || !end.isAfter(now));
  }
}
