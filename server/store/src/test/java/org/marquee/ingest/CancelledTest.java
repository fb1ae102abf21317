package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.Showtime;
import org.marquee.notice.Code;
import org.marquee.notice.RowCounts.Counts;
import org.marquee.store.run.PostgresSources;

/// Showtimes that their provider cancels are no longer served, however many they are. The guard
/// still checks those that only disappear.
@NullMarked
class CancelledTest {
  private static final Instant T1 = Instant.parse("2026-03-01T06:00:00Z");

  private static final FeedRecord.Cinema REX =
      new FeedRecord.Cinema(
          "rex", "Rex", null, "Europe/London", "GB", "Elmet", "LS1 1AA", null, null, null, null);

  private final World world = World.fresh();

  @AfterEach
  void close() throws Exception {
    StoredRecords.assertConsistent(world);
    world.close();
  }

  /// A calendar with a word for what is cancelled. Show `n` is on the evening of July `n`.
  private static String row(int show, boolean cancelled) {
    return "BEGIN:VEVENT\r\nUID:%d@rex.example\r\nSUMMARY:Solaris\r\nDTSTART:202607%02dT193000\r\n%sEND:VEVENT\r\n"
        .formatted(show, show, cancelled ? "STATUS:CANCELLED\r\n" : "");
  }

  private static List<String> live(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(show -> row(show, false)).toList();
  }

  private static List<String> cancelled(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(show -> row(show, true)).toList();
  }

  @SafeVarargs
  private World.Run take(FeedRecord.@Nullable Cinema cinema, Instant taken, List<String>... rows) {
    StringBuilder feed = new StringBuilder("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n");
    for (List<String> each : rows) {
      each.forEach(feed::append);
    }
    feed.append("END:VCALENDAR\r\n");
    return world.take(
        new ICalendarReader(),
        World.PROVIDER,
        Shrinking.REFUSED,
        List.of(World.part(feed.toString().getBytes(UTF_8))),
        cinema,
        taken);
  }

  @SafeVarargs
  private World.Run take(int day, List<String>... rows) {
    return take(REX, T1.plus(day - 1L, ChronoUnit.DAYS), rows);
  }

  private String days() {
    return world.showtimes().stream()
        .map(Showtime::startsAt)
        .map(start -> start.toString().substring(8, 10))
        .collect(Collectors.joining(" "));
  }

  private List<Sources.Guarded> guarded() {
    return new PostgresSources(world.database()).list().getFirst().guarded();
  }

  @Test
  void what_is_cancelled_goes_and_comes_back_and_what_vanishes_beside_it_is_guarded() {
    assertThat(take(1, live(1, 10)).rowCounts().of(Kind.SHOWTIME).added()).isEqualTo(10);
    assertThatMostMayBeCancelled(take(2, cancelled(1, 8), live(9, 10)));
    var again = take(3, cancelled(1, 8), live(9, 10));
    assertThat(again.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 0, 2, 0, 0, 0, 0, 8));
    assertThat(again.rowCounts().unlisted(Kind.SHOWTIME)).isZero();

    take(4, cancelled(1, 10));
    assertThatNothingIsLeft();
    var back = take(5, live(1, 10));
    assertThat(back.rowCounts().of(Kind.SHOWTIME).added()).isEqualTo(10);
    assertThat(world.showtimes()).hasSize(10);

    var vanished = take(6, cancelled(1, 4), live(9, 10));
    assertThat(vanished.count(Code.CINEMA_KEPT)).isEqualTo(1);
    assertThat(vanished.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(4);
    assertThat(days()).isEqualTo("05 06 07 08 09 10");
    assertThat(guarded()).hasSize(1);
    // The feed lists all the rest as cancelled, so it is not broken.
    take(7, cancelled(1, 10));
    assertThatNothingIsLeft();
  }

