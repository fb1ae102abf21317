package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.listing.Showtime;
import org.marquee.notice.Code;
import org.marquee.notice.RowCounts.Counts;
import org.marquee.store.run.PostgresSources;

/// While a cinema is guarded, none of its showtimes is moved or withdrawn (decision 0050).
@NullMarked
class GuardedMovesTest {
  private static final String T1 = ImportTest.T1;
  private static final String T2 = ImportTest.T2;
  private static final String T3 = ImportTest.T3;
  private static final Instant FIRST = Instant.parse(T1);
  private static final FeedReader READER = new ForeignReader(FeedHeader.Keys.MADE);

  private final World world = World.fresh();

  @AfterEach
  void close() {
    world.close();
  }

  private World.Run take(Shrinking shrinking, String observedAt, List<String> lines) {
    List<String> all = new ArrayList<>();
    all.add(World.header("full", observedAt, ""));
    all.addAll(ImportTest.SOLARIS.lines().toList());
    all.add("{\"type\":\"film\",\"externalId\":\"alien\",\"title\":\"Alien\"}");
    all.add(ImportTest.REX);
    all.add(ImportTest.cinema("lux", "Lux", "\"postcode\":\"W1 1AB\","));
    all.addAll(lines);
    return world.take(
        READER,
        World.PROVIDER,
        shrinking,
        List.of(World.part(String.join("\n", all).concat("\n").getBytes(UTF_8))),
        null,
        Instant.now());
  }

  private World.Run take(String observedAt, String... shows) {
    return take(
        Shrinking.REFUSED,
        observedAt,
        List.of(shows).stream().map(GuardedMovesTest::line).toList());
  }

  /// A showtime called as it is written: `rex solaris 2026-07-01T19:30 2`.
  private static String line(String words) {
    String[] each = words.split(" ", -1);
    return "{\"type\":\"showtime\",\"externalId\":\"%s\",\"film\":\"%s\",\"cinema\":\"%s\",\"startsAt\":\"%s\"%s}"
        .formatted(
            words,
            each[1],
            each[0],
            each[2],
            each.length > 3 ? ",\"screen\":{\"name\":\"" + each[3] + "\"}" : "");
  }

