package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.Showtime;
import org.marquee.notice.Code;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts.Counts;
import org.marquee.ops.Alarm;
import org.marquee.store.run.PostgresSources;

/// Showtimes from one version of a foreign feed to the next: each cinema is guarded by itself, and
/// external ids are made of starts.
@NullMarked
class LifecycleTest {
  private static final String T1 = ImportTest.T1;
  private static final String T2 = ImportTest.T2;
  private static final String T3 = ImportTest.T3;
  private static final String T4 = "2026-03-04T06:00:00Z";

  private final World world = World.fresh();

  @AfterEach
  void close() {
    world.close();
  }

  private World.Run take(
      FeedHeader.Keys keys, Shrinking shrinking, String observedAt, List<String> shows) {
    List<String> lines = new ArrayList<>();
    lines.add(World.header("full", observedAt, ""));
    lines.addAll(ImportTest.SOLARIS.lines().toList());
    lines.add("{\"type\":\"film\",\"externalId\":\"alien\",\"title\":\"Alien\"}");
    lines.add("{\"type\":\"film\",\"externalId\":\"alien (1979)\",\"title\":\"Alien\"}");
    lines.add(ImportTest.REX);
    lines.add(ImportTest.cinema("lux", "Lux", "\"postcode\":\"W1 1AB\","));
    lines.addAll(shows);
    return world.take(
        new ForeignReader(keys),
        World.PROVIDER,
        shrinking,
        List.of(World.part(String.join("\n", lines).concat("\n").getBytes(UTF_8))),
        null,
        Instant.now());
  }

  private World.Run made(String observedAt, String... shows) {
    return take(
        FeedHeader.Keys.MADE,
        Shrinking.REFUSED,
        observedAt,
        List.of(shows).stream().map(LifecycleTest::keyed).toList());
  }

  private World.Run given(String observedAt, String... shows) {
    return take(FeedHeader.Keys.GIVEN, Shrinking.REFUSED, observedAt, List.of(shows));
  }

  /// A showtime called as it is written: `rex solaris 2026-07-01T19:30 2`.
  private static String keyed(String words) {
    String[] each = words.split(" ", -1);
    return named(words, each[0], each[1], each[2], each.length > 3 ? each[3] : "");
  }

  private static String named(
      String id, String cinema, String film, String startsAt, String screen) {
    return "{\"type\":\"showtime\",\"externalId\":\"%s\",\"film\":\"%s\",\"cinema\":\"%s\",\"startsAt\":\"%s\"%s}"
        .formatted(
            id,
            film.replace('_', ' '),
            cinema,
            startsAt,
            screen.isEmpty() ? "" : ",\"screen\":{\"name\":\"" + screen + "\"}");
  }

  private String id(String externalId) {
    return world.showtimes().stream()
        .filter(showtime -> showtime.provenance().externalId().equals(externalId))
        .map(Showtime::id)
        .findFirst()
        .orElse("no " + externalId);
  }

  private Sources.Source source() {
    return new PostgresSources(world.database()).list().getFirst();
  }

  private List<String> alarms() {
    return Alarm.of(source(), Instant.parse(T3)).stream().map(each -> each.code().word()).toList();
  }

