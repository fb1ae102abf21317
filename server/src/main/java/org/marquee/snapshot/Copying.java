package org.marquee.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
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

  private final Map<String, String> aliases = new HashMap<>();
  private final Map<Kind, List<Entry>> entries = new EnumMap<>(Kind.class);
  private final Map<Kind, Set<String>> touched = new EnumMap<>(Kind.class);
  private final List<House> houses = new ArrayList<>();
  private final Map<String, List<Entry>> screens = new HashMap<>();
  private final Map<Integer, List<Fresh>> fresh = new TreeMap<>();

  /// The showtimes of a whole edition by day, as they come.
  private final Map<Integer, Columns> rows = new TreeMap<>();

  private final List<Day> days = new ArrayList<>();

  /// The cinemas whose showtimes are not all as and where they were.
  private final BitSet changedCinemas = new BitSet();

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

  @Override
  public void alias(String id, String survivor) {
    aliases.put(id, survivor);
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
        stock.add(
            showtime.id(), start, script.write(showtime), showtime.provenance(), observed, note);
    int hash = showtime.id().hashCode();
    int film = films.of(showtime.filmId());
    int cinema = cinemas.of(showtime.cinemaId());
    changedCinemas.set(cinema);
    short mask = (short) showtime.attributes().mask();
    int day = Micros.day(start);
    if (isWhole()) {
      rows.computeIfAbsent(day, _ -> new Columns(0)).add(start, place, hash, film, cinema, mask);
      return;
    }
    touch(Kind.SHOWTIME, showtime.id());
    fresh
        .computeIfAbsent(day, _ -> new ArrayList<>())
        .add(new Fresh(start, showtime.id().getBytes(UTF_8), place, hash, film, cinema, mask));
  }

  /// The next snapshot; to be called once, when all was told.
  Snapshot finish() {
    Edition told = Objects.requireNonNull(edition);
    Stock all;
    if (isWhole()) {
      all = stock.finish();
      makeDays(all);
    } else {
      changeDays();
      emptyPieces();
      all = stock.finish();
    }
    Map<String, Roll> allScreens = screens();
    return new Snapshot(
        new Snapshot.Contents(
            told.revision(),
            from,
            told.madeAt(),
            told.newest(),
            days.toArray(Day[]::new),
            last.programmes().with(changedCinemas, cinemas.count(), days),
            all,
            films.finish(),
            cinemas.finish(),
            slots.finish(),
            Arrays.copyOf(observations, slots.count()),
            last.filmRoll().with(entries(Kind.FILM), touched(Kind.FILM)),
            last.chainRoll().with(entries(Kind.CHAIN), touched(Kind.CHAIN)),
            last.houses().with(houses, touched(Kind.CINEMA)),
            allScreens,
            aliases.equals(last.aliases()) ? last.aliases() : Map.copyOf(aliases)));
  }

  private void makeDays(Stock all) {
    Iterator<Map.Entry<Integer, Columns>> told = rows.entrySet().iterator();
    while (told.hasNext()) {
      Map.Entry<Integer, Columns> day = told.next();
      days.add(new Day(day.getKey(), day.getValue().inOrder(all), films.count()));
      told.remove(); // memory for the next
    }
  }

  /// Gives back the memory that was taken for a snapshot that will not be.
  void abandon() {
    stock.abandon();
    days.forEach(this::discard);
  }

  /// Gives back the memory of a day, unless the last snapshot has it too.
  private void discard(Day day) {
    for (Day other : last.days()) {
      if (other == day) {
        return;
      }
    }
    day.chunk().discard();
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
        keep(changed(day, ids, added == null ? new ArrayList<>() : added));
      }
    }
    fresh.forEach((dayDate, added) -> keep(made(dayDate, added)));
    days.sort((a, b) -> Integer.compare(a.date(), b.date()));
  }

  private void keep(Day day) {
    if (day.size() > 0) {
      days.add(day);
    } else {
      discard(day);
    }
  }

  private void dropAll(Day day) {
    for (int row = 0; row < day.size(); row++) {
      drop(day, row);
    }
  }

  private void drop(Day day, int row) {
    stock.drop(day.place(row));
    changedCinemas.set(day.cinema(row));
  }

  private Day changed(Day day, Touched ids, List<Fresh> added) {
    int[] dropped = new int[16];
    int count = 0;
    for (int row = 0; row < day.size(); row++) {
      if (ids.mayHold(day.hash(row)) && ids.holds(last.stock().id(day.place(row)))) {
        dropped = count == dropped.length ? Arrays.copyOf(dropped, 2 * count) : dropped;
        dropped[count++] = row;
        drop(day, row);
      }
    }
    return count == 0 && added.isEmpty() ? day : merged(day, Arrays.copyOf(dropped, count), added);
  }

  /// A day without some of its rows and with showtimes that are fresh. Whatever lies between two
  /// changes is copied at once.
  private Day merged(Day day, int[] dropped, List<Fresh> added) {
    Columns all = new Columns(day.size() - dropped.length + added.size());
    added.sort(Fresh::compare);
    int row = 0;
    int gone = 0;
    for (Fresh next : added) {
      int until = day.rowAfter(new Mark(next.start(), next.id()), last.stock());
      gone = addOthers(all, day, row, until, dropped, gone);
      row = until;
      add(all, next);
    }
    addOthers(all, day, row, day.size(), dropped, gone);
    return new Day(day.date(), all, films.count());
  }

  /// Adds rows of a day but for those that are dropped, of which the first to come is at `gone`.
  ///
  /// @return which is the first to come then
  private static int addOthers(Columns all, Day day, int from, int until, int[] dropped, int gone) {
    int row = from;
    int next = gone;
    for (; next < dropped.length && dropped[next] < until; next++) {
      all.add(day, row, dropped[next]);
      row = dropped[next] + 1;
    }
    all.add(day, row, until);
    return next;
  }

  private Day made(int dayDate, List<Fresh> added) {
    Columns all = new Columns(added.size());
    added.sort(Fresh::compare);
    added.forEach(each -> add(all, each));
    return new Day(dayDate, all, films.count());
  }

  private static void add(Columns all, Fresh fresh) {
    all.add(fresh.start(), fresh.place(), fresh.hash(), fresh.film(), fresh.cinema(), fresh.mask());
  }

  /// Moves what is left in pieces that are mostly unused, so that memory does not grow for ever.
  private void emptyPieces() {
    boolean[] worth = stock.worthEmptying();
    for (int at = 0; at < days.size(); at++) {
      Day day = days.get(at);
      if (hasSome(day, worth)) {
        days.set(at, moved(day, worth));
        discard(day);
      }
    }
  }

  private static boolean hasSome(Day day, boolean[] pieces) {
    for (int row = 0; row < day.size(); row++) {
      if (isIn(pieces, day.place(row))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIn(boolean[] pieces, long place) {
    int piece = Stock.piece(place);
    return piece < pieces.length && pieces[piece];
  }

  private Day moved(Day day, boolean[] pieces) {
    Columns all = new Columns(day.size());
    all.add(day, 0, day.size());
    for (int row = 0; row < day.size(); row++) {
      if (isIn(pieces, all.places[row])) {
        all.places[row] = stock.move(all.places[row]);
        changedCinemas.set(all.cinemas[row]);
      }
    }
    return new Day(day.date(), all, films.count());
  }
}
