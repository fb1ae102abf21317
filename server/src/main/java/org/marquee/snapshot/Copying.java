package org.marquee.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Copyist;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Script;
import org.marquee.listing.Script.Written;
import org.marquee.listing.Showtime;

/// Makes the next snapshot of the last one and what is told, or of what is told alone.
///
/// Days on which nothing changed are shared with the last snapshot, and so is the memory of every
/// showtime that did not.
final class Copying implements Copyist {
  private final int from;
  private final Script script;
  private Snapshot.Contents last;
  private @Nullable Edition edition;

  private StockDraft stock;
  private Ordinals.Draft<String> films;
  private Ordinals.Draft<String> cinemas;
  private Ordinals.Draft<Slot> slots;
  private Observation[] observations;
  private final Map<Times, Observation> known = new HashMap<>();

  private final Map<Kind, List<Entry>> entries = new EnumMap<>(Kind.class);
  private final Map<Kind, Set<String>> touched = new EnumMap<>(Kind.class);
  private final List<House> houses = new ArrayList<>();
  private final Map<String, List<Entry>> screens = new HashMap<>();
  private final Map<Integer, List<Fresh>> fresh = new TreeMap<>();

  /// The days of a whole edition: showtimes come in order, so each is complete before the next.
  private final List<Day> days = new ArrayList<>();

  /// The cinemas whose showtimes are not all as and where they were.
  private final BitSet changedCinemas = new BitSet();

  private Columns rows = new Columns(0);
  private int date = Integer.MIN_VALUE;

  private record Times(Instant observedAt, @Nullable Instant sourceUpdatedAt) {}

  /// A showtime that is new or has changed.
  @SuppressWarnings("ArrayRecordComponent") // compared by its order alone
  private record Fresh(
      long start, byte[] id, long place, int hash, int film, int cinema, short mask) {
    int compare(Fresh other) {
      int difference = Long.compare(start, other.start);
      return difference != 0 ? difference : Arrays.compareUnsigned(id, other.id);
    }
  }

  /// @param from the first UTC day of showtimes to hold, counted from 1970
  Copying(Snapshot last, int from, Script script) {
    this.from = from;
    this.script = script;
    for (Kind kind : Kind.values()) {
      entries.put(kind, new ArrayList<>());
      touched.put(kind, new HashSet<>());
    }
    this.last = last.contents();
    stock = new StockDraft(this.last.stock());
    films = new Ordinals.Draft<>(this.last.films());
    cinemas = new Ordinals.Draft<>(this.last.cinemas());
    slots = new Ordinals.Draft<>(this.last.slots());
    observations = new Observation[0];
  }

  @Override
  public void begin(Edition told) {
    edition = told;
    if (told.whole()) {
      last = Snapshot.NOTHING.contents();
      stock = new StockDraft(last.stock());
      films = new Ordinals.Draft<>(last.films());
      cinemas = new Ordinals.Draft<>(last.cinemas());
      slots = new Ordinals.Draft<>(last.slots());
    }
  }

  private boolean isWhole() {
    return Objects.requireNonNull(edition).whole();
  }

  @Override
  public void confirmed(
      String provider,
      @Nullable String cinemaId,
      Instant observedAt,
      @Nullable Instant sourceUpdatedAt) {
    int slot = slots.of(new Slot(provider, cinemaId));
    if (slot >= observations.length) {
      observations = Arrays.copyOf(observations, Math.max(slot + 16, 2 * observations.length));
    }
    observations[slot] =
        known.computeIfAbsent(
            new Times(observedAt, sourceUpdatedAt),
            times -> Observation.of(times.observedAt(), times.sourceUpdatedAt(), script));
  }

  private int note(Observed observed, Provenance provenance, @Nullable String cinemaId) {
    if (observed == Observed.ALONE) {
      return Slots.ALONE;
    }
    int slot = slots.of(new Slot(provenance.provider(), cinemaId));
    if (slot >= observations.length || observations[slot] == null) {
      throw new IllegalStateException(
          "nothing confirms " + provenance.provider() + " " + provenance.externalId());
    }
    return Slots.note(observed, slot);
  }

  @Override
  public void chain(Chain chain, String sortKey, Observed observed) {
    enter(
        Kind.CHAIN,
        entry(
            Kind.CHAIN,
            chain.id(),
            sortKey,
            script.write(chain),
            chain.provenance(),
            observed,
            null));
  }

