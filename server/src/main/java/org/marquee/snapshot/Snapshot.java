package org.marquee.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
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
  static final Snapshot NOTHING =
      new Snapshot(
          new Contents(
              new Revision(new UUID(0, 0), -1, new UUID(0, 0)),
              Integer.MIN_VALUE,
              Instant.EPOCH,
              Map.of(),
              new Day[0],
              ProgrammeIndex.EMPTY,
              ShowtimeStore.EMPTY,
              Dictionary.none(),
              Dictionary.none(),
              Dictionary.none(),
              new Observation[0],
              SortedIndex.EMPTY,
              SortedIndex.EMPTY,
              CinemaIndex.EMPTY,
              Map.of(),
              Map.of()));

  /// What a snapshot is made of.
  ///
  /// @param from the first UTC day of showtimes that it holds, counted from 1970
  /// @param newest when any record of a kind was last observed
  /// @param days by date
  /// @param programmes of the cinemas, the same showtimes once more
  /// @param films numbers of the films that have showtimes
  /// @param cinemas numbers of the cinemas that have showtimes
  /// @param slots numbers of the observations
  /// @param screens by cinema
  /// @param aliases the records that answer for ids of others
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Contents(
      Revision revision,
      int from,
      Instant madeAt,
      Map<Kind, Instant> newest,
      Day[] days,
      ProgrammeIndex programmes,
      ShowtimeStore stock,
      Dictionary<String> films,
      Dictionary<String> cinemas,
      Dictionary<ObservationScope> slots,
      Observation[] observations,
      SortedIndex filmRoll,
      SortedIndex chainRoll,
      CinemaIndex houses,
      Map<String, SortedIndex> screens,
      Map<String, String> aliases) {

    /// Memory outside the heap, in bytes.
    long bytes() {
      long bytes = stock.bytes() + programmes.bytes();
      for (Day day : days) {
        bytes += day.chunk().size();
      }
      return bytes;
    }

    private void hold() {
      stock.hold();
      programmes.hold();
      for (Day day : days) {
        day.chunk().hold();
      }
    }

    private void letGo() {
      stock.letGo();
      programmes.letGo();
      for (Day day : days) {
        day.chunk().letGo();
      }
    }
  }

  private static final int NEVER = Integer.MAX_VALUE;

  private final Contents contents;
  private final AtomicInteger readers = new AtomicInteger(1);

  Snapshot(Contents contents) {
    this.contents = contents;
    contents.hold();
  }

  Contents contents() {
    return contents;
  }

  /// Enters as a reader, who must leave again; false where the memory was given back already.
  boolean enter() {
    int now = readers.get();
    while (now > 0) {
      if (readers.compareAndSet(now, now + 1)) {
        return true;
      }
      now = readers.get();
    }
    return false;
  }

  /// Leaves; the shelf itself leaves when it has another snapshot.
  void leave() {
    if (readers.decrementAndGet() == 0) {
      contents.letGo();
    }
  }

  Revision revision() {
    return contents.revision();
  }

  /// The ids of some showtimes, from all days alike.
  ///
  /// @param most how many at most
  Set<String> sample(int most) {
    Set<String> ids = HashSet.newHashSet(most);
    long each = Math.max(1, showtimes() / Math.max(1, most));
    long next = 0;
    for (Day day : contents.days()) {
      for (; next < day.size() && ids.size() < most; next += each) {
        ids.add(contents.stock().id(day.place((int) next)));
      }
      next -= day.size();
    }
    return ids;
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
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit, OutputBuffer paper) {
    RowHits found = new RowHits(limit);
    RowFilter wanted = wanted(query);
    if (wanted != null) {
      find(query, wanted, after, found);
    }
    if (found.onPage() == 0) {
      return nothing(query.cinemaId(), Kind.SHOWTIME);
    }
    if (touch(found) == NEVER) {
      throw new IllegalStateException("a byte has no such value");
    }
    FreshnessAccumulator ages = new FreshnessAccumulator();
    for (int at = 0; at < found.onPage(); at++) {
      if (at > 0) {
        paper.add(',');
      }
      contents.stock().print(found.place(at), contents.observations(), paper, ages);
    }
    return new PageInfo(revision(), found.isFull() ? position(found) : null, ages.freshness());
  }

  private int touch(RowHits found) {
    int touched = 0;
    for (int at = 0; at < found.onPage(); at++) {
      touched |= contents.stock().touch(found.place(at));
    }
    return touched;
  }

  private Position position(RowHits found) {
    long last = found.place(found.onPage() - 1);
    return new Position.ByStart(
        Micros.instant(contents.stock().start(last)), contents.stock().id(last));
  }

  /// The question in numbers; null where nothing can fit.
  private @Nullable RowFilter wanted(ShowtimeQuery query) {
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
      ShowtimeQuery query, RowFilter wanted, Position.@Nullable ByStart after, RowHits found) {
    long from = Micros.of(query.window().after());
    long until = Micros.of(query.window().before());
    SeekKey mark =
        after == null ? null : new SeekKey(Micros.of(after.start()), after.id().getBytes(UTF_8));
    if (wanted.cinema() != RowFilter.ANY) {
      contents.programmes().find(wanted, from, until, mark, contents.stock(), found);
      return;
    }
    long first = mark == null ? from : Math.max(from, mark.start());
    Day[] days = contents.days();
    for (int at = firstDay(Micros.day(first));
        at < days.length && days[at].date() <= Micros.day(until - 1) && !found.isFull();
        at++) {
      Day day = days[at];
      int row = day.rowAt(from);
      if (mark != null) {
        row = Math.max(row, day.rowAfter(mark, contents.stock()));
      }
      day.find(wanted, row, day.rowAt(until), found);
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

  PageInfo films(Position.@Nullable ByName after, int limit, OutputBuffer paper) {
    return list(contents.filmRoll(), after, limit, null, Kind.FILM, paper);
  }

  PageInfo chains(Position.@Nullable ByName after, int limit, OutputBuffer paper) {
    return list(contents.chainRoll(), after, limit, null, Kind.CHAIN, paper);
  }

  PageInfo screens(
      String cinemaId, Position.@Nullable ByName after, int limit, OutputBuffer paper) {
    SortedIndex roll = contents.screens().getOrDefault(record(cinemaId), SortedIndex.EMPTY);
    return list(roll, after, limit, cinemaId, Kind.SCREEN, paper);
  }

  private PageInfo list(
      SortedIndex roll,
      Position.@Nullable ByName after,
      int limit,
      @Nullable String cinemaId,
      Kind kind,
      OutputBuffer paper) {
    int from = roll.indexAfter(after);
    int until = Math.min(from + limit, roll.size());
    if (from == until) {
      return nothing(cinemaId, kind);
    }
    FreshnessAccumulator ages = new FreshnessAccumulator();
    for (int at = from; at < until; at++) {
      print(roll.at(at), at == from, paper, ages);
    }
    return new PageInfo(
        revision(), until < roll.size() ? roll.at(until - 1).position() : null, ages.freshness());
  }

  PageInfo cinemas(CinemaQuery query, @Nullable Position after, int limit, OutputBuffer paper) {
    CinemaQuery.Around around = query.around();
    if (around != null) {
      List<CinemaIndex.Placed> placed =
          contents.houses().around(query, around, (Position.@Nullable ByDistance) after, limit + 1);
      Position next = null;
      if (placed.size() > limit) {
        CinemaIndex.Placed last = placed.get(limit - 1);
        next = new Position.ByDistance(last.kilometres(), last.entry().id());
      }
      return cinemas(placed.stream().map(CinemaIndex.Placed::entry).toList(), limit, next, paper);
    }
    List<WrittenRecord> found =
        contents.houses().search(query, (Position.@Nullable ByName) after, limit + 1);
    return cinemas(
        found, limit, found.size() > limit ? found.get(limit - 1).position() : null, paper);
  }

  private PageInfo cinemas(
      List<WrittenRecord> found, int limit, @Nullable Position next, OutputBuffer paper) {
    if (found.isEmpty()) {
      return nothing(null, Kind.CINEMA);
    }
    FreshnessAccumulator ages = new FreshnessAccumulator();
    for (int at = 0; at < Math.min(limit, found.size()); at++) {
      print(found.get(at), at == 0, paper, ages);
    }
    return new PageInfo(revision(), next, ages.freshness());
  }

  Optional<PageInfo> film(String id, OutputBuffer paper) {
    return one(contents.filmRoll().find(record(id)), paper);
  }

  Optional<PageInfo> cinema(String id, OutputBuffer paper) {
    return one(contents.houses().roll().find(record(id)), paper);
  }

  private Optional<PageInfo> one(@Nullable WrittenRecord entry, OutputBuffer paper) {
    if (entry == null) {
      return Optional.empty();
    }
    FreshnessAccumulator ages = new FreshnessAccumulator();
    print(entry, true, paper, ages);
    return Optional.of(new PageInfo(revision(), null, ages.freshness()));
  }

  private void print(
      WrittenRecord entry, boolean first, OutputBuffer paper, FreshnessAccumulator ages) {
    if (!first) {
      paper.add(',');
    }
    entry.print(contents.observations(), paper, ages);
  }

  PageInfo origin() {
    return new PageInfo(revision(), null, Freshness.observed(contents.madeAt()));
  }

  /// What an empty page claims: when the cinema asked for was last observed, else the newest
  /// observation of the kind, else when the database was made (contract, "Freshness").
  private PageInfo nothing(@Nullable String cinemaId, Kind kind) {
    WrittenRecord cinema =
        cinemaId == null ? null : contents.houses().roll().find(record(cinemaId));
    Instant observed =
        cinema == null
            ? contents.newest().getOrDefault(kind, contents.madeAt())
            : Micros.instant(cinema.observed(contents.observations()));
    return new PageInfo(revision(), null, Freshness.observed(observed));
  }
}
