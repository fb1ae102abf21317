package org.marquee.snapshot.search;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Film;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.Position;
import org.marquee.listing.Revision;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.snapshot.columns.Day;
import org.marquee.snapshot.columns.RowHits;
import org.marquee.snapshot.record.FreshnessAccumulator;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.WrittenRecord;

/// One state of what is published, in memory. Immutable, but for who is reading it: its memory is
/// given back when it was replaced and the last reader has left.
public final class Snapshot {
  /// Nothing yet.
  public static final Snapshot NOTHING = new Snapshot(SnapshotContents.NONE);

  /// Of memory for pages that were found before: apart, so that neither form drives out the other.
  private static final long PLAIN_BYTES = 40L << 20;

  private static final long COMPRESSED_BYTES = 16L << 20;

  private final SnapshotContents contents;
  private final FoundPages plainPages = new FoundPages(PLAIN_BYTES);
  private final FoundPages compressedPages = new FoundPages(COMPRESSED_BYTES);
  private final Readers readers;

  public Snapshot(SnapshotContents contents) {
    this.contents = contents;
    contents.hold();
    readers = new Readers(contents::letGo);
  }

  public SnapshotContents contents() {
    return contents;
  }

  /// Enters as a reader, who must leave again on the same thread; false if it was replaced.
  public boolean enter() {
    return readers.enter();
  }

  public void leave() {
    readers.leave();
  }

  /// Notes that it was replaced: its memory is given back when its last reader has left.
  public void retire() {
    readers.retire();
  }

  /// Makes it the current one again. Only for one of its readers.
  public void revive() {
    readers.revive();
  }

  public Revision revision() {
    return contents.revision();
  }

  /// Whether it holds all showtimes of a window.
  public boolean holds(Window window) {
    return Micros.day(Micros.of(window.after())) >= contents.from();
  }

  /// How many showtimes it holds.
  public long showtimes() {
    long count = 0;
    for (Day day : contents.days()) {
      count += day.size();
    }
    return count;
  }

