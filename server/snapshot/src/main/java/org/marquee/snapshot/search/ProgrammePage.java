package org.marquee.snapshot.search;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.FilmsOfPlace;
import org.marquee.listing.FilmsOfPlace.AtCinema;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.ProgrammeWalk;
import org.marquee.listing.Today;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.json.ProgrammeWriter;
import org.marquee.snapshot.columns.Day;
import org.marquee.snapshot.columns.RowFilter;
import org.marquee.snapshot.columns.ShowingRow;
import org.marquee.snapshot.record.Dictionary;
import org.marquee.snapshot.record.FreshnessAccumulator;
import org.marquee.snapshot.record.Micros;

/// One page of cinemas with what they show, or of films with the cinemas that show them: first
/// finds the cinemas and their showtimes, then writes them. For one thread.
public final class ProgrammePage {
  private final SnapshotContents contents;
  private final ProgrammeQuery query;
  private final ProgrammeWalk walk;
  private final int limit;
  private final Instant now;

  /// Where the list of cinemas goes on; null at its beginning, where it always begins by film.
  private final @Nullable Position after;

  /// How many cinemas are wanted.
  private final int most;

  /// The number of the film asked for, [RowFilter#ANY], or [Dictionary#NONE].
  private final int film;

  private final ProgrammeDays days;
  private final List<Chosen> chosen = new ArrayList<>();

  /// A cinema of the page.
  ///
  /// @param kilometres from the centre; null without one
  private record Chosen(
      IndexedCinema cinema,
      ProgrammeDays.Shown shown,
      @Nullable Double kilometres,
      Position position) {}

  private ProgrammePage(
      Snapshot snapshot, ProgrammeQuery query, @Nullable Position after, int limit, Instant now) {
    contents = snapshot.contents();
    this.query = query;
    this.limit = limit;
    this.now = now;
    Today today = query.date() == null ? Today.of(contents.links().clocks(), now) : null;
    walk = ProgrammeWalk.of(query, today, after, now);
    this.after = query.byFilm() ? null : walk.after();
    most = query.byFilm() ? Integer.MAX_VALUE : limit;
    film =
        query.filmId() == null
            ? RowFilter.ANY
            : contents.showtimes().films().find(contents.lists().survivor(query.filmId()));
    days = new ProgrammeDays(contents, walk, now, film);
  }

  /// Writes the page of a query.
  public static PageInfo answer(
      Snapshot snapshot,
      ProgrammeQuery query,
      @Nullable Position after,
      int limit,
      Instant now,
      OutputBuffer out) {
    ProgrammePage page = new ProgrammePage(snapshot, query, after, limit, now);
    page.findCinemas();
    FreshnessAccumulator oldest = new FreshnessAccumulator();
    Position next =
        query.byFilm()
            ? page.printFilms(new ProgrammeWriter(out), oldest)
            : page.print(new ProgrammeWriter(out), oldest);
    Freshness freshness =
        page.onPage().isEmpty()
            ? snapshot.nothing(query.onlyCinema(), Kind.SHOWTIME).freshness()
            : oldest.freshness();
    return new PageInfo(snapshot.revision(), next, freshness, page.expires());
  }

  /// Finds the cinemas of the page and one more, which shows whether the list goes on.
  private void findCinemas() {
    if (query.filmId() != null && film == Dictionary.NONE) {
      return;
    }
    switch (query.place()) {
      case ProgrammeQuery.Place.Named(List<String> ids) -> findNamed(ids);
      case ProgrammeQuery.Place.Near(CinemaQuery.Around around) -> findNear(around);
      case ProgrammeQuery.Place.Anywhere() -> findAnywhere();
    }
  }

  private boolean isFull() {
    return chosen.size() > most;
  }

  private void findNamed(List<String> ids) {
    int first = after instanceof Position.ByOrdinal(int last, _) ? last + 1 : 0;
    Set<String> seen = new HashSet<>();
    for (int ordinal = 0; ordinal < ids.size() && !isFull(); ordinal++) {
      IndexedCinema cinema = contents.lists().cinema(ids.get(ordinal));
      if (cinema != null
          && seen.add(cinema.entry().id())
          && ordinal >= first
          && isOfChain(cinema)) {
        choose(cinema, null, new Position.ByOrdinal(ordinal, cinema.entry().id()));
      }
    }
  }

  private boolean isOfChain(IndexedCinema cinema) {
    return query.chainId() == null || query.chainId().equals(cinema.chainId());
  }

