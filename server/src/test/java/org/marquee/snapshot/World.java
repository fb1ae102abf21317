package org.marquee.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
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
import org.marquee.listing.Attributes;
import org.marquee.listing.Chain;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSink.Edition;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.Cinema;
import org.marquee.listing.Coverage;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.Postcodes;
import org.marquee.listing.Provenance;
import org.marquee.listing.RecordId;
import org.marquee.listing.Revision;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.listing.Sorting;
import org.marquee.listing.SourceStatement;

/// A few records that change at random, and a `ChangeSource` of these changes.
@NullMarked
final class World implements ChangeSource {
  static final Instant TODAY = Instant.parse("2026-03-20T00:00:00Z");
  private static final String PROVIDER = "tester";

  private static final List<ZoneId> CLOCKS =
      List.of(
          ZoneId.of("Europe/London"),
          ZoneId.of("America/New_York"),
          ZoneId.of("Pacific/Kiritimati"),
          ZoneId.of("Asia/Kathmandu"));

  private static final List<String> ADDRESSES =
      List.of(
          "https://rex.example/book?id=%s",
          "https://rex.example/%s/book?seats=ü",
          "https://rex.example/\"%s\"",
          "rex:%s",
          "https://rex.example/" + "%s".repeat(40));

  final Random random;
  private final RecordId ids = RecordId.maker();
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

