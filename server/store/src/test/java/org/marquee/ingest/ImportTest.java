package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Kind;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.Code;
import org.marquee.notice.RowCounts.Counts;

/// Imports, checked by the records that are read afterwards.
@NullMarked
class ImportTest {
  static final String T1 = "2026-03-01T06:00:00Z";
  static final String T2 = "2026-03-02T06:00:00Z";
  static final String T3 = "2026-03-03T06:00:00Z";

  static final String REX = cinema("rex", "Rex", "\"postcode\":\"W1 1AA\",");
  static final String SOLARIS =
      "{\"type\":\"film\",\"externalId\":\"solaris\",\"title\":\"Solaris\"}";

  private World world = World.fresh();

  @BeforeEach
  void open() {}

  @AfterEach
  void close() {
    world.close();
  }

  static String cinema(String externalId, String name, String postcode) {
    return "{\"type\":\"cinema\",\"externalId\":\"%s\",\"name\":\"%s\",\"timeZone\":\"Europe/London\",\"location\":{%s\"countryCode\":\"GB\",\"locality\":\"London\"}}"
        .formatted(externalId, name, postcode);
  }

  static String show(String externalId, String startsAt, String more) {
    return "{\"type\":\"showtime\",\"externalId\":\"%s\",\"film\":\"solaris\",\"cinema\":\"rex\",\"startsAt\":\"%s\"%s}"
        .formatted(externalId, startsAt, more);
  }

  static String show(String externalId, String startsAt) {
    return show(externalId, startsAt, "");
  }

