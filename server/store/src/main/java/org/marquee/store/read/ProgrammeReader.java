package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Coverage;
import org.marquee.listing.DayRange;
import org.marquee.listing.Film;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Showing;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Showtime;
import org.marquee.listing.SourceSpan;
import org.marquee.listing.SourceStatement;
import org.marquee.listing.Today;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.sql.Sql;

/// Reads one page of cinemas with what they show, in one transaction.
final class ProgrammeReader {
  private static final String STARTING =
      "not s.hidden and s.starts_at >= :from and s.starts_at < :until";

  private final Connection connection;
  private final ProgrammeQuery query;
  private final int limit;
  private final Instant now;

  /// What is today; null where a date was asked for.
  private final @Nullable Today today;

  private final @Nullable Position after;
  private final Instant asOf;
  private final @Nullable String film;

  ProgrammeReader(
      Connection connection, ProgrammeQuery query, @Nullable Position after, int limit, Instant now)
      throws SQLException {
    this.connection = connection;
    this.query = query;
    this.limit = limit;
    this.now = now;
    today = query.date() == null ? Today.of(new HashSet<>(clocks(null).values()), now) : null;
    if (after instanceof Position.AsOf(Instant begun, Position place)) {
      asOf = begun;
      this.after = place;
    } else {
      asOf = today == null ? now : today.since();
      this.after = after;
    }
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
  private record Chosen(
      Placed<Cinema> cinema, DayRange days, List<SourceSpan> sources, List<Showtime> showtimes) {}

  /// The cinemas of the page.
  ///
  /// @param cinemas without the one that shows that the list goes on
  /// @param next where the next page begins; null on the last one
  record ReadProgrammes(List<ProgrammeEntry> cinemas, @Nullable Position next, Instant expires) {}

  ReadProgrammes read() throws SQLException {
    List<Placed<Cinema>> candidates = candidates();
    List<Chosen> chosen = new ArrayList<>();
    for (int from = 0; from < candidates.size() && chosen.size() <= limit; from += limit + 1) {
      choose(candidates.subList(from, Math.min(from + limit + 1, candidates.size())), chosen);
    }
    Position next = null;
    if (chosen.size() > limit) {
      Position last = chosen.get(limit - 1).cinema().position();
      next = today == null ? last : new Position.AsOf(asOf, last);
    }
    List<Chosen> onPage = chosen.subList(0, Math.min(limit, chosen.size()));
    return new ReadProgrammes(programmes(onPage), next, expires(onPage, chosen));
  }

  /// The cinemas of the place that come after the position, and may be on the page.
  private List<Placed<Cinema>> candidates() throws SQLException {
    int most = query.isFiltered() ? Integer.MAX_VALUE : limit + 1;
    OrderedCinemas cinemas =
        new OrderedCinemas(connection, query.chainId(), query.isFiltered() ? showing() : null);
    return switch (query.place()) {
      case ProgrammeQuery.Place.Named(List<String> ids) ->
          cinemas.named(ids, (Position.@Nullable ByOrdinal) after);
      case ProgrammeQuery.Place.Near(CinemaQuery.Around around) ->
          cinemas.around(around, (Position.@Nullable ByDistance) after, most);
      case ProgrammeQuery.Place.Anywhere() ->
          cinemas.byName((Position.@Nullable ByName) after, most);
    };
  }

  private Instant expires(List<Chosen> onPage, List<Chosen> chosen) {
    Instant expires = today == null || after != null ? Instant.MAX : today.until();
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
    Instant from = query.earliest(asOf);
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
    clocks(ids).forEach((id, clock) -> ranges.put(id, DayRange.of(query, asOf, clock)));
    Map<String, List<Showtime>> showtimes = showtimes(ranges);
    for (Placed<Cinema> each : candidates) {
      String id = each.record().id();
      List<Showtime> its = showtimes.getOrDefault(id, List.of());
      if (chosen.size() <= limit && (!query.isFiltered() || !its.isEmpty())) {
        DayRange days = Objects.requireNonNull(ranges.get(id));
        List<SourceStatement> said = statements.getOrDefault(id, List.of());
        chosen.add(new Chosen(each, days, SourceSpan.of(said, days.zone()), its));
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
              if (!showtime.startsAt().isBefore(query.earliestListed(days.start(0), now))
                  && showtime.startsAt().isBefore(days.end())) {
                found.computeIfAbsent(showtime.cinemaId(), _ -> new ArrayList<>()).add(showtime);
              }
            });
    return found;
  }

  private static Comparator<Instant> order() {
    return Comparator.naturalOrder();
  }

  private List<ProgrammeEntry> programmes(List<Chosen> onPage) throws SQLException {
    List<Film> films =
        RecordQuery.FILMS
            .byName(" and f.id = any(:ids)", null, Integer.MAX_VALUE)
            .bind(
                "ids",
                onPage.stream()
                    .flatMap(each -> each.showtimes().stream())
                    .map(Showtime::filmId)
                    .distinct()
                    .toArray(String[]::new))
            .list(connection, RecordQuery.FILMS::read);
    List<ProgrammeEntry> programmes = new ArrayList<>();
    for (Chosen each : onPage) {
      List<ProgrammeEntry.Day> days = new ArrayList<>();
      for (int day = 0; day < query.days(); day++) {
        ProgrammeEntry.Day its = day(each, day, films);
        if (!its.films().isEmpty()
            || !query.leavesOut(its.coverage(), each.days().start(day + 1), now)) {
          days.add(its);
        }
      }
      Placed<Cinema> cinema = each.cinema();
      Double kilometres =
          cinema.position() instanceof Position.ByDistance(double distance, _) ? distance : null;
      programmes.add(new ProgrammeEntry(cinema.record(), each.days().zone(), kilometres, days));
    }
    return programmes;
  }

  private ProgrammeEntry.Day day(Chosen each, int number, List<Film> films) throws SQLException {
    LocalDate date = each.days().day(number);
    Instant from = each.days().start(number);
    Instant until = each.days().start(number + 1);
    List<Showtime> its =
        each.showtimes().stream()
            .filter(showtime ->
                !showtime.startsAt().isBefore(from) && showtime.startsAt().isBefore(until))
            .toList();
    boolean shown =
        !its.isEmpty()
            || (query.listsSome() && showsAnything(each.cinema().record().id(), from, until));
    return new ProgrammeEntry.Day(
        date, Coverage.of(each.sources(), from, until, () -> shown, now), byFilm(its, films));
  }

  /// Showtimes by film: films in the order of their first showtime, then of the film list.
  ///
  /// @param showtimes by (start, id)
  /// @param films in the order of their list
  private static List<Showing> byFilm(List<Showtime> showtimes, List<Film> films) {
    Map<String, List<Showtime>> byFilm =
        showtimes.stream().collect(Collectors.groupingBy(Showtime::filmId));
    return films.stream()
        .filter(film -> byFilm.containsKey(film.id()))
        .map(film -> new Showing(film, byFilm.getOrDefault(film.id(), List.of())))
        .sorted(Comparator.comparing(each -> each.showtimes().getFirst().startsAt()))
        .toList();
  }

  /// Whether a cinema shows anything at all at a time, whatever was asked for.
  private boolean showsAnything(String cinema, Instant from, Instant until) throws SQLException {
    return bind(
                "select count(*) from (select from showtime s where s.cinema_id = :cinema and "
                    + STARTING
                    + " limit 1) found",
                from,
                until)
            .bind("cinema", cinema)
            .number(connection)
        > 0;
  }
}