  /// The current version of the record with this id.
  private Provenance provenance(String externalId, String by) {
    Instant own = TODAY.plusSeconds(random.nextInt(100_000));
    return new Provenance(own, random.nextBoolean() ? own : null, PROVIDER, externalId + by);
  }

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
    String id = ids.of(Kind.CHAIN, PROVIDER, name);
    observe(id);
    chains.put(id, new Chain(id, name + random.nextInt(99), null, provenance(name, "")));
  }

  private void film(String name) {
    String id = ids.of(Kind.FILM, PROVIDER, name);
    observe(id);
    films.put(
        id,
        new Film(
            id,
            "Film " + random.nextInt(99) + " “" + name + "”\n",
            random.nextBoolean() ? random.nextInt(200) : null,
            null,
            null,
            null,
            null,
            null,
            provenance(name, "")));
  }

  private void cinema(String name) {
    String id = ids.of(Kind.CINEMA, PROVIDER, name);
    confirmed.putIfAbsent(id, TODAY);
    observe(id);
    boolean placed = random.nextInt(4) > 0;
    clocks.remove(id);
    if (random.nextInt(5) > 0) {
      clocks.put(id, pick(CLOCKS));
    }
    statements.put(id, statements());
    cinemas.put(
        id,
        new Cinema(
            id,
            random.nextBoolean() ? pick(List.copyOf(chains.keySet())) : null,
            pick(List.of("Rex", "Roxy", "Röxy Palace", "Kino 7", "Ritz")) + " " + name,
            new Location(
                "GB",
                pick(List.of("London", "Leeds", "Łódź")),
                pick(List.of("N1 9GU", "SW1A 1AA", "LS1 1AA")),
                null,
                placed ? 51 + random.nextDouble() : null,
                placed ? random.nextDouble() : null),
            provenance(name, "")));
    for (int at = 0; at < random.nextInt(5); at++) {
      String screen = ids.of(Kind.SCREEN, PROVIDER, name, "s" + at);
      observe(screen);
      Provenance said = provenance("s" + at, "");
      screens.put(
          screen,
          new Screen(
              screen,
              id,
              "Screen " + random.nextInt(30),
              Screen.Evidence.SCHEDULE_OBSERVED,
              said.observedAt(),
              said));
    }
  }

  private List<SourceStatement> statements() {
    List<SourceStatement> all = new ArrayList<>();
    for (int left = random.nextInt(3); left > 0; left--) {
      Instant taken = TODAY.plusSeconds(random.nextInt(9) * 20_000L - 90_000);
      boolean full = random.nextInt(5) > 0;
      all.add(
          new SourceStatement(
              full ? taken : null,
              taken,
              full ? taken.minusSeconds(random.nextInt(5) * 70_000L) : null,
              full && random.nextInt(3) == 0 ? taken.plusSeconds(random.nextInt(400_000)) : null,
              full && random.nextBoolean()
                  ? LocalDate.parse("2026-03-19").plusDays(random.nextInt(9))
                  : null,
              random.nextBoolean() ? Duration.ofHours(20 + random.nextInt(60)) : null,
              random.nextInt(4) > 0
                  ? null
                  : new SourceStatement.Trouble(
                      Coverage.Reason.SOURCE_FAILED, taken.plusSeconds(90_000)),
              random.nextBoolean() ? 600 : null));
    }
    return all;
  }

  private void showtime(String name) {
    String id = ids.of(Kind.SHOWTIME, PROVIDER, name);
    observe(id);
    String cinema = pick(List.copyOf(cinemas.keySet()));
    showtimes.put(
        id,
        new Showtime(
            id,
            pick(List.copyOf(films.keySet())),
            cinema,
            TODAY
                .plus(random.nextInt(24) - 10, ChronoUnit.DAYS)
                .plus(random.nextInt(8) * 3L, ChronoUnit.HOURS)
                .plus(random.nextInt(6) == 0 ? -1 : 0, ChronoUnit.MICROS),
            pick(List.of(0, 60, -90)),
            random.nextBoolean() ? pick(ADDRESSES).replace("%s", name) : null,
            new Attributes(random.nextInt(3) == 0 ? 1 << random.nextInt(12) : random.nextInt(4)),
            random.nextBoolean() ? ids.of(Kind.SCREEN, PROVIDER, cinema) : null,
            random.nextBoolean() ? "Screen “1”" : null,
            provenance(name, "")));
  }

  private void withdraw(String name) {
    String id = ids.of(Kind.SHOWTIME, PROVIDER, name);
    if (showtimes.remove(id) != null) {
      touch(id);
    }
  }

  <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  Showtime told(Showtime stored) {
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
        now(stored.id(), stored.provenance(), stored.cinemaId()));
  }

  Film told(Film stored) {
    return new Film(
        stored.id(),
        stored.title(),
        stored.durationMinutes(),
        null,
        null,
        null,
        null,
        null,
        now(stored.id(), stored.provenance(), ""));
  }

  Chain told(Chain stored) {
    return new Chain(stored.id(), stored.name(), null, now(stored.id(), stored.provenance(), ""));
  }

  Cinema told(Cinema stored) {
    return new Cinema(
        stored.id(),
        stored.chainId(),
        stored.name(),
        stored.location(),
        now(stored.id(), stored.provenance(), stored.id()));
  }

  Screen told(Screen stored) {
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
        .forEach(each -> sink.chain(told(each), Sorting.byName(each.name()), observed(each.id())));
    cinemas.values().stream()
        .filter(each -> whole || told.contains(each.id()))
        .forEach(each ->
            sink.cinema(
                told(each),
                Sorting.byName(each.name()),
                Postcodes.key(each.location().postcode()),
                searchText(each),
                clocks.get(each.id()),
                observed(each.id())));
    films.values().stream()
        .filter(each -> whole || told.contains(each.id()))
        .forEach(each -> sink.film(told(each), Sorting.byName(each.title()), observed(each.id())));
    screens.values().stream()
        .filter(each -> whole || told.contains(each.id()))
        .forEach(
            each -> sink.screen(told(each), Sorting.natural(each.name()), observed(each.id())));
    List<Showtime> all = new ArrayList<>(showtimes.values());
    all.sort(Comparator.comparing(Showtime::startsAt).thenComparing(Showtime::id));
    for (Showtime each : all) {
      if ((whole || told.contains(each.id())) && !each.startsAt().isBefore(from)) {
        sink.showtime(told(each), observed(each.id()));
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