  public PageInfo showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit, OutputBuffer out) {
    ShowtimeSearch search = ShowtimeSearch.of(contents, query, after);
    if (search == null) {
      return nothing(query.cinemaId(), Kind.SHOWTIME);
    }
    FoundPages pages = out.takesStart() ? compressedPages : plainPages;
    PageInfo kept = pages.take(search, limit, out);
    if (kept != null) {
      return kept;
    }
    RowHits found = search.find(limit);
    if (found.onPage() == 0) {
      return nothing(query.cinemaId(), Kind.SHOWTIME);
    }
    int before = out.length();
    PageInfo page = print(found, out);
    pages.keep(search, limit, found, page, before, out);
    return page;
  }

  private PageInfo print(RowHits found, OutputBuffer out) {
    FreshnessAccumulator oldest = new FreshnessAccumulator();
    for (int at = 0; at < found.onPage(); at++) {
      if (at > 0) {
        out.add(',');
      }
      contents.store().print(found.place(at), contents.observations(), out, oldest);
    }
    return new PageInfo(revision(), found.isFull() ? position(found) : null, oldest.freshness());
  }

  private Position position(RowHits found) {
    int last = found.place(found.onPage() - 1);
    return new Position.ByStart(
        Micros.instant(contents.store().start(last)), contents.store().id(last));
  }

  /// The id of the record that answers for an id.
  private String record(String id) {
    return contents.aliases().getOrDefault(id, id);
  }

  public PageInfo films(Position.@Nullable ByName after, int limit, OutputBuffer out) {
    return list(contents.filmIndex(), after, limit, null, Kind.FILM, out);
  }

  /// All titles of films; of all where no ids are given.
  public List<Film.Titles> titles(@Nullable Collection<String> ids) {
    SortedIndex films = contents.filmIndex();
    return (ids == null
            ? IntStream.range(0, films.size()).mapToObj(films::at)
            : ids.stream().map(films::find).filter(Objects::nonNull))
        .map(WrittenRecord::titles)
        .toList();
  }

  public PageInfo chains(Position.@Nullable ByName after, int limit, OutputBuffer out) {
    return list(contents.chainIndex(), after, limit, null, Kind.CHAIN, out);
  }

  public PageInfo screens(
      String cinemaId, Position.@Nullable ByName after, int limit, OutputBuffer out) {
    SortedIndex index = contents.screens().getOrDefault(record(cinemaId), SortedIndex.EMPTY);
    return list(index, after, limit, cinemaId, Kind.SCREEN, out);
  }

  private PageInfo list(
      SortedIndex index,
      Position.@Nullable ByName after,
      int limit,
      @Nullable String cinemaId,
      Kind kind,
      OutputBuffer out) {
    int from = index.indexAfter(after);
    int until = Math.min(from + limit, index.size());
    if (from == until) {
      return nothing(cinemaId, kind);
    }
    FreshnessAccumulator oldest = new FreshnessAccumulator();
    for (int at = from; at < until; at++) {
      print(index.at(at), at == from, out, oldest);
    }
    return new PageInfo(
        revision(),
        until < index.size() ? index.at(until - 1).position() : null,
        oldest.freshness());
  }

  public PageInfo cinemas(
      CinemaQuery query, @Nullable Position after, int limit, OutputBuffer out) {
    CinemaQuery.Around around = query.around();
    if (around != null) {
      List<GeocodedCinemas.Placed> placed =
          contents
              .cinemaIndex()
              .around(query, around, (Position.@Nullable ByDistance) after, limit + 1);
      Position next = null;
      if (placed.size() > limit) {
        GeocodedCinemas.Placed last = placed.get(limit - 1);
        next = new Position.ByDistance(last.kilometres(), last.entry().id());
      }
      return cinemas(placed.stream().map(GeocodedCinemas.Placed::entry).toList(), limit, next, out);
    }
    List<WrittenRecord> found =
        contents.cinemaIndex().search(query, (Position.@Nullable ByName) after, limit + 1);
    return cinemas(
        found, limit, found.size() > limit ? found.get(limit - 1).position() : null, out);
  }

  private PageInfo cinemas(
      List<WrittenRecord> found, int limit, @Nullable Position next, OutputBuffer out) {
    if (found.isEmpty()) {
      return nothing(null, Kind.CINEMA);
    }
    FreshnessAccumulator oldest = new FreshnessAccumulator();
    for (int at = 0; at < Math.min(limit, found.size()); at++) {
      print(found.get(at), at == 0, out, oldest);
    }
    return new PageInfo(revision(), next, oldest.freshness());
  }

  public Optional<PageInfo> film(String id, OutputBuffer out) {
    return one(contents.filmIndex().find(record(id)), out);
  }

  public Optional<PageInfo> cinema(String id, OutputBuffer out) {
    return one(contents.cinemaIndex().byName().find(record(id)), out);
  }

  private Optional<PageInfo> one(@Nullable WrittenRecord entry, OutputBuffer out) {
    if (entry == null) {
      return Optional.empty();
    }
    FreshnessAccumulator oldest = new FreshnessAccumulator();
    print(entry, true, out, oldest);
    return Optional.of(new PageInfo(revision(), null, oldest.freshness()));
  }

  private void print(
      WrittenRecord entry, boolean first, OutputBuffer out, FreshnessAccumulator oldest) {
    if (!first) {
      out.add(',');
    }
    entry.print(contents.observations(), out, oldest);
  }

  public PageInfo origin() {
    return new PageInfo(revision(), null, Freshness.observed(contents.madeAt()));
  }

  /// What an empty page claims: when the cinema asked for was last observed, else the newest
  /// observation of the kind, else when the database was made (docs/api.md, "Freshness").
  PageInfo nothing(@Nullable String cinemaId, Kind kind) {
    WrittenRecord cinema =
        cinemaId == null ? null : contents.cinemaIndex().byName().find(record(cinemaId));
    Instant observed =
        cinema == null
            ? contents.newest().getOrDefault(kind, contents.madeAt())
            : Micros.instant(cinema.observed(contents.observations()));
    return new PageInfo(revision(), null, Freshness.observed(observed));
  }
}
