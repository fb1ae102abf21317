package org.marquee.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.SourceStatement;
import org.marquee.listing.Chain;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSink.Edition;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;
import org.marquee.listing.Postcodes;
import org.marquee.listing.Provenance;
import org.marquee.listing.RecordId;
import org.marquee.listing.Revision;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.listing.Sorting;

/// A few records that change at random, and a `ChangeSource` of these changes.
@NullMarked
final class World implements ChangeSource {
  static final Instant TODAY = Instant.parse("2026-03-20T00:00:00Z");
  static final String PROVIDER = "tester";

  final Random random;
  private final RandomRecords records;
  private UUID epoch = new UUID(4, 2);
  private long number;

  /// What is stored, by id; each with whether its observation is shared.
  final Map<String, Showtime> showtimes = new TreeMap<>();

  final Map<String, Film> films = new TreeMap<>();
  final Map<String, Cinema> cinemas = new TreeMap<>();
  final Map<String, Screen> screens = new TreeMap<>();
  final Map<String, Chain> chains = new TreeMap<>();
  private final Map<String, Observed> observed = new HashMap<>();
  private final Map<String, Instant> confirmed = new TreeMap<>();
  private final Map<String, @Nullable Instant> updated = new HashMap<>();
  private final Map<Long, Set<String>> changes = new TreeMap<>();

  /// The time zones of the cinemas that have one, and the statements of their sources.
  final Map<String, ZoneId> clocks = new HashMap<>();

  final Map<String, List<SourceStatement>> statements = new HashMap<>();

  World(long seed) {
    random = new Random(seed);
    records = new RandomRecords(random);
    confirmed.put("", TODAY);
    for (int at = 0; at < 4; at++) {
      chain("chain " + at);
    }
    for (int at = 0; at < 6; at++) {
      cinema("cinema " + at);
    }
    for (int at = 0; at < 9; at++) {
      film("film " + at);
    }
    for (int at = 0; at < 400; at++) {
      showtime("show " + at);
    }
  }

  /// Changes some records and makes the next revision.
  void change() {
    number++;
    int many = random.nextInt(40);
    for (int at = 0; at < many; at++) {
      switch (random.nextInt(12)) {
        case 0 -> chain("chain " + random.nextInt(6));
        case 1 -> cinema("cinema " + random.nextInt(9));
        case 2 -> film("film " + random.nextInt(14));
        case 3, 4, 5 -> withdraw("show " + random.nextInt(700));
        default -> showtime("show " + random.nextInt(700));
      }
    }
    if (random.nextInt(3) == 0) {
      confirmAll();
    }
    if (random.nextInt(25) == 0) {
      epoch = new UUID(4, random.nextLong());
    }
  }

  /// Changes some records in another database, whose revisions have the same numbers.
  void replace() {
    change();
    epoch = new UUID(4, random.nextLong());
  }

  private void confirmAll() {
    Instant now = TODAY.plusSeconds(number * 60);
    for (String by : List.copyOf(confirmed.keySet())) {
      confirmed.put(by, now);
      updated.put(by, random.nextBoolean() ? now.minusSeconds(random.nextInt(900)) : null);
    }
  }

  private void touch(String id) {
    changes.computeIfAbsent(number, _ -> new HashSet<>()).add(id);
  }

  private void observe(String id) {
    observed.put(id, pick(List.of(Observed.values())));
    touch(id);
  }

  /// The provenance of a record as it is read now.
  private Provenance now(String id, Provenance written, String by) {
    return switch (observed.getOrDefault(id, Observed.ALONE)) {
      case ALONE -> written;
      case TOGETHER ->
          new Provenance(
              confirmed.getOrDefault(by, TODAY), updated.get(by), PROVIDER, written.externalId());
      case TOGETHER_UPDATED_ALONE ->
          new Provenance(
              confirmed.getOrDefault(by, TODAY),
              written.sourceUpdatedAt(),
              PROVIDER,
              written.externalId());
    };
  }

  private void chain(String name) {
    String id = RecordId.of(Kind.CHAIN, PROVIDER, name);
    observe(id);
    chains.put(id, records.chain(id, name));
  }

  private void film(String name) {
    String id = RecordId.of(Kind.FILM, PROVIDER, name);
    observe(id);
    films.put(id, records.film(id, name));
  }

  private void cinema(String name) {
    String id = RecordId.of(Kind.CINEMA, PROVIDER, name);
    confirmed.putIfAbsent(id, TODAY);
    observe(id);
    clocks.remove(id);
    if (random.nextInt(5) > 0) {
      clocks.put(id, records.clock());
    }
    statements.put(id, records.statements());
    cinemas.put(id, records.cinema(id, name, List.copyOf(chains.keySet())));
    for (int at = 0; at < random.nextInt(5); at++) {
      String screen = RecordId.of(Kind.SCREEN, PROVIDER, name, "s" + at);
      observe(screen);
      screens.put(screen, records.screen(screen, id, "s" + at));
    }
  }

  private void showtime(String name) {
    String id = RecordId.of(Kind.SHOWTIME, PROVIDER, name);
    observe(id);
    String film = pick(List.copyOf(films.keySet()));
    String cinema = pick(List.copyOf(cinemas.keySet()));
    String screen = random.nextBoolean() ? RecordId.of(Kind.SCREEN, PROVIDER, cinema) : null;
    showtimes.put(id, records.showtime(id, name, film, cinema, screen));
  }