  private void findNear(CinemaQuery.Around around) {
    CinemaQuery cinemas = new CinemaQuery(null, query.chainId(), around);
    Position.ByDistance last = (Position.@Nullable ByDistance) after;
    for (GeocodedCinemas.Placed each : contents.lists().cinemas().around(cinemas, around, last)) {
      if (isFull()) {
        return;
      }
      choose(
          each.cinema(),
          each.kilometres(),
          new Position.ByDistance(each.kilometres(), each.entry().id()));
    }
  }

  private void findAnywhere() {
    SortedIndex<IndexedCinema> cinemas = contents.lists().cinemas().byName();
    BitSet showing = showing();
    int number = cinemas.indexAfter((Position.@Nullable ByName) after);
    for (; number < cinemas.size() && !isFull(); number++) {
      IndexedCinema cinema = cinemas.at(number);
      int cinemaNumber = contents.links().of(cinema).number();
      if (cinemaNumber != Dictionary.NONE && showing.get(cinemaNumber) && isOfChain(cinema)) {
        choose(cinema, null, cinema.entry().position());
      }
    }
  }

  /// The numbers of the cinemas that show the film on the days asked for, or shortly before or
  /// after.
  private BitSet showing() {
    BitSet showing = new BitSet();
    int first = Micros.day(Micros.of(query.earliest(walk.asOf())));
    int last = first + query.days() + 3;
    for (Day day : contents.showtimes().days()) {
      if (day.date() >= first && day.date() <= last) {
        day.eachRowOfFilm(film, 0, day.size(), row -> showing.set(day.cinema(row)));
      }
    }
    return showing;
  }

  /// Takes a cinema with its showtimes, unless a filter leaves nothing of them.
  private void choose(IndexedCinema cinema, @Nullable Double kilometres, Position position) {
    ProgrammeDays.Shown shown = days.find(cinema);
    if (shown != null) {
      chosen.add(new Chosen(cinema, shown, kilometres, position));
    }
  }

  /// When the answer may be another one by itself.
  private Instant expires() {
    Instant expires = walk.expires();
    for (Chosen each : onPage()) {
      Instant change = each.shown().links().nextChange(now);
      expires = change.isBefore(expires) ? change : expires;
    }
    for (Chosen each : chosen) {
      if (query.onlyAhead() && !each.shown().showings().isEmpty()) {
        Instant start = Micros.instant(each.shown().showings().getFirst().start());
        expires = start.isBefore(expires) ? start : expires;
      }
    }
    return expires;
  }

  /// The cinemas that are listed.
  private List<Chosen> onPage() {
    return query.ordersAhead() && query.isFiltered()
        ? chosen.stream().filter(each -> !each.shown().showings().isEmpty()).toList()
        : chosen.subList(0, Math.min(most, chosen.size()));
  }

  /// Writes the page.
  ///
  /// @return where the next one begins; null on the last one
  private @Nullable Position print(ProgrammeWriter writer, FreshnessAccumulator oldest) {
    for (Chosen each : onPage()) {
      begin(each, writer, oldest);
      days.print(each.shown(), writer, oldest);
      writer.end();
    }
    return isFull() ? walk.next(chosen.get(limit - 1).position()) : null;
  }

  /// Writes the page by film.
  private @Nullable Position printFilms(ProgrammeWriter writer, FreshnessAccumulator oldest) {
    FilmsOfPlace<Chosen, ShowingRow> page =
        FilmsOfPlace.of(
            chosen.stream().map(each -> new AtCinema<>(each, each.shown().counted())).toList(),
            row ->
                new Position.ByFirstStart(
                    Micros.instant(row.start()), days.film(row.film()).position()),
            walk,
            limit,
            now);
    for (FilmsOfPlace.Shown<Chosen, ShowingRow> each : page.films()) {
      int number = each.cinemas().getFirst().showtimes().getFirst().film();
      days.printFilm(days.film(number), writer, oldest);
      writer.cinemas();
      for (AtCinema<Chosen, ShowingRow> its : each.cinemas()) {
        begin(its.cinema(), writer, oldest);
        days.printTimes(its.cinema().shown().days(), its.showtimes(), writer, oldest);
        writer.end();
      }
      writer.end();
    }
    writer.beside();
    for (Chosen each : onPage()) {
      begin(each, writer, oldest);
      days.printCoverage(each.shown(), writer);
      writer.end();
    }
    return page.next();
  }

  /// Begins a cinema with its record.
  private void begin(Chosen each, ProgrammeWriter writer, FreshnessAccumulator oldest) {
    writer.cinema();
    each.cinema().entry().print(contents.observations().latest(), writer.out(), oldest);
    writer.cinemaDetails(each.cinema().entry()::details);
    writer.days(each.shown().days().zone(), each.kilometres());
  }
}
