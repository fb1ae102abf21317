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
import org.marquee.listing.Paper;
import org.marquee.listing.Position;
import org.marquee.listing.Revision;
import org.marquee.listing.Sheet;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;

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
              Programmes.EMPTY,
              Stock.EMPTY,
              Ordinals.none(),
              Ordinals.none(),
              Ordinals.none(),
              new Observation[0],
              Roll.EMPTY,
              Roll.EMPTY,
              Houses.EMPTY,
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
      Programmes programmes,
      Stock stock,
      Ordinals<String> films,
      Ordinals<String> cinemas,
      Ordinals<Slot> slots,
      Observation[] observations,
      Roll filmRoll,
      Roll chainRoll,
      Houses houses,
      Map<String, Roll> screens,
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

  Sheet showtimes(ShowtimeQuery query, Position.@Nullable ByStart after, int limit, Paper paper) {
    Found found = new Found(limit);
    Wanted wanted = wanted(query);
    if (wanted != null) {
      find(query, wanted, after, found);
    }
    if (found.onPage() == 0) {
      return nothing(query.cinemaId(), Kind.SHOWTIME);
    }
    if (touch(found) == NEVER) {
      throw new IllegalStateException("a byte has no such value");
    }
    Ages ages = new Ages();
    for (int at = 0; at < found.onPage(); at++) {
      if (at > 0) {
        paper.add(',');
      }
      contents.stock().print(found.place(at), contents.observations(), paper, ages);
    }
    return new Sheet(revision(), found.isFull() ? position(found) : null, ages.freshness());
  }

  private int touch(Found found) {
    int touched = 0;
    for (int at = 0; at < found.onPage(); at++) {
      touched |= contents.stock().touch(found.place(at));
    }
    return touched;
  }

  private Position position(Found found) {
    long last = found.place(found.onPage() - 1);
    return new Position.ByStart(
        Micros.instant(contents.stock().start(last)), contents.stock().id(last));
  }

  /// The question in numbers; null where nothing can fit.
  private @Nullable Wanted wanted(ShowtimeQuery query) {
    int cinema = number(contents.cinemas(), query.cinemaId());
    int film = number(contents.films(), query.filmId());
    return (query.cinemaId() != null && cinema == Ordinals.NONE)
            || (query.filmId() != null && film == Ordinals.NONE)
        ? null
        : new Wanted(cinema, film, query.attributes().mask());
  }

  private int number(Ordinals<String> ordinals, @Nullable String id) {
    return id == null ? Wanted.ANY : ordinals.find(record(id));
  }

  /// The id of the record that answers for an id.
  private String record(String id) {
    return contents.aliases().getOrDefault(id, id);
  }

  private void find(
      ShowtimeQuery query, Wanted wanted, Position.@Nullable ByStart after, Found found) {
    long from = Micros.of(query.window().after());
    long until = Micros.of(query.window().before());
    Mark mark =
        after == null ? null : new Mark(Micros.of(after.start()), after.id().getBytes(UTF_8));
    if (wanted.cinema() != Wanted.ANY) {
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

  Sheet films(Position.@Nullable ByName after, int limit, Paper paper) {
    return list(contents.filmRoll(), after, limit, null, Kind.FILM, paper);
  }

  Sheet chains(Position.@Nullable ByName after, int limit, Paper paper) {
    return list(contents.chainRoll(), after, limit, null, Kind.CHAIN, paper);
  }

  Sheet screens(String cinemaId, Position.@Nullable ByName after, int limit, Paper paper) {
    Roll roll = contents.screens().getOrDefault(record(cinemaId), Roll.EMPTY);
    return list(roll, after, limit, cinemaId, Kind.SCREEN, paper);
  }

  private Sheet list(
      Roll roll,
      Position.@Nullable ByName after,
      int limit,
      @Nullable String cinemaId,
      Kind kind,
      Paper paper) {
    int from = roll.indexAfter(after);
    int until = Math.min(from + limit, roll.size());
    if (from == until) {
      return nothing(cinemaId, kind);
    }
    Ages ages = new Ages();
    for (int at = from; at < until; at++) {
      print(roll.at(at), at == from, paper, ages);
    }
    return new Sheet(
        revision(), until < roll.size() ? roll.at(until - 1).position() : null, ages.freshness());
  }

  Sheet cinemas(CinemaQuery query, @Nullable Position after, int limit, Paper paper) {
    CinemaQuery.Around around = query.around();
    if (around != null) {
      List<Houses.Placed> placed =
          contents.houses().around(query, around, (Position.@Nullable ByDistance) after, limit + 1);
      Position next = null;
      if (placed.size() > limit) {
        Houses.Placed last = placed.get(limit - 1);
        next = new Position.ByDistance(last.kilometres(), last.entry().id());
      }
      return cinemas(placed.stream().map(Houses.Placed::entry).toList(), limit, next, paper);
    }
    List<Entry> found =
        contents.houses().search(query, (Position.@Nullable ByName) after, limit + 1);
    return cinemas(
        found, limit, found.size() > limit ? found.get(limit - 1).position() : null, paper);
  }

  private Sheet cinemas(List<Entry> found, int limit, @Nullable Position next, Paper paper) {
    if (found.isEmpty()) {
      return nothing(null, Kind.CINEMA);
    }
    Ages ages = new Ages();
    for (int at = 0; at < Math.min(limit, found.size()); at++) {
      print(found.get(at), at == 0, paper, ages);
    }
    return new Sheet(revision(), next, ages.freshness());
  }

  Optional<Sheet> film(String id, Paper paper) {
    return one(contents.filmRoll().find(record(id)), paper);
  }

  Optional<Sheet> cinema(String id, Paper paper) {
    return one(contents.houses().roll().find(record(id)), paper);
  }

  private Optional<Sheet> one(@Nullable Entry entry, Paper paper) {
    if (entry == null) {
      return Optional.empty();
    }
    Ages ages = new Ages();
    print(entry, true, paper, ages);
    return Optional.of(new Sheet(revision(), null, ages.freshness()));
  }

  private void print(Entry entry, boolean first, Paper paper, Ages ages) {
    if (!first) {
      paper.add(',');
    }
    entry.print(contents.observations(), paper, ages);
  }

  Sheet origin() {
    return new Sheet(revision(), null, Freshness.observed(contents.madeAt()));
  }

  /// What an empty page claims: when the cinema asked for was last observed, else the newest
  /// observation of the kind, else when the database was made (contract, "Freshness").
  private Sheet nothing(@Nullable String cinemaId, Kind kind) {
    Entry cinema = cinemaId == null ? null : contents.houses().roll().find(record(cinemaId));
    Instant observed =
        cinema == null
            ? contents.newest().getOrDefault(kind, contents.madeAt())
            : Micros.instant(cinema.observed(contents.observations()));
    return new Sheet(revision(), null, Freshness.observed(observed));
  }
}
