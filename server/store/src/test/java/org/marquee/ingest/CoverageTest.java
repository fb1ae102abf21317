package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.coverage.Coverage;
import org.marquee.coverage.SourceStatement;
import org.marquee.feed.BytesPart;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.RecordId;
import org.marquee.listing.Revision;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.run.PostgresRunLog;
import org.marquee.store.run.PostgresSources;

/// The coverage of each day of a cinema after imports and failed imports (docs/api.md, "Coverage").
@NullMarked
class CoverageTest {
  private static final String TAKEN = "2026-03-20T09:00:00Z"; // a Friday

  private final World world = World.fresh();

  @AfterEach
  void close() {
    world.close();
  }

  private static String cinema(String id) {
    return "{\"type\":\"cinema\",\"externalId\":\"%1$s\",\"name\":\"Kino %1$s\",\"timeZone\":\"Europe/London\",\"location\":{\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1 1A%1$s\"}}"
        .formatted(id);
  }

  private static final String FILM =
      "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}";

  private static String show(String cinema, String start) {
    return "{\"type\":\"showtime\",\"externalId\":\"%1$s %2$s\",\"film\":\"f\",\"cinema\":\"%1$s\",\"startsAt\":\"%2$s\"}"
        .formatted(cinema, start);
  }

  /// Cinema A with a show each evening of these days of March.
  private static String[] evenings(int... days) {
    List<String> lines = new ArrayList<>(List.of(cinema("A"), FILM));
    for (int day : days) {
      lines.add(show("A", "2026-03-%02dT20:00".formatted(day)));
    }
    return lines.toArray(String[]::new);
  }

  private ProgrammeEntry.Day day(String cinema, String date, String now) {
    return world
        .listings()
        .programmes(
            new ProgrammeQuery(
                new ProgrammeQuery.Place.Named(
                    List.of(RecordId.of(Kind.CINEMA, World.PROVIDER, cinema))),
                null,
                null,
                Attributes.NONE,
                LocalDate.parse(date),
                1),
            null,
            10,
            Instant.parse(now))
        .cinemas()
        .getFirst()
        .days()
        .getFirst();
  }

  /// The coverage of a day of March as a caller reads it.
  private String coverage(String cinema, int day, String now) {
    ProgrammeEntry.Day found = day(cinema, "2026-03-%02d".formatted(day), now);
    Coverage coverage = found.coverage();
    StringBuilder text = new StringBuilder(coverage.state().word());
    if (coverage.reason() != null) {
      text.append(' ').append(coverage.reason().word());
    }
    if (coverage.since() != null) {
      text.append(" since ").append(Timestamps.write(coverage.since()));
    }
    if (coverage.until() != null) {
      text.append(" until ").append(Timestamps.write(coverage.until()));
    }
    return text.append(found.films().isEmpty() ? ", nothing on" : "").toString();
  }

  private String coverage(int day) {
    return coverage("A", day, TAKEN);
  }

  @Test
  void nothing_on_differs_from_not_known() {
    world.full(TAKEN, evenings(20, 21, 23)).rowCounts();
    assertThat(coverage(20)).isEqualTo("complete");
    assertThat(coverage(22)).isEqualTo("complete, nothing on");
    assertThat(coverage(23)).isEqualTo("complete");
    assertThat(coverage(24))
        .isEqualTo("unknown beyond_horizon until 2026-03-24T05:00:00Z, nothing on");
    assertThat(coverage(19)).isEqualTo("unknown no_source, nothing on");
    assertThat(day("A", "2026-03-20", TAKEN).coverage().observedAt()).isEqualTo(TAKEN);
  }

  @Test
  void a_show_that_is_sold_long_before_does_not_speak_for_the_days_before_it() {
    world.full(TAKEN, evenings(20, 21, 31)).rowCounts();
    assertThat(coverage(22))
        .isEqualTo("unknown beyond_horizon until 2026-03-22T05:00:00Z, nothing on");
    assertThat(coverage(31)).isEqualTo("partial beyond_horizon until 2026-03-22T05:00:00Z");
  }

