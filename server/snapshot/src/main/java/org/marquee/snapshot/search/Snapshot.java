package org.marquee.snapshot.search;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Film;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Place;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Revision;
import org.marquee.listing.ShowingCounts;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.Pages;
import org.marquee.snapshot.columns.RowHits;
import org.marquee.snapshot.record.IndexedRecord;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.OffHeapChunk;
import org.marquee.snapshot.record.WrittenRecord;

/// One state of what is published, in memory. Immutable, but for who is reading it: its memory is
/// given back when it was replaced and the last reader has left. Only its readers may ask it.
public final class Snapshot implements Pages, ShowingCounts {
  /// Nothing yet.
  public static final Snapshot NOTHING = new Snapshot(SnapshotContents.NONE);

  /// Of memory for pages that were found before: apart, so that neither form drives out the other.
  private static final long PLAIN_BYTES = 40L << 20;

  private static final long COMPRESSED_BYTES = 16L << 20;

  private final SnapshotContents contents;
  private final FoundPages plainPages = new FoundPages(PLAIN_BYTES);
  private final FoundPages compressedPages = new FoundPages(COMPRESSED_BYTES);
  private final Readers readers;

  /// Writes pages of all records but showtimes.
  private final ListPages pages;

  /// Takes a share in the memory of what it is made of.
  public Snapshot(SnapshotContents contents) {
    this.contents = contents;
    pages = new ListPages(contents);
    contents.showtimes().eachChunk(OffHeapChunk::hold);
    readers = new Readers(() -> contents.showtimes().eachChunk(OffHeapChunk::letGo));
  }

  /// What it is made of.
  public SnapshotContents contents() {
    return contents;
  }

  /// Enters as a reader, who must leave again; false if it was replaced.
  public boolean enter() {
    return readers.enter();
  }

  /// Leaves it again.
  public void leave() {
    readers.leave();
  }

  /// Notes that it was replaced: its memory is given back when its last reader has left.
  public void retire() {
    readers.retire();
  }

  @Override
  public Revision revision() {
    return contents.state().revision();
  }

  /// Whether it holds all showtimes of a window.
  public boolean holds(Window window) {
    return Micros.day(Micros.of(window.after())) >= contents.state().from();
  }

  /// Whether it holds all showtimes of the days of a query.
  public boolean holds(ProgrammeQuery query, @Nullable Position after, Instant now) {
    Instant asOf = after instanceof Position.AsOf(Instant begun, _) ? begun : now;
    return Micros.day(Micros.of(query.earliest(asOf))) >= contents.state().from();
  }