  /// The published members of showtimes that must stay: id, film, cinema, start, screen.
  private Set<String> seen() {
    return world.showtimes().stream()
        .map(GuardedMovesTest::seen)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String seen(Showtime show) {
    return String.join(
        " ",
        show.id(),
        show.filmId(),
        show.cinemaId(),
        show.startsAt().toString(),
        String.valueOf(show.screenName()));
  }

  private Set<String> marked() {
    return new PostgresSources(world.database())
        .list().getFirst().guarded().stream()
            .map(Sources.Guarded::cinema)
            .collect(Collectors.toSet());
  }

  @Test
  void nothing_is_moved_in_a_cinema_that_keeps_what_it_had() {
    take(
        T1,
        "rex solaris 2026-07-01T11:30",
        "rex solaris 2026-07-01T13:10",
        "rex alien 2026-07-01T17:00",
        "rex solaris 2026-07-01T19:00",
        "rex alien 2026-07-01T21:00");
    Set<String> before = seen();
    var partial = take(T2, "rex solaris 2026-07-01T11:30", "rex solaris 2026-07-01T15:00");
    assertThat(partial.count(Code.CINEMA_KEPT)).isEqualTo(1);
    assertThat(partial.count(Code.SHOWING_MOVED)).isZero();
    assertThat(partial.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(1, 0, 1, 0, 0, 0, 0, 0));
    assertThat(partial.rowCounts().unlisted(Kind.SHOWTIME)).isZero();
    assertThat(seen()).hasSize(6).containsAll(before);

    Set<String> marked = marked();
    assertThat(marked).hasSize(1);
    var again = take(T2.replace("06:00", "07:00"), "rex solaris 2026-07-01T11:30");
    assertThat(again.count(Code.CINEMA_KEPT)).isEqualTo(1);
    assertThat(again.count(Code.CINEMA_RECOVERED)).as("it speaks, but it is kept").isZero();
    assertThat(marked()).isEqualTo(marked);

    var whole =
        take(
            T3,
            "rex solaris 2026-07-01T11:30",
            "rex solaris 2026-07-01T13:10",
            "rex alien 2026-07-01T17:00",
            "rex solaris 2026-07-01T19:00",
            "rex alien 2026-07-01T21:00");
    assertThat(whole.count(Code.CINEMA_RECOVERED)).isEqualTo(1);
    assertThat(seen()).isEqualTo(before);
  }

  @Test
  void what_moved_before_is_known_again_in_a_cinema_that_keeps_what_it_had() {
    String[] rest = {
      "rex alien 2026-07-01T12:00", "rex alien 2026-07-01T15:00", "rex alien 2026-07-01T21:00"
    };
    take(T1, "rex solaris 2026-07-01T19:00", rest[0], rest[1], rest[2]);
    take(T2, "rex solaris 2026-07-01T19:30", rest[0], rest[1], rest[2]);
    Set<String> before = seen();
    var partial = take(T3, "rex solaris 2026-07-01T19:30");
    assertThat(partial.count(Code.CINEMA_KEPT)).isEqualTo(1);
    assertThat(seen()).isEqualTo(before);
    // Its first external id is that of another showing now.
    take("2026-03-04T06:00:00Z", "rex solaris 2026-07-01T19:00");
    assertThat(seen()).hasSize(5).containsAll(before);
  }

  @Test
  void what_waits_in_a_cinema_that_keeps_what_it_had_goes_on_waiting() {
    String nameless = "{\"type\":\"film\",\"externalId\":\"stalker\"}";
    List<String> shows =
        List.of(
            line("rex solaris 2026-07-01T11:30"),
            line("rex solaris 2026-07-01T15:00"),
            line("rex solaris 2026-07-01T19:00"),
            nameless,
            line("rex stalker 2026-07-01T21:00"));
    take(Shrinking.REFUSED, T1, shows);
    var partial = take(Shrinking.REFUSED, T2, shows.subList(0, 1));
    assertThat(partial.count(Code.CINEMA_KEPT)).isEqualTo(1);
    world.delta(T3, "{\"type\":\"film\",\"externalId\":\"stalker\",\"title\":\"Stalker\"}");
    assertThat(world.showtimeNames()).contains("rex stalker 2026-07-01T21:00");
  }

  @Test
  void whatever_a_feed_lists_a_kept_cinema_loses_nothing() {
    long keptCinemas = 0;
    for (long seed = 1; seed <= 5; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      for (int version = 0; version < 7; version++) {
        Instant taken = FIRST.plus(Duration.ofHours(24 * seed + 3L * version));
        Set<String> before = seen();
        var run = take(Shrinking.REFUSED, taken.toString(), programme(random));
        Set<String> kept = marked();
        Set<String> after = seen();
        for (String show : before) {
          String[] words = show.split(" ", -1);
          if (kept.contains(words[2]) && !Instant.parse(words[3]).isBefore(taken)) {
            assertThat(after).as("seed %d, version %d", seed, version).contains(show);
          }
        }
        keptCinemas += run.count(Code.CINEMA_KEPT);
      }
    }
    assertThat(keptCinemas).as("the guard was used").isBetween(5L, 65L);
  }

  /// Some showtimes of a small programme, each up to two hours off its place.
  private static List<String> programme(SplittableRandom random) {
    int share = random.nextBoolean() ? 9 : 2;
    Set<String> lines = new HashSet<>();
    for (String cinema : List.of("rex", "lux")) {
      for (int slot = 0; slot < 12; slot++) {
        if (random.nextInt(10) < share) {
          Instant start =
              FIRST
                  .plus(Duration.ofDays(9 + slot / 4))
                  .plus(Duration.ofHours(5 + 3L * (slot % 4)))
                  .plus(Duration.ofMinutes(30L * (random.nextInt(3) == 0 ? random.nextInt(4) : 0)));
          lines.add(
              line(
                  cinema
                      + (slot % 3 == 0 ? " alien " : " solaris ")
                      + start.toString().substring(0, 16)));
        }
      }
    }
    return List.copyOf(lines);
  }
}