  @Test
  void a_cinema_of_which_nothing_is_listed_shows_nothing_as_far_as_others_are_listed() {
    List<String> lines = new ArrayList<>(List.of(evenings(20, 22)));
    lines.add(cinema("B"));
    world.full(TAKEN, lines.toArray(String[]::new)).rowCounts();
    assertThat(coverage("B", 22, TAKEN)).isEqualTo("complete, nothing on");
    assertThat(coverage("B", 23, TAKEN)).startsWith("unknown beyond_horizon");
  }

  @Test
  void the_reach_that_a_feed_states_counts() {
    world.covering(TAKEN, "{\"until\":\"2026-03-27T12:00:00Z\"}", evenings(20)).rowCounts();
    assertThat(coverage(26)).isEqualTo("complete, nothing on");
    assertThat(coverage(27))
        .isEqualTo("partial beyond_horizon until 2026-03-27T12:00:00Z, nothing on");
    assertThat(coverage(28))
        .isEqualTo("unknown beyond_horizon until 2026-03-27T12:00:00Z, nothing on");
    // The coverage of later days by an earlier feed stays.
    world
        .covering("2026-03-20T10:00:00Z", "{\"until\":\"2026-03-22T00:00:00Z\"}", evenings(20))
        .rowCounts();
    assertThat(coverage(26)).isEqualTo("complete, nothing on");
  }

  @Test
  void past_days_stay_known_while_feeds_follow_one_another() {
    world.full(TAKEN, evenings(20, 21, 22)).rowCounts();
    world.full("2026-03-22T09:00:00Z", evenings(22, 23)).rowCounts();
    assertThat(coverage("A", 20, "2026-03-22T09:00:00Z")).isEqualTo("complete");
    // After an outage longer than the programme, the days between are not known.
    world.full("2026-03-28T09:00:00Z", evenings(28, 29)).rowCounts();
    assertThat(coverage("A", 28, "2026-03-28T09:00:00Z")).isEqualTo("complete");
    assertThat(coverage("A", 26, "2026-03-28T09:00:00Z"))
        .isEqualTo("unknown no_source, nothing on");
    assertThat(coverage("A", 22, "2026-03-28T09:00:00Z")).isEqualTo("partial no_source");
  }

  @Test
  void a_source_is_late_after_two_days() {
    world.full(TAKEN, evenings(20, 21, 22, 23)).rowCounts();
    assertThat(coverage("A", 23, "2026-03-22T08:59:59Z")).isEqualTo("complete");
    String late = "partial source_late since 2026-03-22T09:00:00Z";
    assertThat(coverage("A", 23, "2026-03-22T09:00:00Z")).isEqualTo(late);
    assertThat(coverage("A", 21, "2026-03-22T09:00:00Z")).isEqualTo("complete");
    // Its programme has run out, since no newer feed came.
    assertThat(coverage("A", 25, "2026-03-25T09:00:00Z"))
        .isEqualTo("unknown source_late since 2026-03-22T09:00:00Z, nothing on");
    assertThat(
            world
                .listings()
                .programmes(
                    new ProgrammeQuery(
                        new ProgrammeQuery.Place.Named(
                            List.of(RecordId.of(Kind.CINEMA, World.PROVIDER, "A"))),
                        null,
                        null,
                        Attributes.NONE,
                        LocalDate.parse("2026-03-21"),
                        1),
                    null,
                    10,
                    Instant.parse(TAKEN))
                .expires())
        .isEqualTo("2026-03-22T09:00:00Z");
    new PostgresRunLog(world.database()).lateAfter(World.PROVIDER, null);
    assertThat(coverage("A", 23, "2026-03-22T09:00:00Z")).isEqualTo("complete");
  }

