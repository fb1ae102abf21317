package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
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
  void a_full_feed_takes_what_no_line_lists_and_keeps_what_a_faulty_line_names() {
    String alien = "{\"type\":\"film\",\"externalId\":\"alien\",\"title\":\"Alien\"}";
    world.full(T1, SOLARIS, REX, alien);
    var run = world.full(T2, SOLARIS, REX, alien.replace("\"Alien\"", "7"));
    assertThat(run.rowCounts().unlisted(Kind.FILM)).isZero();
    assertThat(world.full(T3, SOLARIS, REX).rowCounts().unlisted(Kind.FILM)).isEqualTo(1);
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