  @Override
  public PageInfo showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit, OutputBuffer out) {
    // One that was put here since somebody asked whether the window is held may begin later.
    if (!holds(query.window())) {
      throw new ListingsUnavailable("the window begins before what is in memory", null);
    }
    ShowtimeSearch search = ShowtimeSearch.of(contents, query, after);
    if (search == null) {
      return pages.nothing(query.cinemaId(), Kind.SHOWTIME, out);
    }
    FoundPages before = out.takesStart() ? compressedPages : plainPages;
    PageInfo kept = before.beginWithKept(search, limit, out);
    if (kept != null) {
      return kept;
    }
    RowHits found = search.find(limit);
    if (found.onPage() == 0) {
      return pages.nothing(query.cinemaId(), Kind.SHOWTIME, out);
    }
    int from = out.length();
    PageInfo page = print(found, out);
    before.keep(search, limit, found, page, from, out);
    return page;
  }

  private PageInfo print(RowHits found, OutputBuffer out) {
    Freshness freshness = contents.print(found, out);
    return new PageInfo(revision(), found.isFull() ? position(found) : null, freshness);
  }

  private Position position(RowHits found) {
    int last = found.place(found.onPage() - 1);
    return new Position.ByStart(
        Micros.instant(contents.showtimes().store().start(last)),
        contents.showtimes().store().id(last));
  }

  @Override
  public PageInfo films(
      @Nullable String search, @Nullable Position after, int limit, OutputBuffer out) {
    FilmIndex films = contents.lists().films();
    if (search == null) {
      return pages.list(
          films.byTitle(), (Position.@Nullable ByName) after, limit, null, Kind.FILM, out);
    }
    return pages.found(
        films.search(search, (Position.@Nullable ByRank) after),
        limit,
        FilmIndex.Ranked::position,
        Kind.FILM,
        out);
  }

  @Override
  public Film.Matches findFilms(String search, int most) {
    List<FilmIndex.Ranked> found = contents.lists().films().search(search, null);
    return new Film.Matches(
        found.stream().limit(most).map(each -> each.entry().titles()).toList(), found.size());
  }

  @Override
  public List<Film.Titles> titles(@Nullable Collection<String> ids) {
    SortedIndex<IndexedFilm> films = contents.lists().films().byTitle();
    return (ids == null
            ? films.all().stream()
            : ids.stream().map(films::find).filter(Objects::nonNull))
        .map(film -> film.entry().titles())
        .toList();
  }

  @Override
  public PageInfo chains(Position.@Nullable ByName after, int limit, OutputBuffer out) {
    return pages.list(contents.lists().chains(), after, limit, null, Kind.CHAIN, out);
  }

  @Override
  public PageInfo screens(
      String cinemaId, Position.@Nullable ByName after, int limit, OutputBuffer out) {
    RecordLists lists = contents.lists();
    SortedIndex<WrittenRecord> screens = lists.screens().get(lists.survivor(cinemaId));
    return screens == null
        ? pages.nothing(cinemaId, Kind.SCREEN, out)
        : pages.list(screens, after, limit, cinemaId, Kind.SCREEN, out);
  }

  @Override
  public PageInfo cinemas(
      CinemaQuery query, @Nullable Position after, int limit, OutputBuffer out) {
    CinemaIndex cinemas = contents.lists().cinemas();
    CinemaQuery.Around around = query.around();
    if (around == null) {
      List<IndexedCinema> found =
          cinemas.search(query, (Position.@Nullable ByName) after, limit + 1);
      return pages.found(found, limit, last -> last.entry().position(), Kind.CINEMA, out);
    }
    List<GeocodedCinemas.Placed> placed =
        cinemas.around(query, around, (Position.@Nullable ByDistance) after);
    return pages.found(
        placed,
        limit,
        last -> new Position.ByDistance(last.kilometres(), last.entry().id()),
        Kind.CINEMA,
        out);
  }

  @Override
  public PageInfo places(
      String search, Position.@Nullable ByRank after, int limit, OutputBuffer out) {
    return pages.places(contents.lists().cinemas().places().search(search), after, limit, out);
  }

  @Override
  public List<Place.Found> findPlaces(String search, int most) {
    return contents.lists().cinemas().places().search(search).stream().limit(most).toList();
  }

  @Override
  public CinemaQuery.Centre.Point point(CinemaQuery.Centre.PlaceId place) {
    return contents.lists().cinemas().point(place);
  }

  @Override
  public Optional<PageInfo> film(String id, OutputBuffer out) {
    return one(contents.lists().film(id), out);
  }

  @Override
  public Optional<PageInfo> cinema(String id, OutputBuffer out) {
    return one(contents.lists().cinema(id), out);
  }

  private Optional<PageInfo> one(@Nullable IndexedRecord record, OutputBuffer out) {
    return Optional.ofNullable(record).map(found -> pages.one(found, out));
  }

  @Override
  public PageInfo programmes(
      ProgrammeQuery query, @Nullable Position after, int limit, Instant now, OutputBuffer out) {
    if (!holds(query, after, now)) {
      throw new ListingsUnavailable("the days begin before what is in memory", null);
    }
    return ProgrammePage.answer(this, query, after, limit, now, out);
  }

  @Override
  public List<FilmCount> mostShown(Instant from, Instant until, int most) {
    return new SnapshotCounts(contents).mostShown(from, until, most);
  }

  @Override
  public List<FilmDay> daysOf(String filmId, Instant from, Which which) {
    return new SnapshotCounts(contents).daysOf(filmId, from, which);
  }

  /// What an empty page claims ([ListPages#nothing]).
  PageInfo nothing(@Nullable String cinemaId, Kind kind) {
    return pages.nothing(cinemaId, kind);
  }

  @Override
  public <T> T inOneState(Function<Pages, T> reading) {
    return reading.apply(this);
  }

  @Override
  public PageInfo origin() {
    return new PageInfo(revision(), null, Freshness.observed(contents.state().madeAt()));
  }
}