  @Test
  void what_has_begun_is_left_out_and_so_is_a_day_with_nothing_left() {
    String[] lines = evenings(20, 21, 23);
    lines[2] = show("A", "2026-03-20T18:00");
    world.full(TAKEN, lines).rowCounts();
    Instant begun = Instant.parse("2026-03-21T20:00:00Z");
    // On the 22nd nothing is on, and the 25th is not known.
    assertThat(ahead("2026-03-20", begun.minusSeconds(1)))
        .isEqualTo(
            "21 1 complete, 23 1 complete, 24 0 unknown, 25 0 unknown, 26 0 unknown"
                + " until 2026-03-21T20:00:00Z");
    assertThat(ahead("2026-03-20", begun))
        .isEqualTo(
            "23 1 complete, 24 0 unknown, 25 0 unknown, 26 0 unknown"
                + " until 2026-03-22T09:00:00Z");
    assertThat(ahead("2026-03-18", Instant.parse("2026-03-24T09:00:00Z"))).startsWith("24 0");
  }

  /// The days of cinema A with their showtimes and coverage, and how long that holds.
  private String ahead(String date, Instant now) {
    var found =
        world
            .listings()
            .programmes(
                new ProgrammeQuery(
                    new ProgrammeQuery.Place.Named(
                        List.of(RecordId.of(Kind.CINEMA, World.PROVIDER, "A"))),
                    null,
                    null,
                    Attributes.NONE,
                    LocalDate.parse(date),
                    7,
                    true,
                    false),
                null,
                10,
                now);
    return found.cinemas().getFirst().days().stream()
            .map(day ->
                day.date().getDayOfMonth()
                    + " "
                    + day.films().stream().mapToInt(film -> film.showtimes().size()).sum()
                    + " "
                    + day.coverage().state().word())
            .collect(Collectors.joining(", "))
        + " until "
        + found.expires();
  }

  @Test
  void a_schedule_that_changes_makes_a_revision_where_a_programme_tells_of_it() {
    PostgresRunLog log = new PostgresRunLog(world.database());
    Revision empty = world.listings().revision();
    log.lateAfter(World.PROVIDER, Duration.ofHours(40));
    assertThat(world.listings().revision()).isEqualTo(empty);
    world.full(TAKEN, evenings(20, 21)).rowCounts();
    List<Duration> lengths =
        Arrays.asList(Duration.ofHours(30), null, Duration.ofHours(30), SourceStatement.LATE);
    for (Duration length : lengths) {
      Revision before = world.listings().revision();
      log.lateAfter(World.PROVIDER, length);
      Revision after = world.listings().revision();
      assertThat(after.number()).isEqualTo(before.number() + 1);
      assertThat(after.mark()).isNotEqualTo(before.mark());
      log.lateAfter(World.PROVIDER, length);
      assertThat(world.listings().revision()).isEqualTo(after);
    }
  }

  @Test
  void a_source_with_a_schedule_is_late_by_that() {
    world.full(TAKEN, evenings(20, 21, 22, 23)).rowCounts();
    PostgresRunLog log = new PostgresRunLog(world.database());
    log.lateAfter(World.PROVIDER, Duration.ofHours(30));
    assertThat(coverage("A", 23, "2026-03-21T14:59:59Z")).isEqualTo("complete");
    assertThat(coverage("A", 23, "2026-03-21T15:00:00Z"))
        .isEqualTo("partial source_late since 2026-03-21T15:00:00Z");
    log.lateAfter(World.PROVIDER, null);
    assertThat(coverage("A", 23, "2026-03-22T09:00:00Z")).isEqualTo("complete");
    log.lateAfter(World.PROVIDER, Duration.ofDays(14));
    assertThat(coverage("A", 23, "2026-03-22T09:00:00Z")).isEqualTo("complete");
  }