  private void assertThatMostMayBeCancelled(World.Run run) {
    assertThat(days()).isEqualTo("09 10");
    assertThat(guarded()).isEmpty();
    assertThat(run.count(Code.CINEMA_KEPT)).isZero();
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 0, 2, 0, 0, 0, 0, 8));
    assertThat(run.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(8);
    var programme = run.report().programmes().getFirst();
    assertThat(programme.before().showtimes()).isEqualTo(10);
    assertThat(programme.after().showtimes()).isEqualTo(2);
  }

  private void assertThatNothingIsLeft() {
    assertThat(days()).isEmpty();
    assertThat(guarded()).isEmpty();
  }

  /// Two events of a calendar with one id are versions of it.
  @Test
  void of_two_versions_of_an_event_the_latest_one_counts() {
    take(1, live(1, 3));
    String later = row(2, true).replace("END:VEVENT", "SEQUENCE:1\r\nEND:VEVENT");
    take(2, live(1, 3), List.of(later));
    assertThat(days()).isEqualTo("01 03");
  }

  @Test
  void a_cancelled_series_takes_all_its_showings_along() {
    String weekly = row(1, false).replace("END:", "RRULE:FREQ=WEEKLY;COUNT=5\r\nEND:");
    take(1, List.of(weekly), live(2, 3));
    assertThat(world.showtimes()).hasSize(7);
    var run = take(2, List.of(weekly.replace("RRULE", "STATUS:CANCELLED\r\nRRULE")), live(2, 3));
    assertThat(days()).isEqualTo("02 03");
    assertThat(guarded()).isEmpty();
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 0, 2, 0, 0, 0, 0, 5));
  }

  @Test
  void what_is_past_stays_history() {
    take(REX, Instant.parse("2026-06-30T06:00:00Z"), live(1, 10));
    take(REX, Instant.parse("2026-07-04T06:00:00Z"), cancelled(1, 8), live(9, 10));
    assertThat(days()).isEqualTo("01 02 03 09 10");
  }

  @Test
  void what_was_held_back_is_forgotten() {
    FeedRecord.Cinema nowhere =
        new FeedRecord.Cinema(
            "rex", "Rex", null, "Europe/London", "GB", null, null, null, null, null, null);
    take(nowhere, T1, live(1, 3));
    take(nowhere, T1.plus(1, ChronoUnit.DAYS), live(1, 1), cancelled(2, 3));
    assertThat(world.showtimes()).isEmpty();
    take(3, live(1, 1));
    assertThat(days()).isEqualTo("01");
  }

  @Test
  void a_showing_that_another_provider_lists_goes_on_being_served() {
    take(1, live(1, 4));
    String film = "{\"type\":\"film\",\"externalId\":\"s\",\"title\":\"Solaris\"}";
    String header = World.header("full", "2026-03-01T06:00:00Z", "");
    String cinema =
        "{\"type\":\"cinema\",\"externalId\":\"r\",\"name\":\"Rex\",\"timeZone\":\"Europe/London\",\"location\":"
            + "{\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1 1AA\"}}";
    String one =
        "{\"type\":\"showtime\",\"externalId\":\"1\",\"film\":\"s\",\"cinema\":\"r\",\"startsAt\":\"2026-07-01T19:30\"}";
    world.take(
        "other", Shrinking.REFUSED, String.join("\n", header, film, cinema, one).getBytes(UTF_8));
    new HandDecisions(world.database())
        .merge(
            Kind.FILM,
            RecordId.of(Kind.FILM, World.PROVIDER, "solaris"),
            RecordId.of(Kind.FILM, "other", "s"));
    assertThat(days()).as("one showing is listed twice").isEqualTo("01 02 03 04");
    var run = take(2, cancelled(1, 3), live(4, 4));
    assertThat(run.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(3);
    assertThat(days()).isEqualTo("01 04");
    assertThat(world.showtimes().getFirst().provenance().provider()).isEqualTo("other");
    take(3, live(1, 4));
    assertThat(days()).isEqualTo("01 02 03 04");
  }
}
