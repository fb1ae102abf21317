package org.marquee.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.Position;
import org.marquee.listing.Revision;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;

/// One state of what is published, in memory. Immutable, but for who is reading it: its memory is
/// given back when it was replaced and the last reader has left.
final class Snapshot {
  /// Nothing yet.
  static final Snapshot NOTHING = new Snapshot(SnapshotContents.NONE);

  private static final int NEVER = Integer.MAX_VALUE;

  private final SnapshotContents contents;
  private final FoundPages foundPages = new FoundPages();
  private final Readers readers;

  Snapshot(SnapshotContents contents) {
    this.contents = contents;
    contents.hold();
    readers = new Readers(contents::letGo);
  }

  SnapshotContents contents() {
    return contents;
  }

  /// Enters as a reader, who must leave again on the same thread; false if it was replaced.
  boolean enter() {
    return readers.enter();
  }

  void leave() {
    readers.leave();
  }

  /// Notes that it was replaced: its memory is given back when its last reader has left.
  void retire() {
    readers.retire();
  }

  /// Makes it the current one again. Only for one of its readers.
  void revive() {
    readers.revive();
  }

  Revision revision() {
    return contents.revision();
  }

  /// Whether it holds all showtimes of a window.
  boolean holds(Window window) {
    return Micros.day(Micros.of(window.after())) >= contents.from();
  }

  /// How many showtimes it holds.
  long showtimes() {
    long count = 0;
    for (Day day : contents.days()) {
      count += day.size();
    }
    return count;
  }

  PageInfo showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit, OutputBuffer out) {
    RowHits found = new RowHits(limit);
    RowFilter filter = filter(query);
    if (filter != null) {
      find(query, filter, after, found);
    }
    if (found.onPage() == 0) {
      return nothing(query.cinemaId(), Kind.SHOWTIME);
    }
    return foundPages.print(found, out, () -> print(found, out));
  }

  private PageInfo print(RowHits found, OutputBuffer out) {
    if (touch(found) == NEVER) {
      throw new IllegalStateException("a byte has no such value");
    }
    FreshnessAccumulator oldest = new FreshnessAccumulator();
    for (int at = 0; at < found.onPage(); at++) {
      if (at > 0) {
        out.add(',');
      }
      contents.store().print(found.place(at), contents.observations(), out, oldest);
    }
    return new PageInfo(revision(), found.isFull() ? position(found) : null, oldest.freshness());
  }

  private int touch(RowHits found) {
    int touched = 0;
    for (int at = 0; at < found.onPage(); at++) {
      touched |= contents.store().touch(found.place(at));
    }
    return touched;
  }

  private Position position(RowHits found) {
    long last = found.place(found.onPage() - 1);
    return new Position.ByStart(
        Micros.instant(contents.store().start(last)), contents.store().id(last));
  }

  /// The question in numbers; null where nothing can fit.
  private @Nullable RowFilter filter(ShowtimeQuery query) {
    int cinema = number(contents.cinemas(), query.cinemaId());
    int film = number(contents.films(), query.filmId());
    return (query.cinemaId() != null && cinema == Dictionary.NONE)
            || (query.filmId() != null && film == Dictionary.NONE)
        ? null
        : new RowFilter(cinema, film, query.attributes().mask());
  }

  private int number(Dictionary<String> ordinals, @Nullable String id) {
    return id == null ? RowFilter.ANY : ordinals.find(record(id));
  }

  /// The id of the record that answers for an id.
  private String record(String id) {
    return contents.aliases().getOrDefault(id, id);
  }

  private void find(
      ShowtimeQuery query, RowFilter filter, Position.@Nullable ByStart after, RowHits found) {
    long from = Micros.of(query.window().after());
    long until = Micros.of(query.window().before());
    SeekKey key =
        after == null ? null : new SeekKey(Micros.of(after.start()), after.id().getBytes(UTF_8));
    if (filter.cinema() != RowFilter.ANY) {
      contents.programmes().find(filter, from, until, key, contents.store(), found);
      return;
    }
    long first = key == null ? from : Math.max(from, key.start());
    Day[] days = contents.days();
    for (int at = firstDay(Micros.day(first));
        at < days.length && days[at].date() <= Micros.day(until - 1) && !found.isFull();
        at++) {
      Day day = days[at];
      int row = day.rowAt(from);
      if (key != null) {
        row = Math.max(row, day.rowAfter(key, contents.store()));
      }
      day.find(filter, row, day.rowAt(until), found);
    }
  }

  private int firstDay(int date) {
    Day[] days = contents.days();
    int from = 0;
    int until = days.length;
    while (from < until) {
      int middle = (from + until) >>> 1;
      if (days[middle].date() < date) {
        from = middle + 1;
      } else {
        until = middle;
      }
    }
    return from;
  }

  PageInfo films(Position.@Nullable ByName after, int limit, OutputBuffer out) {
    return list(contents.filmIndex(), after, limit, null, Kind.FILM, out);
  }

  PageInfo chains(Position.@Nullable ByName after, int limit, OutputBuffer out) {
    return list(contents.chainIndex(), after, limit, null, Kind.CHAIN, out);
  }

  PageInfo screens(String cinemaId, Position.@Nullable ByName after, int limit, OutputBuffer out) {
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

  PageInfo cinemas(CinemaQuery query, @Nullable Position after, int limit, OutputBuffer out) {
    CinemaQuery.Around around = query.around();
    if (around != null) {
      List<CinemaIndex.Placed> placed =
          contents
              .cinemaIndex()
              .around(query, around, (Position.@Nullable ByDistance) after, limit + 1);
      Position next = null;
      if (placed.size() > limit) {
        CinemaIndex.Placed last = placed.get(limit - 1);
        next = new Position.ByDistance(last.kilometres(), last.entry().id());
      }
      return cinemas(placed.stream().map(CinemaIndex.Placed::entry).toList(), limit, next, out);
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

  Optional<PageInfo> film(String id, OutputBuffer out) {
    return one(contents.filmIndex().find(record(id)), out);
  }

  Optional<PageInfo> cinema(String id, OutputBuffer out) {
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

  PageInfo origin() {
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