  @Test
  void a_feed_that_shrank_is_refused_and_the_earlier_coverage_is_doubted() {
    List<String> lines = new ArrayList<>(List.of(cinema("A"), FILM));
    for (int day = 20; day < 30; day++) {
      for (int hour = 18; hour < 21; hour++) {
        lines.add(show("A", "2026-03-%02dT%02d:00".formatted(day, hour)));
      }
    }
    world.full(TAKEN, lines.toArray(String[]::new)).rowCounts();
    Revision before = world.listings().revision();
    String later = "2026-03-21T09:00:00Z";
    assertThat(world.full(later, evenings(21)).refusal()).isEqualTo(Code.FEED_SHRUNK);
    assertThat(world.listings().revision()).isNotEqualTo(before);
    assertThat(day("A", "2026-03-25", later).coverage().reason())
        .isEqualTo(Coverage.Reason.SOURCE_SHRUNK);
    assertThat(day("A", "2026-03-25", later).coverage().state()).isEqualTo(Coverage.State.PARTIAL);
    // A repetition changes nothing.
    Revision doubted = world.listings().revision();
    assertThat(world.full(later, evenings(21)).refusal()).isEqualTo(Code.FEED_SHRUNK);
    assertThat(world.listings().revision()).isEqualTo(doubted);
    // The same feed comes again: a new revision shows that it is trusted again.
    world.full(TAKEN, lines.toArray(String[]::new)).rowCounts();
    assertThat(world.listings().revision()).isNotEqualTo(doubted);
    assertThat(coverage("A", 25, later)).isEqualTo("complete");
  }

  private void fails(String file) {
    new Import(new PostgresLedger(world.database()), InstantSource.system())
        .failed(
            "20260321T090000Z-" + file,
            World.PROVIDER,
            "marquee",
            file.isEmpty() ? List.of() : List.of(new Report.SourceFile(file, 0)),
            Instant.parse("2026-03-21T09:00:00Z"),
            Notice.of(Code.SOURCE_FAILED, "HTTP 503"));
  }

  @Test
  void a_feed_that_cannot_be_downloaded_is_doubted_until_it_comes_again() {
    world.full(TAKEN, evenings(20, 21, 22)).rowCounts();
    fails("feed.ndjson");
    String failed = "partial source_failed since 2026-03-21T09:00:00Z";
    assertThat(coverage("A", 22, "2026-03-21T10:00:00Z")).isEqualTo(failed);
    assertThat(coverage("A", 20, "2026-03-21T10:00:00Z")).isEqualTo("complete");
    assertThat(coverage("A", 23, "2026-03-21T10:00:00Z"))
        .isEqualTo("unknown beyond_horizon until 2026-03-23T05:00:00Z, nothing on");
    assertThat(coverage("A", 23, "2026-03-23T10:00:00Z"))
        .isEqualTo("unknown source_failed since 2026-03-21T09:00:00Z, nothing on");
    world.full("2026-03-21T11:00:00Z", evenings(21, 22)).rowCounts();
    assertThat(coverage("A", 22, "2026-03-21T12:00:00Z")).isEqualTo("complete");
  }

  @Test
  void a_delta_does_not_bring_what_a_refused_one_lost() {
    world.full(TAKEN, evenings(20, 21, 22)).rowCounts();
    World.Run lost = world.delta("2026-03-20T10:00:00Z", show("A", "2026-03-21T25:00"));
    assertThat(lost.refusal()).isEqualTo(Code.NOTHING_ACCEPTED);
    world.delta("2026-03-20T11:00:00Z", FILM).rowCounts();
    assertThat(coverage("A", 21, "2026-03-20T12:00:00Z"))
        .isEqualTo("partial source_failed since 2026-03-20T10:00:00Z");
    world.full("2026-03-20T12:00:00Z", evenings(20, 21, 22)).rowCounts();
    assertThat(coverage("A", 21, "2026-03-20T13:00:00Z")).isEqualTo("complete");
  }

  @Test
  void one_feed_of_several_that_fails_leaves_the_cinemas_of_the_others_alone() {
    List<String> other =
        List.of(cinema("B"), FILM, show("B", "2026-03-20T20:00"), show("B", "2026-03-22T20:00"));
    take("a.ndjson", "[\"A\"]", List.of(evenings(20, 21, 22)));
    take("b.ndjson", "[\"B\"]", other);
    fails("a.ndjson");
    assertThat(coverage("A", 22, "2026-03-21T10:00:00Z")).startsWith("partial source_failed");
    assertThat(coverage("B", 22, "2026-03-21T10:00:00Z")).isEqualTo("complete");
    fails(""); // the list of feeds itself
    assertThat(coverage("B", 22, "2026-03-21T10:00:00Z")).startsWith("partial source_failed");
    take("b.ndjson", "[\"B\"]", other);
    assertThat(coverage("B", 22, "2026-03-21T10:00:00Z")).isEqualTo("complete");
    assertThat(coverage("A", 22, "2026-03-21T10:00:00Z")).startsWith("partial source_failed");
    assertThat(new PostgresSources(world.database()).remove(World.PROVIDER)).isPresent();
  }