  @Test
  void a_showtime_that_is_moved_keeps_its_id() {
    made(T1, "rex solaris 2026-07-01T19:30", "rex alien 2026-07-01T19:30");
    String id = id("rex solaris 2026-07-01T19:30");
    var run = made(T2, "rex solaris 2026-07-01T20:00", "rex alien 2026-07-01T19:30");
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 1, 1, 0, 0, 0, 0, 0));
    assertThat(run.rowCounts().unlisted(Kind.SHOWTIME)).isZero();
    assertThat(run.count(Code.SHOWING_MOVED)).isEqualTo(1);
    assertThat(id("rex solaris 2026-07-01T20:00")).isEqualTo(id);
    var again = made(T3, "rex solaris 2026-07-01T20:00", "rex alien 2026-07-01T19:30");
    assertThat(again.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 0, 2, 0, 0, 0, 0, 0));
    assertThat(id("rex solaris 2026-07-01T20:00")).isEqualTo(id);
  }

  @Test
  void a_showtime_that_is_moved_and_moved_back_is_the_same_all_along() {
    made(T1, "rex solaris 2026-07-01T19:30");
    String id = id("rex solaris 2026-07-01T19:30");
    made(T2, "rex solaris 2026-07-01T20:00");
    made(T3, "rex solaris 2026-07-01T19:30");
    assertThat(id("rex solaris 2026-07-01T19:30")).isEqualTo(id);
    made(T4, "rex solaris 2026-07-01T21:00");
    assertThat(id("rex solaris 2026-07-01T21:00")).isEqualTo(id);
    assertThat(world.showtimes()).hasSize(1);
  }

  @Test
  void what_takes_the_place_of_a_moved_showtime_is_another_one() {
    made(T1, "rex solaris 2026-07-01T19:30");
    String id = id("rex solaris 2026-07-01T19:30");
    made(T2, "rex solaris 2026-07-01T22:00");
    var run = made(T3, "rex solaris 2026-07-01T22:00", "rex solaris 2026-07-01T19:30");
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(1, 0, 1, 0, 0, 0, 0, 0));
    assertThat(id("rex solaris 2026-07-01T22:00")).isEqualTo(id);
    String second = id("rex solaris 2026-07-01T19:30");
    assertThat(second).isNotEqualTo(id).startsWith(id);
    var again = made(T4, "rex solaris 2026-07-01T22:00", "rex solaris 2026-07-01T19:30");
    assertThat(again.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 0, 2, 0, 0, 0, 0, 0));
    assertThat(id("rex solaris 2026-07-01T19:30")).isEqualTo(second);
  }

  @Test
  void a_name_that_a_showtime_had_for_a_while_may_mean_another_one_later() {
    made(T1, "rex solaris 2026-07-01T19:30");
    String id = id("rex solaris 2026-07-01T19:30");
    made(T2, "rex solaris 2026-07-01T20:00");
    made(T3, "rex solaris 2026-07-01T21:00");
    made(T4, "rex solaris 2026-07-01T21:00", "rex solaris 2026-07-01T20:00");
    assertThat(world.showtimes()).hasSize(2);
    assertThat(id("rex solaris 2026-07-01T21:00")).isEqualTo(id);
    assertThat(id("rex solaris 2026-07-01T20:00")).isNotEqualTo(id);
  }

  @Test
  void a_programme_that_is_shifted_stays_in_its_order() {
    made(
        T1,
        "rex solaris 2026-07-01T14:00 1",
        "rex solaris 2026-07-01T16:00 2",
        "rex solaris 2026-07-01T18:00 1");
    List<String> ids = world.showtimes().stream().map(Showtime::id).toList();
    made(
        T2,
        "rex solaris 2026-07-01T13:00 1",
        "rex solaris 2026-07-01T15:00 2",
        "rex solaris 2026-07-01T17:00 1");
    assertThat(world.showtimes().stream().map(Showtime::id)).isEqualTo(ids);
  }

  @Test
  void another_film_another_screen_and_another_day_are_other_showtimes() {
    made(
        T1,
        "rex solaris 2026-07-01T14:00 1",
        "rex solaris 2026-07-02T14:00 1",
        "rex solaris 2026-07-03T14:00");
    var run =
        made(
            T2,
            "rex alien 2026-07-01T14:00 1",
            "rex solaris 2026-07-02T15:00 2",
            "rex solaris 2026-07-03T20:30");
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(3, 0, 0, 0, 0, 0, 0, 0));
    assertThat(run.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(3);
  }

  @Test
  void a_film_that_gains_a_year_takes_its_showtimes_along() {
    made(T1, "rex alien 2026-07-01T14:00", "rex alien 2026-07-01T18:00");
    List<String> ids = world.showtimes().stream().map(Showtime::id).toList();
    var run = made(T2, "rex alien_(1979) 2026-07-01T14:00", "rex alien_(1979) 2026-07-01T18:00");
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 2, 0, 0, 0, 0, 0, 0));
    assertThat(world.showtimes().stream().map(Showtime::id)).isEqualTo(ids);
  }

  @Test
  void a_source_with_ids_of_its_own_identifies_its_showings() {
    given(T1, named("1", "rex", "solaris", "2026-07-01T19:30", ""));
    String id = id("1");
    var run =
        given(
            T2,
            named("1", "rex", "solaris", "2026-07-01T20:00", ""),
            named("2", "rex", "alien", "2026-07-01T20:00", ""));
    assertThat(id("1")).isEqualTo(id);
    assertThat(run.count(Code.SHOWING_MOVED)).isEqualTo(1);
    var other = given(T3, named("3", "rex", "solaris", "2026-07-01T20:00", ""));
    assertThat(other.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(1, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void a_cinema_that_lists_nothing_keeps_what_it_had_and_the_rest_goes_on() {
    made(
        T1,
        "rex solaris 2026-03-01T19:30",
        "rex solaris 2026-07-01T19:30",
        "lux solaris 2026-07-01T19:30",
        "lux solaris 2026-07-02T19:30");
    var run = made(T2, "lux solaris 2026-07-01T19:30", "lux alien 2026-07-03T19:30");
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(1, 0, 1, 0, 0, 0, 0, 0));
    assertThat(run.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(1);
    assertThat(run.count(Code.CINEMA_KEPT)).isEqualTo(1);
    assertThat(world.showtimeNames())
        .containsExactly(
            "rex solaris 2026-03-01T19:30",
            "lux solaris 2026-07-01T19:30",
            "rex solaris 2026-07-01T19:30",
            "lux alien 2026-07-03T19:30");
    // A showtime that is only kept keeps its old observation.
    assertThat(observed("rex solaris 2026-07-01T19:30")).isEqualTo(T1);
    assertThat(observed("lux solaris 2026-07-01T19:30")).isEqualTo(T2);
    assertThat(source().guarded()).extracting(Sources.Guarded::name).containsExactly("Rex");
    assertThat(alarms()).containsExactly("guarded");

    var back =
        made(
            T3,
            "rex solaris 2026-07-01T19:30",
            "lux solaris 2026-07-01T19:30",
            "lux alien 2026-07-03T19:30");
    assertThat(back.count(Code.CINEMA_RECOVERED)).isEqualTo(1);
    assertThat(observed("rex solaris 2026-07-01T19:30")).isEqualTo(T3);
    assertThat(source().guarded()).isEmpty();
  }

  private String observed(String externalId) {
    return world.showtimes().stream()
        .filter(showtime -> showtime.provenance().externalId().equals(externalId))
        .map(showtime -> Objects.toString(showtime.provenance().observedAt()))
        .findFirst()
        .orElse("none");
  }

  @Test
  void a_mark_stays_until_the_cinema_lists_something_again() {
    made(T1, "rex solaris 2026-03-02T19:30", "lux solaris 2026-07-01T19:30");
    made(T2, "lux solaris 2026-07-01T19:30");
    made(T3, "lux solaris 2026-07-01T19:30");
    assertThat(world.showtimeNames()).hasSize(2);
    Sources.Guarded rex = source().guarded().getFirst();
    assertThat(rex.since()).isEqualTo(Instant.parse(T2));
    made(T4, "lux solaris 2026-07-01T19:30", "rex solaris 2026-07-01T19:30");
    assertThat(source().guarded()).isEmpty();
  }

  @Test
  void a_feed_of_nothing_withdraws_nothing() throws Exception {
    made(T1, "rex solaris 2026-07-01T19:30", "lux solaris 2026-07-02T19:30");
    var run =
        world.take(
            new ForeignReader(FeedHeader.Keys.MADE),
            World.PROVIDER,
            Shrinking.REFUSED,
            List.of(World.part((World.header("full", T2, "") + "\n").getBytes(UTF_8))),
            null,
            Instant.now());
    assertThat(run.rowCounts().total().read()).isZero();
    assertThat(run.count(Code.CINEMA_KEPT)).isEqualTo(2);
    assertThat(world.showtimes()).hasSize(2);
    // Both Aliens are one film.
    assertThat(world.listings().films()).hasSize(2);
    assertThat(world.listings().films().getFirst().provenance().observedAt())
        .isEqualTo(Instant.parse(T1));
  }

  @Test
  void a_feed_of_nothing_forgets_nothing_that_waits() {
    FeedReader foreign = new ForeignReader(FeedHeader.Keys.MADE);
    String header = World.header("full", T1, "") + "\n";
    String waiting =
        header
            + ImportTest.SOLARIS
            + "\n"
            + ImportTest.cinema("rex", "Rex", "")
            + "\n"
            + keyed("rex solaris 2026-07-01T19:30");
    for (String feed : List.of(waiting, header.replace(T1, T2))) {
      world.take(
          foreign,
          World.PROVIDER,
          Shrinking.REFUSED,
          List.of(World.part((feed + "\n").getBytes(UTF_8))),
          null,
          Instant.now());
    }
    assertThat(world.showtimes()).isEmpty();
    world.delta(T3, ImportTest.REX);
    assertThat(world.showtimes()).hasSize(1);
  }

  @Test
  void an_empty_list_keeps_what_was_there_and_one_that_is_no_list_is_refused() {
    FeedReader reader = MappedReader.ready("dc-film");
    String show =
        "{\"title\":\"Solaris (1972)\",\"date\":\"2026-07-01\",\"time\":\"19:30\",\"venue\":\"Avalon\",\"ticketLink\":\"https://a.example/1\"}";
    String feed = "{\"lastUpdated\":\"x\",\"screenings\":[%s]}";
    take(reader, T1, feed.formatted(show));
    var run = take(reader, T2, feed.formatted(""));
    assertThat(run.report().result()).isEqualTo(Report.Result.APPLIED);
    assertThat(run.rowCounts().total().read()).isZero();
    assertThat(take(reader, T3, "[]").refusal()).isEqualTo(Code.FEED_UNREADABLE);
    assertThat(take(reader, T3, "").refusal()).isEqualTo(Code.FEED_EMPTY);
    world.take(
        "house",
        Shrinking.REFUSED,
        String.join(
                "\n",
                World.header("full", T3, ""),
                ImportTest.cinema(
                    RecordId.of(Kind.CINEMA, World.PROVIDER, "Avalon"),
                    "Avalon",
                    "\"postcode\":\"20015\","))
            .getBytes(UTF_8));
    assertThat(world.showtimes()).as("it waited for its postcode").hasSize(1);
    assertThat(take(reader, T4, feed.formatted("")).count(Code.CINEMA_KEPT)).isEqualTo(1);
    assertThat(world.showtimes()).hasSize(1);
  }

  private World.Run take(FeedReader reader, String taken, String feed) {
    return world.take(
        reader,
        World.PROVIDER,
        Shrinking.REFUSED,
        List.of(World.part(feed.getBytes(UTF_8))),
        null,
        Instant.parse(taken));
  }

  @Test
  void a_shrunken_feed_can_be_accepted() {
    made(
        T1,
        "rex solaris 2026-07-01T19:30",
        "rex solaris 2026-07-02T19:30",
        "rex solaris 2026-07-03T19:30",
        "lux solaris 2026-07-01T19:30");
    List<String> left = List.of(keyed("rex solaris 2026-07-01T19:30"));
    assertThat(
            take(FeedHeader.Keys.MADE, Shrinking.REFUSED, T2, left)
                .rowCounts()
                .unlisted(Kind.SHOWTIME))
        .isZero();
    assertThat(source().guarded()).hasSize(2);
    var run = take(FeedHeader.Keys.MADE, Shrinking.ACCEPTED, T3, left);
    assertThat(run.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(3);
    assertThat(source().guarded()).isEmpty();
  }

  @Test
  void a_source_that_had_showtimes_and_lists_nothing_now_has_nothing_ahead() {
    take(FeedHeader.Keys.MADE, Shrinking.REFUSED, T1, List.of());
    assertThat(alarms()).as("only films and cinemas").isEmpty();
    made(T2, "rex solaris 2026-07-01T19:30", "lux solaris 2026-07-01T19:30");
    assertThat(alarms()).isEmpty();
    take(FeedHeader.Keys.MADE, Shrinking.ACCEPTED, T3, List.of());
    assertThat(source().records().get(Kind.SHOWTIME)).isZero();
    assertThat(alarms()).containsExactly("nothing_ahead");
    assertThat(Alarm.of(source(), Instant.parse(T3)).getFirst().message())
        .contains("lists none", "marquee provider remove " + World.PROVIDER);
    made(T4, "rex solaris 2026-07-01T19:30");
    assertThat(alarms()).isEmpty();
  }

  @Test
  void removing_a_provider_removes_its_marks() throws Exception {
    made(T1, "rex solaris 2026-07-01T19:30", "lux solaris 2026-07-01T19:30");
    made(T2, "rex solaris 2026-07-01T20:30");
    new PostgresSources(world.database()).remove(World.PROVIDER);
    assertThat(Contents.of(world.database()).tables())
        .contains("guarded 0 ")
        .contains("rekeyed 0 ")
        .contains("key_collision 0 ");
  }
}