  private void withdraw(String name) {
    String id = RecordId.of(Kind.SHOWTIME, PROVIDER, name);
    if (showtimes.remove(id) != null) {
      touch(id);
    }
  }

  /// Adds cinemas that show something.
  void open(int cinemas) {
    for (int at = 0; at < cinemas; at++) {
      cinema("more " + at);
      String id = RecordId.of(Kind.CINEMA, PROVIDER, "more " + at);
      String show = RecordId.of(Kind.SHOWTIME, PROVIDER, "of more " + at);
      showtimes.put(
          show,
          records.showtime(show, "of more " + at, pick(List.copyOf(films.keySet())), id, null));
      observe(show);
    }
  }

  /// Withdraws the showtimes of all cinemas but some, and makes the next revision.
  void withdrawAllBut(Set<String> kept) {
    number++;
    showtimes
        .values()
        .removeIf(each -> {
          if (kept.contains(each.cinemaId())) {
            return false;
          }
          touch(each.id());
          return true;
        });
  }

  <T> T pick(List<T> all) {
    return records.pick(all);
  }

  Showtime current(Showtime stored) {
    return new Showtime(
        stored.id(),
        stored.filmId(),
        stored.cinemaId(),
        stored.startsAt(),
        stored.offsetMinutes(),
        stored.bookingUrl(),
        stored.attributes(),
        stored.screenId(),
        stored.screenName(),
        now(stored.id(), stored.provenance(), stored.cinemaId()),
        stored.details());
  }

  Film current(Film stored) {
    return new Film(
        stored.id(),
        stored.title(),
        stored.facts(),
        stored.otherTitles(),
        now(stored.id(), stored.provenance(), ""),
        stored.details());
  }

  Chain current(Chain stored) {
    return new Chain(stored.id(), stored.name(), null, now(stored.id(), stored.provenance(), ""));
  }

  Cinema current(Cinema stored) {
    return new Cinema(
        stored.id(),
        stored.chainId(),
        stored.name(),
        stored.location(),
        now(stored.id(), stored.provenance(), stored.id()));
  }

  Screen current(Screen stored) {
    Provenance now = now(stored.id(), stored.provenance(), stored.cinemaId());
    return new Screen(
        stored.id(), stored.cinemaId(), stored.name(), stored.evidence(), now.observedAt(), now);
  }

  static String searchText(Cinema cinema) {
    return String.join(
        "\n",
        Folding.fold(cinema.name()),
        Folding.fold(cinema.location().locality()),
        Folding.fold(cinema.location().postcode()),
        Folding.fold(cinema.location().postcode()).replace(" ", ""));
  }

  @Override
  public Revision revision() {
    return new Revision(epoch, number, new UUID(0, number));
  }

  @Override
  public void copy(@Nullable Revision known, Instant from, int most, ChangeSink sink) {
    boolean whole = known == null || !known.epoch().equals(epoch);
    begin(whole, sink);
    Set<String> told = new HashSet<>();
    if (known != null && !whole) {
      long last = known.number();
      changes.forEach((n, ids) -> {
        if (n > last) {
          told.addAll(ids);
        }
      });
    }
    tell(whole, told, from, sink);
  }

  private void begin(boolean whole, ChangeSink sink) {
    sink.begin(new Edition(revision(), whole, TODAY, Map.of()));
    confirmed.forEach(
        (by, at) -> sink.confirmed(PROVIDER, by.isEmpty() ? null : by, at, updated.get(by)));
    statements.forEach((cinema, all) -> all.forEach(each -> sink.statement(cinema, each)));
  }

  private void tell(boolean whole, Set<String> told, Instant from, ChangeSink sink) {
    for (Kind kind : whole ? Set.<Kind>of() : EnumSet.allOf(Kind.class)) {
      sink.changed(
          kind,
          told.stream()
              .filter(id -> id.startsWith(kind.prefix() + "_"))
              .collect(Collectors.toSet()));
    }
    chains.values().stream()
        .filter(each -> whole || told.contains(each.id()))
        .forEach(
            each -> sink.chain(current(each), Sorting.byName(each.name()), observed(each.id())));
    cinemas.values().stream()
        .filter(each -> whole || told.contains(each.id()))
        .forEach(each ->
            sink.cinema(
                current(each),
                Sorting.byName(each.name()),
                Postcodes.key(each.location().postcode()),
                searchText(each),
                clocks.get(each.id()),
                observed(each.id())));
    films.values().stream()
        .filter(each -> whole || told.contains(each.id()))
        .forEach(
            each -> sink.film(current(each), Sorting.byName(each.title()), observed(each.id())));
    screens.values().stream()
        .filter(each -> whole || told.contains(each.id()))
        .forEach(
            each -> sink.screen(current(each), Sorting.natural(each.name()), observed(each.id())));
    List<Showtime> all = new ArrayList<>(showtimes.values());
    all.sort(Comparator.comparing(Showtime::startsAt).thenComparing(Showtime::id));
    for (Showtime each : all) {
      if ((whole || told.contains(each.id())) && !each.startsAt().isBefore(from)) {
        sink.showtime(current(each), observed(each.id()));
      }
    }
  }

  private Observed observed(String id) {
    return observed.getOrDefault(id, Observed.ALONE);
  }

  @Override
  public Announcements announcements() {
    return new Announcements() {
      @Override
      public void await(Duration patience) throws InterruptedException {
        Thread.sleep(patience);
      }

      @Override
      public void close() {}
    };
  }
}
