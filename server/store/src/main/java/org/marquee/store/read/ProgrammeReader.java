package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.SourceSpan;
import org.marquee.coverage.SourceStatement;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.DayRange;
import org.marquee.listing.Film;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.FilmsOfPlace;
import org.marquee.listing.FilmsOfPlace.AtCinema;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.ProgrammeWalk;
import org.marquee.listing.Showtime;
import org.marquee.listing.Today;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.sql.Sql;

/// Reads one page of cinemas with what they show, or of films with the cinemas that show them, in
/// one transaction. It finds what is on the page; [ProgrammeEntries] puts it together.
final class ProgrammeReader {
  static final String STARTING = "not s.hidden and s.starts_at >= :from and s.starts_at < :until";

  private final Connection connection;
  private final ProgrammeQuery query;
  private final int limit;
  private final Instant now;

  private final ProgrammeWalk walk;

  /// Where the list of cinemas goes on; null at its beginning, where it always begins by film.
  private final @Nullable Position after;

  /// How many cinemas are wanted.
  private final int most;

  private final @Nullable String film;

  ProgrammeReader(
      Connection connection, ProgrammeQuery query, @Nullable Position after, int limit, Instant now)
      throws SQLException {
    this.connection = connection;
    this.query = query;
    this.limit = limit;
    this.now = now;
    Today today = query.date() == null ? Today.of(new HashSet<>(clocks(null).values()), now) : null;
    walk = ProgrammeWalk.of(query, today, after, now);
    this.after = query.byFilm() ? null : walk.after();
    most = query.byFilm() ? Integer.MAX_VALUE - 1 : limit;
    film = RecordQuery.survivorOrNull(connection, query.filmId());
  }

  /// The clocks of cinemas, by their ids.
  ///
  /// @param ids null: of all cinemas
  private Map<String, ZoneId> clocks(@Nullable List<String> ids) throws SQLException {
    Map<String, ZoneId> clocks = new HashMap<>();
    List<String> nameless = new ArrayList<>();
    Sql.of(
            "select id, time_zone from cinema where not hidden"
                + (ids == null ? "" : " and id = any(:ids)"))
        .bind("ids", ids == null ? null : ids.toArray(String[]::new))
        .each(
            connection,
            rows -> {
              ZoneId clock = CinemaColumns.clock(rows);
              if (clock == null) {
                nameless.add(rows.getString("id"));
              } else {
                clocks.put(rows.getString("id"), clock);
              }
            });
    Map<String, List<SourceStatement>> statements = SourceStatements.of(connection, nameless);
    nameless.forEach(
        id -> clocks.put(id, SourceStatement.clock(statements.getOrDefault(id, List.of()))));
    return clocks;
  }

  /// A cinema of the page.
  ///
  /// @param counted by (start, id), from [ProgrammeWalk#earliest] on
  /// @param showtimes those of them that are listed
  record Chosen(
      Placed<Cinema> cinema,
      DayRange days,
      List<SourceSpan> sources,
      List<Showtime> counted,
      List<Showtime> showtimes) {}

  /// What is on the page.
  ///
  /// @param films by film, else none
  /// @param cinemas without the one that shows that the list goes on; by film all of the place,
  ///   with the coverage of their days alone
  /// @param next where the next page begins; null on the last one
  record ReadProgrammes(
      List<FilmEntry> films,
      List<ProgrammeEntry> cinemas,
      @Nullable Position next,
      Instant expires) {}

  ReadProgrammes read() throws SQLException {
    List<Placed<Cinema>> candidates = candidates();
    List<Chosen> chosen = new ArrayList<>();
    for (int from = 0; from < candidates.size() && chosen.size() <= most; from += most + 1) {
      int until = (int) Math.min(from + most + 1L, candidates.size());
      choose(candidates.subList(from, until), chosen);
    }
    List<Chosen> onPage =
        chosen.stream()
            .limit(most)
            .filter(each -> !query.isFiltered() || !each.showtimes().isEmpty())
            .toList();
    Instant expires = expires(onPage, chosen);
    ProgrammeEntries entries = new ProgrammeEntries(connection, query, now);
    Map<String, Placed<Film>> films = films(query.byFilm() ? chosen : onPage);
    if (query.byFilm()) {
      FilmsOfPlace<Chosen, Showtime> page =
          FilmsOfPlace.of(
              chosen.stream().map(each -> new AtCinema<>(each, each.counted())).toList(),
              showtime -> position(showtime, films),
              walk,
              limit,
              now);
      return new ReadProgrammes(
          ProgrammeEntries.films(page, films),
          entries.cinemas(onPage, List.of()),
          page.next(),
          expires);
    }
    return new ReadProgrammes(
        List.of(),
        entries.cinemas(onPage, films.values().stream().map(Placed::record).toList()),
        chosen.size() > limit ? walk.next(chosen.get(limit - 1).cinema().position()) : null,
        expires);
  }

  private static Position.ByFirstStart position(
      Showtime showtime, Map<String, Placed<Film>> films) {
    Placed<Film> film = Objects.requireNonNull(films.get(showtime.filmId()));
    return new Position.ByFirstStart(showtime.startsAt(), (Position.ByName) film.position());
  }