  @Test
  void a_feed_with_an_end_whose_showtimes_are_all_refused_does_not_say_that_nothing_is_on() {
    String week = "{\"until\":\"2026-03-27T00:00:00Z\"}";
    String refused = show("A", "2026-03-21T25:00");
    world.covering(TAKEN, week, cinema("A"), FILM, refused).rowCounts();
    String failed = "partial source_failed since " + TAKEN + ", nothing on";
    assertThat(coverage(21)).isEqualTo(failed);
    world.covering(TAKEN, week, cinema("A"), FILM, refused).rowCounts();
    assertThat(coverage(21)).isEqualTo(failed);
    world.covering(TAKEN, week, cinema("A"), FILM, show("A", "2026-03-22T20:00")).rowCounts();
    assertThat(coverage(21)).isEqualTo("complete, nothing on");
  }

  private String coverageOfB(int day) {
    return coverage("B", day, "2026-03-20T12:00:00Z");
  }

  /// Imports cinemas A and B with a show of A on the 20th and 22nd, and more.
  private World.Run both(String hour, String... more) {
    List<String> lines = new ArrayList<>(List.of(evenings(20, 22)));
    lines.add(cinema("B"));
    lines.addAll(List.of(more));
    World.Run run = world.full("2026-03-20T%s:00Z".formatted(hour), lines.toArray(String[]::new));
    run.rowCounts();
    return run;
  }

  @Test
  void a_cinema_of_which_a_line_is_refused_does_not_say_that_nothing_is_on() {
    String failed = "partial source_failed since " + TAKEN;
    World.Run run = both("09:00", show("B", "2026-03-21T25:00"));
    assertThat(run.count(Code.PROGRAMME_REFUSED)).isEqualTo(1);
    assertThat(coverageOfB(21)).isEqualTo(failed + ", nothing on");
    assertThat(coverage(21)).isEqualTo("complete, nothing on");
    run = both("10:00", show("B", "2026-03-20T20:00"), show("B", "2026-03-21T25:00"));
    assertThat(run.count(Code.PROGRAMME_REFUSED)).isZero();
    assertThat(coverageOfB(20)).as("since the first of these feeds").isEqualTo(failed);
    Revision before = world.listings().revision();
    both("10:00", show("B", "2026-03-20T20:00"), show("B", "2026-03-21T25:00"));
    assertThat(world.listings().revision()).isEqualTo(before);
    both("11:00", show("B", "2026-03-20T20:00"), show("B", "2026-03-22T20:00"));
    assertThat(coverageOfB(21)).isEqualTo("complete, nothing on");
    world.delta("2026-03-20T11:30:00Z", FILM, show("B", "2026-03-21T25:00"));
    assertThat(coverageOfB(21)).startsWith("partial source_failed");
  }

  @Test
  void showtimes_that_wait_for_their_film_are_not_nothing_on() {
    both(
        "09:00",
        "{\"type\":\"film\",\"externalId\":\"g\"}",
        show("B", "2026-03-21T20:00").replace("\"f\"", "\"g\""));
    assertThat(coverageOfB(21)).isEqualTo("partial source_failed since " + TAKEN + ", nothing on");
    assertThat(coverage(21)).isEqualTo("complete, nothing on");
    both(
        "09:15",
        "{\"type\":\"film\",\"externalId\":\"g\"}",
        show("B", "2026-03-21T20:00").replace("\"f\"", "\"g\""));
    assertThat(coverageOfB(21)).as("since the first feed").contains(" since " + TAKEN);
    world.delta("2026-03-20T09:30:00Z", FILM.replace("\"f\"", "\"g\"")).rowCounts();
    assertThat(coverageOfB(21)).as("the film has come").isEqualTo("complete");
    both(
        "10:00",
        "{\"type\":\"film\",\"externalId\":\"h\"}",
        show("B", "2026-03-18T20:00").replace("\"f\"", "\"h\""));
    assertThat(coverageOfB(21)).as("what waits is over").isEqualTo("complete, nothing on");
  }