  @Override
  public void film(Film film, String sortKey, Observed observed) {
    enter(
        Kind.FILM,
        entry(
            Kind.FILM, film.id(), sortKey, script.write(film), film.provenance(), observed, null));
  }

  @Override
  public void cinema(
      Cinema cinema, String sortKey, String postcodeKey, String searchText, Observed observed) {
    Entry entry =
        entry(
            Kind.CINEMA,
            cinema.id(),
            sortKey,
            script.write(cinema),
            cinema.provenance(),
            observed,
            cinema.id());
    touch(Kind.CINEMA, cinema.id());
    Location location = cinema.location();
    houses.add(
        new House(
            entry,
            cinema.chainId(),
            postcodeKey,
            searchText,
            location.latitude() == null ? Double.NaN : location.latitude(),
            location.longitude() == null ? Double.NaN : location.longitude()));
  }

  @Override
  public void screen(Screen screen, String sortKey, Observed observed) {
    Entry entry =
        entry(
            Kind.SCREEN,
            screen.id(),
            sortKey,
            script.write(screen),
            screen.provenance(),
            observed,
            screen.cinemaId());
    touch(Kind.SCREEN, screen.id());
    screens.computeIfAbsent(screen.cinemaId(), _ -> new ArrayList<>()).add(entry);
  }

  private Entry entry(
      Kind kind,
      String id,
      String sortKey,
      Written written,
      Provenance provenance,
      Observed observed,
      @Nullable String cinemaId) {
    return new Entry(
        kind, id, sortKey, written, provenance, observed, note(observed, provenance, cinemaId));
  }

  private void enter(Kind kind, Entry entry) {
    entries(kind).add(entry);
    touch(kind, entry.id());
  }

  @Override
  public void gone(Kind kind, String id) {
    touch(kind, id);
  }

  private void touch(Kind kind, String id) {
    if (!isWhole()) {
      touched(kind).add(id);
    }
  }

  private List<Entry> entries(Kind kind) {
    return Objects.requireNonNull(entries.get(kind));
  }

  private Set<String> touched(Kind kind) {
    return Objects.requireNonNull(touched.get(kind));
  }

  @Override
  public void showtime(Showtime showtime, Observed observed) {
    long start = Micros.of(showtime.startsAt());
    int note = note(observed, showtime.provenance(), showtime.cinemaId());
    long place =
        stock.add(showtime.id(), script.write(showtime), showtime.provenance(), observed, note);
    int hash = showtime.id().hashCode();
    int film = films.of(showtime.filmId());
    int cinema = cinemas.of(showtime.cinemaId());
    changedCinemas.set(cinema);
    short mask = (short) showtime.attributes().mask();
    int day = Micros.day(start);
    if (isWhole()) {
      if (day != date) {
        finishDay();
        date = day;
      }
      rows.add(start, place, hash, film, cinema, mask);
      return;
    }
    touch(Kind.SHOWTIME, showtime.id());
    fresh
        .computeIfAbsent(day, _ -> new ArrayList<>())
        .add(new Fresh(start, showtime.id().getBytes(UTF_8), place, hash, film, cinema, mask));
  }

  private void finishDay() {
    if (rows.size() > 0) {
      days.add(Day.of(date, rows, films.count()));
      rows = new Columns(rows.size() + rows.size() / 8);
    }
  }

  /// The next snapshot; to be called once, when all was told.
  Snapshot finish() {
    Edition told = Objects.requireNonNull(edition);
    finishDay();
    if (!isWhole()) {
      changeDays();
      emptyChunks();
    }
    return new Snapshot(
        new Snapshot.Contents(
            told.revision(),
            from,
            told.madeAt(),
            told.newest(),
            days.toArray(Day[]::new),
            last.programmes().with(changedCinemas, cinemas.count(), days),
            stock.finish(),
            films.finish(),
            cinemas.finish(),
            slots.finish(),
            Arrays.copyOf(observations, slots.count()),
            last.filmRoll().with(entries(Kind.FILM), touched(Kind.FILM)),
            last.chainRoll().with(entries(Kind.CHAIN), touched(Kind.CHAIN)),
            last.houses().with(houses, touched(Kind.CINEMA)),
            screens()));
  }

  /// Gives back the memory that was taken for a snapshot that will not be.
  void abandon() {
    stock.abandon();
  }