  @Test
  void what_a_feed_lists_is_read_back() {
    var run =
        world.full(
            T1,
            SOLARIS,
            REX,
            show(
                "a",
                "2026-07-01T19:30",
                ",\"attributes\":[\"70mm\"],\"screen\":{\"name\":\"Screen 1\"}"),
            show("b", "2026-03-01T21:00:00Z"));
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(2, 0, 0, 0, 0, 0, 0, 0));
    assertThat(run.report().revision()).isEqualTo(1);
    Showtime summer = world.showtimes().get(1);
    assertThat(summer.startsAt()).isEqualTo(Instant.parse("2026-07-01T18:30:00Z"));
    assertThat(summer.offsetMinutes()).isEqualTo(60);
    assertThat(summer.screenName()).isEqualTo("Screen 1");
    Screen screen = world.listings().screens(summer.cinemaId()).getFirst();
    assertThat(screen.id()).isEqualTo(summer.screenId());
    assertThat(screen.evidence()).isEqualTo(Screen.Evidence.SCHEDULE_OBSERVED);
  }

  @Test
  void the_same_feed_again_changes_nothing() {
    world.full(T1, SOLARIS, REX, show("a", "2026-07-01T19:30"));
    var before = world.showtimes();
    var again = world.full(T1, SOLARIS, REX, show("a", "2026-07-01T19:30"));
    assertThat(again.rowCounts().total()).isEqualTo(new Counts(0, 0, 3, 0, 0, 0, 0, 0));
    assertThat(world.showtimes()).isEqualTo(before);
    assertThat(again.report().revision()).isEqualTo(1);
    assertThat(world.listings().revision().number()).isEqualTo(1);
  }

  @Test
  void a_newer_feed_with_the_same_content_moves_the_observation_alone() {
    world.full(T1, SOLARIS, REX, show("a", "2026-07-01T19:30"));
    world.full(T2, SOLARIS, REX, show("a", "2026-07-01T19:30"));
    assertThat(world.listings().revision().number()).isEqualTo(2);
    assertThat(world.showtimes().getFirst().provenance().observedAt()).isEqualTo(Instant.parse(T2));
    assertThat(world.listings().films().getFirst().provenance().observedAt())
        .isEqualTo(Instant.parse(T2));
  }

  @Test
  void a_full_feed_withdraws_what_it_does_not_list_and_keeps_the_past_as_it_was_observed() {
    world.full(
        T1,
        SOLARIS,
        REX,
        show("past", "2026-03-01T20:00"),
        show("a", "2026-07-01T19:30"),
        show("b", "2026-07-02T19:30"));
    var run = world.full(T2, SOLARIS, REX, show("a", "2026-07-01T19:30"));
    assertThat(run.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(1);
    assertThat(world.showtimeNames()).containsExactly("past", "a");
    assertThat(world.showtimes().getFirst().provenance().observedAt()).isEqualTo(Instant.parse(T1));
    world.full(T3, SOLARIS, REX, show("a", "2026-07-01T19:30"));
    assertThat(world.showtimes().getFirst().provenance().observedAt()).isEqualTo(Instant.parse(T1));
    assertThat(world.showtimes().getLast().provenance().observedAt()).isEqualTo(Instant.parse(T3));
  }

  @Test
  void a_feed_that_covers_one_cinema_speaks_for_that_one_only() {
    String odeon = cinema("odeon", "Odeon", "\"postcode\":\"W1 1AB\",");
    String there =
        "{\"type\":\"showtime\",\"externalId\":\"o\",\"film\":\"solaris\",\"cinema\":\"odeon\",\"startsAt\":\"2026-07-03T19:30\"}";
    world.full(T1, SOLARIS, REX, odeon, show("a", "2026-07-01T19:30"), there);
    world.covering(T2, "{\"cinemas\":[\"rex\"]}", REX, SOLARIS, show("b", "2026-07-02T19:30"));
    assertThat(world.showtimeNames()).containsExactly("b", "o");
    assertThat(world.showtimes().getFirst().provenance().observedAt()).isEqualTo(Instant.parse(T2));
    assertThat(world.showtimes().getLast().provenance().observedAt()).isEqualTo(Instant.parse(T1));
    assertThat(world.full(T1, REX).refusal()).isEqualTo(Code.FEED_OLDER);
    world.covering(T1, "{\"cinemas\":[\"odeon\"]}", odeon, SOLARIS, there);
    assertThat(world.showtimeNames()).containsExactly("b", "o");
  }

  @Test
  void a_delta_confirms_what_it_lists_and_takes_back_what_it_names() {
    world.full(
        T1,
        SOLARIS,
        REX,
        show("a", "2026-07-01T19:30"),
        show("b", "2026-07-02T19:30"),
        show("c", "2026-07-03T19:30"));
    var run =
        world.delta(
            T2,
            show("a", "2026-07-01T19:30"),
            show("b", "2026-07-02T20:30"),
            "{\"type\":\"withdrawn\",\"kind\":\"showtime\",\"externalId\":\"c\"}",
            "{\"type\":\"withdrawn\",\"kind\":\"showtime\",\"externalId\":\"never\"}",
            "{\"type\":\"withdrawn\",\"kind\":\"film\",\"externalId\":\"solaris\"}");
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 1, 1, 1, 0, 0, 1, 0));
    assertThat(run.rowCounts().of(Kind.FILM)).isEqualTo(new Counts(0, 0, 0, 0, 0, 0, 1, 0));
    assertThat(run.count(Code.STILL_REFERRED_TO)).isEqualTo(1);
    assertThat(world.showtimeNames()).containsExactly("a", "b");
    assertThat(world.showtimes())
        .allSatisfy(
            show -> assertThat(show.provenance().observedAt()).isEqualTo(Instant.parse(T2)));
  }

  @Test
  void what_lacks_a_postcode_waits_with_its_showtimes_until_it_arrives() {
    var run = world.full(T1, SOLARIS, cinema("rex", "Rex", ""), show("a", "2026-07-01T19:30"));
    assertThat(run.rowCounts().total()).isEqualTo(new Counts(1, 0, 0, 0, 0, 2, 0, 0));
    assertThat(world.showtimes()).isEmpty();
    var released = world.delta(T2, REX);
    assertThat(released.rowCounts().total()).isEqualTo(new Counts(1, 0, 0, 0, 0, 0, 0, 0));
    assertThat(world.showtimes().getFirst().provenance().observedAt()).isEqualTo(Instant.parse(T1));
    assertThat(world.showtimes().getFirst().startsAt())
        .isEqualTo(Instant.parse("2026-07-01T18:30:00Z"));
  }

  @Test
  void an_inventory_takes_over_the_screen_that_schedules_named() {
    world.full(
        T1, SOLARIS, REX, show("a", "2026-07-01T19:30", ",\"screen\":{\"name\":\"Screen 1\"}"));
    String id = world.showtimes().getFirst().screenId();
    world.full(
        T2,
        SOLARIS,
        REX,
        "{\"type\":\"screen\",\"externalId\":\"s1\",\"cinema\":\"rex\",\"name\":\"SCREEN 1\"}",
        show("a", "2026-07-01T19:30", ",\"screen\":{\"name\":\"Screen 1\"}"),
        show("b", "2026-07-02T19:30", ",\"screen\":{\"externalId\":\"s1\"}"));
    assertThat(world.showtimes()).extracting(Showtime::screenId).containsExactly(id, id);
    assertThat(world.showtimes())
        .extracting(Showtime::screenName)
        .containsExactly("Screen 1", "SCREEN 1");
    var screens = world.listings().screens(world.showtimes().getFirst().cinemaId());
    assertThat(screens)
        .extracting(Screen::evidence)
        .containsExactly(Screen.Evidence.AUTHORITATIVE_INVENTORY);
    assertThat(screens.getFirst().provenance().externalId()).isEqualTo("s1");
  }

  @Test
  void a_feed_that_shrinks_by_more_than_half_is_refused_with_the_figures() {
    String[] many =
        IntStream.range(0, 20)
            .mapToObj(i -> show("s" + i, "2026-07-%02dT19:30".formatted(i + 1)))
            .toArray(String[]::new);
    world.take(World.header("full", T1, ""), join(many, SOLARIS, REX));
    String[] half = IntStream.range(0, 9).mapToObj(i -> many[i]).toArray(String[]::new);
    var run = world.take(World.header("full", T2, ""), join(half, SOLARIS, REX));
    assertThat(run.refusal()).isEqualTo(Code.FEED_SHRUNK);
    assertThat(world.showtimes()).hasSize(20);
  }

  private static String[] join(String[] lines, String... more) {
    return java.util.stream.Stream.concat(
            java.util.Arrays.stream(more), java.util.Arrays.stream(lines))
        .toArray(String[]::new);
  }

  @Test
  void a_zone_that_comes_after_the_showtimes_still_counts() {
    var run =
        world.full(T1, show("a", "2026-03-29T01:30"), show("b", "2026-10-25T01:30"), SOLARIS, REX);
    assertThat(world.showtimes())
        .extracting(Showtime::startsAt)
        .containsExactly(
            Instant.parse("2026-03-29T01:30:00Z"), Instant.parse("2026-10-25T00:30:00Z"));
    assertThat(run.rowCounts().of(Kind.SHOWTIME).added()).isEqualTo(2);
  }

  @Test
  void a_record_that_nothing_refers_to_and_no_line_lists_is_gone() {
    world.full(
        T1,
        SOLARIS,
        REX,
        "{\"type\":\"film\",\"externalId\":\"alien\",\"title\":\"Alien\"}",
        "{\"type\":\"chain\",\"externalId\":\"c\",\"name\":\"C\"}");
    var run = world.full(T2, SOLARIS);
    assertThat(run.rowCounts().unlisted(Kind.FILM)).isEqualTo(1);
    assertThat(run.rowCounts().unlisted(Kind.CINEMA)).isEqualTo(1);
    assertThat(run.rowCounts().unlisted(Kind.CHAIN)).isEqualTo(1);
    assertThat(world.listings().films()).hasSize(1);
  }

  @Test
  void references_that_lead_nowhere_are_refused_and_the_last_line_of_a_record_wins() {
    var run =
        world.full(
            T1,
            SOLARIS,
            REX,
            show("a", "2026-07-01T19:30"),
            show("a", "2026-07-01T20:30"),
            show("b", "2026-07-01T19:30").replace("solaris", "nothing"));
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(1, 0, 0, 0, 1, 0, 1, 0));
    assertThat(world.showtimes().getFirst().startsAt())
        .isEqualTo(Instant.parse("2026-07-01T19:30:00Z"));
  }

  /// If there are more cinemas than a report can hold, changed ones come first: added and withdrawn
  /// showtimes before moved ones, and these before no change.
  @Test
  void a_report_lists_cinemas_with_changed_programmes_first() {
    List<String> feed = new ArrayList<>(List.of(SOLARIS));
    for (int number = 100; number < 100 + CinemaProgramme.MOST + 30; number++) {
      feed.add(cinema("c" + number, "Cinema " + number, "\"postcode\":\"W1 1AA\","));
      feed.add(showIn(number, "2026-07-01T19:30"));
      feed.add(showIn(number, "2026-07-02T19:30"));
    }
    var first = world.full(T1, feed.toArray(String[]::new));
    assertThat(first.report().programmes()).hasSize(CinemaProgramme.MOST);
    feed.remove(showIn(110, "2026-07-02T19:30"));
    feed.remove(showIn(325, "2026-07-01T19:30"));
    feed.set(feed.indexOf(showIn(320, "2026-07-02T19:30")), showIn(320, "2026-07-02T19:45"));
    var second = world.full(T2, feed.toArray(String[]::new));
    assertThat(second.report().programmes()).hasSize(CinemaProgramme.MOST);
    assertThat(second.report().programmes().stream().limit(5).map(CinemaProgramme::cinema))
        .containsExactly("c110", "c320", "c325", "c100", "c101");
    assertThat(second.report().programmes().getFirst().before().showtimes()).isEqualTo(2);
    assertThat(second.report().programmes().getFirst().after().showtimes()).isEqualTo(1);
    assertThat(second.report().programmes().stream().filter(CinemaProgramme::isNews)).hasSize(3);
  }

  private static String showIn(int cinema, String startsAt) {
    return show(cinema + " " + startsAt, startsAt).replace("\"rex\"", "\"c" + cinema + "\"");
  }

  @Test
  void a_zone_that_cannot_be_is_told_of_an_import_and_goes_in() {
    World.Run run =
        world.full(
            "2026-03-20T06:00:00Z",
            "{\"type\":\"cinema\",\"externalId\":\"c\",\"name\":\"Rex\",\"timeZone\":\"America/New_York\","
                + "\"location\":{\"countryCode\":\"DE\",\"locality\":\"Bonn\",\"postcode\":\"53111\"}}");
    assertThat(run.count(Code.TIME_ZONE_WRONG)).isEqualTo(1);
    assertThat(run.rowCounts().of(Kind.CINEMA).added()).isEqualTo(1);
  }
}
