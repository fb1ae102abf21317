package org.marquee.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.Rounds;
import org.marquee.coverage.BusinessDay;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Attributes;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Folding;
import org.marquee.listing.Freshness;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Showtime;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Sorting;
import org.marquee.listing.Window;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.json.DetailsOfPage;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.page.json.JsonRecordEncoder.Written;
import org.marquee.page.json.RecordPlaces;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.search.ProgrammePage;
import org.marquee.snapshot.search.Snapshot;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/// A snapshot that follows random changes gives the same answers as a filter over a list.
@NullMarked
class SnapshotTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int FROM = Micros.daysBefore(World.TODAY, 7);

  @TempDir private Path folder;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Rounds.of(2));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void it_answers_like_a_list_that_is_filtered(long seed) throws IOException, UnusableCheckpoint {
    World world = new World(seed);
    Snapshot snapshot = Snapshot.NOTHING;
    for (int round = 0; round < 60; round++) {
      int from = FROM + round / 20;
      SnapshotBuilder copying = new SnapshotBuilder(snapshot, from);
      world.copy(
          snapshot == Snapshot.NOTHING ? null : snapshot.revision(),
          Micros.instant(from * Micros.A_DAY),
          1_000,
          copying);
      Snapshot next = copying.finish();
      if (snapshot != Snapshot.NOTHING) {
        snapshot.retire();
      }
      // Some of the snapshots have been in a file, and the next one is made of them.
      snapshot = round % 10 == 1 ? throughFile(next) : next;
      for (int question = 0; question < 15; question++) {
        walkShowtimes(world, snapshot, query(world, from));
      }
      check(world, snapshot);
      checkProgrammes(world, snapshot, from);
      world.change();
    }
    snapshot.retire();
  }

  /// A piece of memory that is mostly unused is given back, and what is left of it lies elsewhere:
  /// a cinema of which nothing changed is found there.
  @Test
  void what_is_left_of_a_piece_moves_and_is_found_again() {
    World world = new World(1);
    world.open(300);
    Snapshot first = copied(world, Snapshot.NOTHING);
    // Cinemas of one group are renewed together; nothing changes in the second group.
    Set<String> second =
        world.showtimes.values().stream()
            .map(Showtime::cinemaId)
            .filter(id -> first.contents().showtimes().cinemas().find(id) >= 256)
            .collect(Collectors.toSet());
    assertThat(second).isNotEmpty();
    world.withdrawAllBut(second);
    Snapshot next = copied(world, first);
    first.retire();
    assertThat(next.contents().bytes()).isLessThan(first.contents().bytes() / 2);
    Instant from = Micros.instant(FROM * Micros.A_DAY);
    assertThat(next.contents().showtimes().count()).isPositive();
    for (String cinema : second) {
      Window days = new Window(from, from.plus(Duration.ofDays(31)));
      walkShowtimes(world, next, new ShowtimeQuery(days, cinema, null, Attributes.NONE));
    }
    next.retire();
  }

  private Snapshot copied(World world, Snapshot last) {
    SnapshotBuilder copying = new SnapshotBuilder(last, FROM);
    world.copy(
        last == Snapshot.NOTHING ? null : last.revision(),
        Micros.instant(FROM * Micros.A_DAY),
        1_000,
        copying);
    return copying.finish();
  }

  private Snapshot throughFile(Snapshot snapshot) throws IOException, UnusableCheckpoint {
    SnapshotPages before = new SnapshotPages(System::nanoTime);
    before.put(snapshot);
    SnapshotFile file = new SnapshotFile(folder.resolve("listings"), "test", "test");
    assertThat(file.write(before, World.TODAY)).isTrue();
    before.put(Snapshot.NOTHING);
    SnapshotPages after = new SnapshotPages(System::nanoTime);
    file.read().show(after, Duration.ZERO);
    assertThat(after.isCurrent()).isFalse();
    return after.current();
  }

  private static ShowtimeQuery query(World world, int from) {
    Instant after =
        Micros.instant(from * Micros.A_DAY)
            .plus(world.random.nextInt(24 * 8) * 3L, ChronoUnit.HOURS)
            .plus(world.random.nextInt(3), ChronoUnit.MICROS);
    Instant before =
        after.plus(
            world.random.nextBoolean()
                ? Duration.ofDays(31)
                : Duration.ofHours(1 + world.random.nextInt(60)));
    int attribute = world.random.nextInt(20);
    return new ShowtimeQuery(
        new Window(after, before),
        world.random.nextInt(3) == 0 ? world.pick(List.copyOf(world.cinemas.keySet())) : null,
        world.random.nextInt(3) == 0 ? world.pick(List.copyOf(world.films.keySet())) : null,
        new Attributes(attribute < 12 ? 1 << attribute : attribute == 12 ? 3 : 0));
  }

  private void walkShowtimes(World world, Snapshot snapshot, ShowtimeQuery query) {
    List<Showtime> expected =
        world.showtimes.values().stream()
            .filter(each -> !each.startsAt().isBefore(query.window().after()))
            .filter(each -> each.startsAt().isBefore(query.window().before()))
            .filter(each -> query.cinemaId() == null || query.cinemaId().equals(each.cinemaId()))
            .filter(each -> query.filmId() == null || query.filmId().equals(each.filmId()))
            .filter(each ->
                (each.attributes().mask() & query.attributes().mask()) == query.attributes().mask())
            .map(world::current)
            .sorted(Comparator.comparing(Showtime::startsAt).thenComparing(Showtime::id))
            .toList();
    int limit = 1 + world.random.nextInt(30);
    // The second time a page is kept, the third time it is reused.
    int times = world.random.nextInt(3) == 0 ? 3 : 1;
    for (int time = 0; time < times; time++) {
      walkShowtimes(world, expected, snapshot, query, limit);
    }
  }

  private void walkShowtimes(
      World world, List<Showtime> expected, Snapshot snapshot, ShowtimeQuery query, int limit) {
    Position.@Nullable ByStart after = null;
    int at = 0;
    do {
      OutputBuffer out = new OutputBuffer(64);
      OutputBuffer expectedOut = new OutputBuffer(64);
      if (limit % 2 == 0) {
        out.takeDetails();
        expectedOut.takeDetails();
      }
      PageInfo sheet = snapshot.showtimes(query, after, limit, out);
      List<Showtime> page = expected.subList(at, Math.min(at + limit, expected.size()));
      write(page, world, expectedOut);
      assertThat(utf8(out)).isEqualTo(utf8(expectedOut));
      if (!page.isEmpty()) {
        assertThat(sheet.freshness()).isEqualTo(Freshness.of(page, Showtime::provenance));
      }
      at += page.size();
      after = (Position.@Nullable ByStart) sheet.next();
      assertThat(after)
          .isEqualTo(
              at < expected.size()
                  ? new Position.ByStart(expected.get(at - 1).startsAt(), expected.get(at - 1).id())
                  : null);
    } while (after != null);
  }

  /// Writes a page as it is written of what was read.
  private void write(List<Showtime> page, World world, OutputBuffer out) {
    RecordPlaces places = new RecordPlaces(out);
    for (Showtime each : page) {
      out.add(out.length() > 0 ? "," : "");
      places.note();
      out.add(JsonRecordEncoder.write(each).text());
      places.note();
    }
    DetailsOfPage.print(
        page.size(),
        at -> {
          org.marquee.listing.Film film = world.films.get(page.get(at).filmId());
          places.print(at, page.get(at), film == null ? null : film.durationMinutes());
        },
        out);
  }

  private void check(World world, Snapshot snapshot) {
    assertThat(all((after, out) -> snapshot.films(null, after, 3, out)))
        .isEqualTo(
            joined(
                world.films.values().stream()
                    .map(world::current)
                    .sorted(
                        Comparator.comparing(
                                (org.marquee.listing.Film each) -> Sorting.byName(each.title()))
                            .thenComparing(org.marquee.listing.Film::id))
                    .map(JsonRecordEncoder::write)
                    .toList()));
    assertThat(snapshot.titles(null))
        .containsExactlyInAnyOrderElementsOf(
            world.films.values().stream().map(org.marquee.listing.Film::titles).toList());
    assertThat(all((after, out) -> snapshot.chains(after, 3, out)))
        .isEqualTo(
            joined(
                world.chains.values().stream()
                    .map(world::current)
                    .sorted(
                        Comparator.comparing(
                                (org.marquee.listing.Chain each) -> Sorting.byName(each.name()))
                            .thenComparing(org.marquee.listing.Chain::id))
                    .map(JsonRecordEncoder::write)
                    .toList()));
    for (String cinema : world.cinemas.keySet()) {
      assertThat(all((after, out) -> snapshot.screens(cinema, after, 2, out)))
          .isEqualTo(
              joined(
                  world.screens.values().stream()
                      .filter(each -> each.cinemaId().equals(cinema))
                      .map(world::current)
                      .sorted(
                          Comparator.comparing(
                                  (org.marquee.listing.Screen each) -> Sorting.natural(each.name()))
                              .thenComparing(org.marquee.listing.Screen::id))
                      .map(JsonRecordEncoder::write)
                      .toList()));
    }
    for (String search : List.of("", "r", "rex", "röxy", "sw1a", "n1 9", "łódź", "zz", "7 c")) {
      String folded = Folding.fold(search);
      CinemaQuery query = new CinemaQuery(folded, null, null);
      assertThat(all((after, out) -> snapshot.cinemas(query, after, 2, out)))
          .as(search)
          .isEqualTo(
              joined(
                  world.cinemas.values().stream()
                      .filter(each -> !folded.isEmpty() && World.searchText(each).contains(folded))
                      .map(world::current)
                      .sorted(
                          Comparator.comparing(
                                  (org.marquee.listing.Cinema each) -> Sorting.byName(each.name()))
                              .thenComparing(org.marquee.listing.Cinema::id))
                      .map(JsonRecordEncoder::write)
                      .toList()));
    }
  }

  /// A snapshot made of changes shows the same programmes as one that is made anew.
  private void checkProgrammes(World world, Snapshot snapshot, int from) {
    SnapshotBuilder copying = new SnapshotBuilder(Snapshot.NOTHING, from);
    world.copy(null, Micros.instant(from * Micros.A_DAY), 0, copying);
    Snapshot anew = copying.finish();
    List<String> ids = List.copyOf(world.cinemas.keySet());
    for (int question = 0; question < 10; question++) {
      String film = world.pick(List.copyOf(world.films.keySet()));
      boolean named = world.random.nextBoolean();
      ProgrammeQuery query =
          new ProgrammeQuery(
              named ? new ProgrammeQuery.Place.Named(ids) : new ProgrammeQuery.Place.Anywhere(),
              null,
              named ? null : film,
              Attributes.NONE,
              world.random.nextInt(4) == 0
                  ? null
                  : LocalDate.parse("2026-03-13").plusDays(world.random.nextInt(20)),
              1 + world.random.nextInt(7),
              world.random.nextBoolean(),
              named && world.random.nextInt(4) == 0);
      Instant now = World.TODAY.plusSeconds(world.random.nextInt(300_000));
      OutputBuffer one = new OutputBuffer(64);
      OutputBuffer other = new OutputBuffer(64);
      assertThat(ProgrammePage.answer(snapshot, query, null, 4, now, one))
          .isEqualTo(ProgrammePage.answer(anew, query, null, 4, now, other));
      assertThat(utf8(one)).isEqualTo(utf8(other));
      if (query.onlyAhead() && !query.byFilm()) {
        checkAhead(query, snapshot, now, utf8(one));
      }
    }
    anew.retire();
  }

  /// A programme from now on is the whole one without what has begun.
  private static void checkAhead(
      ProgrammeQuery query, Snapshot snapshot, Instant now, String answer) {
    ProgrammeQuery whole =
        new ProgrammeQuery(
            query.place(),
            query.chainId(),
            query.filmId(),
            query.attributes(),
            query.date(),
            query.days());
    OutputBuffer out = new OutputBuffer(64);
    ProgrammePage.answer(snapshot, whole, null, 1000, now, out);
    List<String> due = new ArrayList<>();
    for (JsonNode cinema : JSON.readTree('[' + utf8(out) + ']')) {
      boolean ahead = false;
      Iterator<JsonNode> days = cinema.get("days").iterator();
      while (days.hasNext()) {
        JsonNode day = days.next();
        ArrayNode films = (ArrayNode) day.get("films");
        films.forEach(film ->
            ((ArrayNode) film.get("showtimes")).removeIf(each -> !start(each).isAfter(now)));
        films.removeIf(film -> film.get("showtimes").isEmpty());
        List<JsonNode> sorted = new ArrayList<>();
        films.forEach(sorted::add);
        sorted.sort(
            Comparator.comparing((JsonNode film) -> start(film.at("/showtimes/0")))
                .thenComparing(film -> Sorting.byName(film.at("/film/title").asString()))
                .thenComparing(film -> film.at("/film/id").asString()));
        films.removeAll().addAll(sorted);
        ahead |= !films.isEmpty();
        Instant end =
            BusinessDay.start(
                LocalDate.parse(day.get("date").asString()).plusDays(1),
                ZoneId.of(cinema.get("timeZone").asString()));
        boolean complete = day.at("/coverage/state").asString().equals("complete");
        if (films.isEmpty() && (complete || !end.isAfter(now))) {
          days.remove();
        }
      }
      if (ahead || !query.isFiltered()) {
        due.add(cinema.toString());
      }
    }
    List<String> said = new ArrayList<>();
    JSON.readTree('[' + answer + ']').forEach(each -> said.add(each.toString()));
    assertThat(said).isEqualTo(due.subList(0, Math.min(due.size(), 4)));
  }

  private static Instant start(JsonNode showtime) {
    return OffsetDateTime.parse(showtime.get("startsAt").asString()).toInstant();
  }

  private interface Reading {
    PageInfo page(Position.@Nullable ByName after, OutputBuffer out);
  }

  private static String all(Reading reading) {
    List<String> pages = new ArrayList<>();
    Position.@Nullable ByName after = null;
    do {
      OutputBuffer out = new OutputBuffer(64);
      PageInfo sheet = reading.page(after, out);
      if (out.length() > 0) {
        pages.add(utf8(out));
      }
      after = (Position.@Nullable ByName) sheet.next();
    } while (after != null);
    return String.join(",", pages);
  }

  private static String utf8(OutputBuffer out) {
    return new String(out.toBytes(), StandardCharsets.UTF_8);
  }

  private static String joined(List<Written> written) {
    return String.join(
        ",",
        written.stream().map(each -> new String(each.text(), StandardCharsets.UTF_8)).toList());
  }
}