  private Map<String, Roll> screens() {
    Set<String> ids = touched(Kind.SCREEN);
    if (screens.isEmpty() && ids.isEmpty()) {
      return last.screens();
    }
    Map<String, Roll> all = HashMap.newHashMap(last.screens().size() + screens.size());
    last.screens()
        .forEach((cinema, roll) -> {
          Roll left = roll.with(List.of(), ids);
          if (left.size() > 0) {
            all.put(cinema, left);
          }
        });
    screens.forEach((cinema, more) ->
        all.put(cinema, all.getOrDefault(cinema, Roll.EMPTY).with(more, Set.of())));
    return all;
  }

  private void changeDays() {
    Touched ids = new Touched(touched(Kind.SHOWTIME));
    for (Day day : last.days()) {
      if (day.date() < from) {
        dropAll(day);
      } else {
        List<Fresh> added = fresh.remove(day.date());
        keep(changed(day, ids, added == null ? List.of() : added));
      }
    }
    fresh.forEach((day, added) -> keep(merged(day, new Columns(0), new boolean[0], added)));
    days.sort((a, b) -> Integer.compare(a.date(), b.date()));
  }

  private void keep(Day day) {
    if (day.size() > 0) {
      days.add(day);
    }
  }

  private void dropAll(Day day) {
    Columns rows = day.rows();
    for (int row = 0; row < rows.size(); row++) {
      drop(rows, row);
    }
  }

  private void drop(Columns rows, int row) {
    stock.drop(rows.places[row]);
    changedCinemas.set(rows.cinemas[row]);
  }

  private Day changed(Day day, Touched ids, Collection<Fresh> added) {
    Columns old = day.rows();
    boolean[] dropped = null;
    for (int row = 0; row < old.size(); row++) {
      if (ids.mayHold(old.hashes[row]) && ids.holds(last.stock().id(old.places[row]))) {
        dropped = dropped == null ? new boolean[old.size()] : dropped;
        dropped[row] = true;
        drop(old, row);
      }
    }
    return dropped == null && added.isEmpty()
        ? day
        : merged(day.date(), old, dropped == null ? new boolean[old.size()] : dropped, added);
  }

  private Day merged(int day, Columns old, boolean[] dropped, Collection<Fresh> added) {
    Columns all = new Columns(old.size() + added.size());
    int row = 0;
    for (Fresh next : added.stream().sorted(Fresh::compare).toList()) {
      while (row < old.size() && comesBefore(old, row, next)) {
        row = addUnlessDropped(all, old, row, dropped);
      }
      all.add(next.start(), next.place(), next.hash(), next.film(), next.cinema(), next.mask());
    }
    while (row < old.size()) {
      row = addUnlessDropped(all, old, row, dropped);
    }
    return Day.of(day, all, films.count());
  }

  private static int addUnlessDropped(Columns all, Columns old, int row, boolean[] dropped) {
    if (!dropped[row]) {
      all.add(old, row);
    }
    return row + 1;
  }

  private boolean comesBefore(Columns old, int row, Fresh next) {
    return old.starts[row] < next.start()
        || (old.starts[row] == next.start()
            && last.stock().compareId(old.places[row], next.id()) < 0);
  }

  /// Moves what is left in chunks that are mostly unused, so that memory does not grow for ever.
  private void emptyChunks() {
    boolean[] worth = stock.worthEmptying();
    for (int at = 0; at < days.size(); at++) {
      Day day = days.get(at);
      long[] old = day.rows().places;
      long[] places = null;
      for (int row = 0; row < old.length; row++) {
        int chunk = Stock.chunk(old[row]);
        if (chunk < worth.length && worth[chunk]) {
          places = places == null ? old.clone() : places;
          places[row] = stock.move(old[row]);
          changedCinemas.set(day.rows().cinemas[row]);
        }
      }
      if (places != null) {
        days.set(at, day.movedTo(places));
      }
    }
  }

  /// The ids of showtimes that changed, asked by hash first: rows are many, changes few.
  private static final class Touched {
    private final Set<String> ids;
    private final long[] bits;

    Touched(Set<String> ids) {
      this.ids = ids;
      bits = new long[Math.max(16, Integer.highestOneBit(ids.size()) / 2)];
      for (String id : ids) {
        int bit = bit(id.hashCode());
        bits[bit >>> 6] |= 1L << bit;
      }
    }

    boolean mayHold(int hash) {
      int bit = bit(hash);
      return (bits[bit >>> 6] & 1L << bit) != 0;
    }

    boolean holds(String id) {
      return ids.contains(id);
    }

    private int bit(int hash) {
      return ((hash * 0x9e3779b9) >>> 8) & (bits.length * 64 - 1);
    }
  }
}