  @Test
  void a_line_of_which_nobody_knows_the_cinema_counts_against_those_that_are_not_listed() {
    both("09:00", "{\"type\":\"showtime\",\"externalId\":\"x\"}");
    assertThat(coverageOfB(21)).startsWith("partial source_failed");
    assertThat(coverage(21)).as("A is listed").isEqualTo("complete, nothing on");
    both("10:00", "{\"type\":\"Showtime\",\"externalId\":\"x\",\"cinema\":\"B\"}");
    assertThat(coverageOfB(21)).startsWith("partial source_failed");
    assertThat(coverage(21)).isEqualTo("complete, nothing on");
    both("11:00", show("b", "2026-03-21T20:00"));
    assertThat(coverageOfB(21)).as("B may be called b by now").startsWith("partial source_failed");
    assertThat(coverage(21)).isEqualTo("complete, nothing on");
    both(
        "11:30",
        cinema("C").replace(",\"postcode\":\"LS1 1AC\"", ""),
        show("C", "2026-03-21T20:00"));
    assertThat(coverageOfB(21)).as("C is held back").isEqualTo("complete, nothing on");
  }

  private void take(String name, String cinemas, List<String> lines) {
    byte[] feed =
        (World.header("full", TAKEN, ",\"covers\":{\"cinemas\":" + cinemas + "}")
                + "\n"
                + String.join("\n", lines))
            .getBytes(UTF_8);
    world
        .take(
            new MarqueeReader(),
            World.PROVIDER,
            Shrinking.REFUSED,
            List.of(new BytesPart(name, feed)),
            null,
            Instant.now())
        .rowCounts();
  }

  @Test
  void a_walk_that_outlasts_the_day_stays_on_it() {
    List<String> lines = new ArrayList<>(List.of(evenings(20, 21)));
    lines.add(cinema("B"));
    world.full(TAKEN, lines.toArray(String[]::new)).rowCounts();
    ProgrammeQuery query =
        new ProgrammeQuery(
            new ProgrammeQuery.Place.Named(
                List.of(
                    RecordId.of(Kind.CINEMA, World.PROVIDER, "A"),
                    RecordId.of(Kind.CINEMA, World.PROVIDER, "B"))),
            null,
            null,
            Attributes.NONE,
            null,
            1);
    Instant before = Instant.parse("2026-03-21T04:59:59Z");
    var first = world.listings().programmes(query, null, 1, before);
    assertThat(first.expires()).isEqualTo("2026-03-21T05:00:00Z");
    assertThat(first.next())
        .isEqualTo(world.listings().programmes(query, null, 1, before.minusSeconds(9_999)).next());
    var second = world.listings().programmes(query, first.next(), 1, before.plusSeconds(2));
    assertThat(first.cinemas().getFirst().days().getFirst().date()).isEqualTo("2026-03-20");
    assertThat(second.cinemas().getFirst().days().getFirst().date()).isEqualTo("2026-03-20");
    assertThat(
            world
                .listings()
                .programmes(query, null, 1, before.plusSeconds(1))
                .cinemas()
                .getFirst()
                .days()
                .getFirst()
                .date())
        .isEqualTo("2026-03-21");
  }

  @Test
  void changes_alone_speak_for_no_day_as_a_whole() {
    world.delta(TAKEN, evenings(20)).rowCounts();
    assertThat(coverage(20)).isEqualTo("partial no_source");
    assertThat(coverage(21)).isEqualTo("unknown no_source, nothing on");
  }
}