  /// The cinemas of the place that come after the position, and may be on the page.
  private List<Placed<Cinema>> candidates() throws SQLException {
    int wanted = query.isFiltered() ? Integer.MAX_VALUE : most + 1;
    OrderedCinemas cinemas =
        new OrderedCinemas(connection, query.chainId(), query.isFiltered() ? showing() : null);
    return switch (query.place()) {
      case ProgrammeQuery.Place.Named(List<String> ids) ->
          cinemas.named(ids, (Position.@Nullable ByOrdinal) after);
      case ProgrammeQuery.Place.Near(CinemaQuery.Around around) ->
          cinemas.around(around, (Position.@Nullable ByDistance) after, wanted);
      case ProgrammeQuery.Place.Anywhere() ->
          cinemas.byName((Position.@Nullable ByName) after, wanted);
    };
  }

  private Instant expires(List<Chosen> onPage, List<Chosen> chosen) {
    Instant expires = walk.expires();
    for (Chosen each : onPage) {
      for (SourceSpan source : each.sources()) {
        expires = Collections.min(List.of(expires, source.nextChange(now)));
      }
    }
    for (Chosen each : chosen) {
      if (query.onlyAhead() && !each.showtimes().isEmpty()) {
        expires = Collections.min(List.of(expires, each.showtimes().getFirst().startsAt()));
      }
    }
    return expires;
  }

  /// The ids of cinemas that have a match on the days asked for, or shortly before or after.
  private Set<String> showing() throws SQLException {
    Instant from = query.earliest(walk.asOf());
    return new HashSet<>(
        bind(
                "select distinct s.cinema_id from showtime s where " + matching(),
                from,
                from.plus(Duration.ofDays(query.days() + 3L)))
            .list(connection, rows -> rows.getString("cinema_id")));
  }

  private String matching() {
    StringBuilder where = new StringBuilder(STARTING);
    if (film != null) {
      where.append(" and s.film_id = :film");
    }
    PostgresListings.appendAttributes(query.attributes(), where);
    return where.toString();
  }

  private Sql bind(String text, Instant from, Instant until) {
    return Sql.of(text).bind("from", from).bind("until", until).bind("film", film);
  }

  /// Adds those of some candidates that have something to list.
  private void choose(List<Placed<Cinema>> candidates, List<Chosen> chosen) throws SQLException {
    List<String> ids = candidates.stream().map(each -> each.record().id()).toList();
    Map<String, List<SourceStatement>> statements = SourceStatements.of(connection, ids);
    Map<String, DayRange> ranges = new HashMap<>();
    clocks(ids).forEach((id, clock) -> ranges.put(id, DayRange.of(query, walk.asOf(), clock)));
    Map<String, List<Showtime>> showtimes = showtimes(ranges);
    for (Placed<Cinema> each : candidates) {
      String id = each.record().id();
      List<Showtime> its = showtimes.getOrDefault(id, List.of());
      if (chosen.size() <= most && (!query.isFiltered() || !its.isEmpty())) {
        DayRange days = Objects.requireNonNull(ranges.get(id));
        List<SourceStatement> said = statements.getOrDefault(id, List.of());
        Instant first = query.earliestListed(days.start(0), now);
        List<Showtime> listed =
            its.stream().filter(showtime -> !showtime.startsAt().isBefore(first)).toList();
        chosen.add(new Chosen(each, days, SourceSpan.of(said, days.zone()), its, listed));
      }
    }
  }

  /// The matching showtimes of cinemas on their days, in order.
  private Map<String, List<Showtime>> showtimes(Map<String, DayRange> ranges) throws SQLException {
    Map<String, List<Showtime>> found = new HashMap<>();
    if (ranges.isEmpty()) {
      return found;
    }
    Instant from = ranges.values().stream().map(days -> days.start(0)).min(order()).orElseThrow();
    Instant until = ranges.values().stream().map(DayRange::end).max(order()).orElseThrow();
    bind(
            RecordQuery.SHOWTIMES.select()
                + " where s.cinema_id = any(:cinemas) and "
                + matching()
                + " order by s.starts_at, s.id",
            from,
            until)
        .bind("cinemas", ranges.keySet().toArray(String[]::new))
        .each(
            connection,
            rows -> {
              Showtime showtime = RecordQuery.SHOWTIMES.read(rows);
              DayRange days = Objects.requireNonNull(ranges.get(showtime.cinemaId()));
              if (!showtime.startsAt().isBefore(walk.earliest(days.start(0), now))
                  && showtime.startsAt().isBefore(days.end())) {
                found.computeIfAbsent(showtime.cinemaId(), _ -> new ArrayList<>()).add(showtime);
              }
            });
    return found;
  }

  /// The films of some cinemas by their ids, in the order of their list.
  private Map<String, Placed<Film>> films(List<Chosen> cinemas) throws SQLException {
    Map<String, Placed<Film>> films = new LinkedHashMap<>();
    RecordQuery.FILMS
        .byName(" and f.id = any(:ids)", null, Integer.MAX_VALUE)
        .bind(
            "ids",
            cinemas.stream()
                .flatMap(each -> each.counted().stream())
                .map(Showtime::filmId)
                .distinct()
                .toArray(String[]::new))
        .each(connection, rows -> films.put(rows.getString("id"), RecordQuery.FILMS.named(rows)));
    return films;
  }

  private static Comparator<Instant> order() {
    return Comparator.naturalOrder();
  }
}
