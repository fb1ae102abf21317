package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.explanation.Explanation;
import org.marquee.explanation.Explanation.Entry;
import org.marquee.explanation.Explanation.Standing;
import org.marquee.explanation.Explanation.Topic;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Others;
import org.marquee.store.decision.PostgresReview;
import org.marquee.store.explain.PostgresExplanations;
import org.marquee.store.run.PostgresRunLog;

/// Why records are as they are (docs/matching.md, "Why a record is as it is"). All tests read one
/// database.
@NullMarked
class ExplanationsTest {
  private static final Instant NOW = Instant.parse("2026-03-21T12:00:00Z");
  private static final String START = "2026-04-02T19:00:00Z";
  private static final World world = World.fresh();

  @BeforeAll
  static void take() {
    String rex = JoinedFeeds.cinema("c", "Rex", JoinedFeeds.REX);
    take(
        "alpha",
        "2026-03-20T06:00:00Z",
        rex,
        JoinedFeeds.film("f", "Solaris (subtitled)", ",\"durationMinutes\":167"),
        JoinedFeeds.film("gone", "Gone Tomorrow", ""));
    take(
        "alpha",
        "2026-03-20T07:00:00Z",
        rex,
        JoinedFeeds.film("f", "Solaris (subtitled)", ",\"durationMinutes\":167"),
        JoinedFeeds.film("boats", "Night Boats", ""),
        JoinedFeeds.film("solo", "Solo Walk", ""),
        JoinedFeeds.showtime("s", "f", "c", START),
        JoinedFeeds.showtime("late", "f", "c", "2026-04-02T22:00:00Z"));
    take(
        "beta",
        "2026-03-20T08:00:00Z",
        rex,
        JoinedFeeds.cinema("held", "Roxy", "\"countryCode\":\"GB\",\"locality\":\"Elmet\""),
        JoinedFeeds.film(
            "f",
            "Solaris",
            ",\"durationMinutes\":166,\"details\":{\"directors\":[\"A. Tarkovsky\"],\"genres\":[\"Drama\",\"Fantasy\"]}"),
        JoinedFeeds.film("lamp", "Lamp Evening: Night Boats", ""),
        JoinedFeeds.showtime("s", "f", "c", START));
    new PostgresRunLog(world.database()).ranked("beta", 5);
    Correction wanted =
        Correction.ofField(id(Kind.FILM, "alpha", "solo"), "title", "A Solo Walk", "as printed");
    new PostgresCorrections(world.database())
        .apply(List.of(new Wanted(0, wanted)), Others.STAY, Effect.COMMIT);
  }

  private static void take(String provider, String observedAt, String... lines) {
    String feed = World.header("full", observedAt, "") + "\n" + String.join("\n", lines);
    world.take(provider, Shrinking.ACCEPTED, feed.getBytes(UTF_8)).rowCounts();
  }

  @AfterAll
  static void close() {
    world.close();
  }

  private static String id(Kind kind, String provider, String externalId) {
    return JoinedFeeds.id(kind, provider, externalId);
  }

  private static Explanation explain(String id, @Nullable LocalDate day) {
    return new PostgresExplanations(world.database()).explain(id, day, NOW).orElseThrow();
  }

  private static List<Entry> part(Explanation of, Topic topic) {
    return of.parts().stream()
        .filter(part -> part.topic() == topic)
        .flatMap(part -> part.entries().stream())
        .toList();
  }

  private static List<String> texts(Explanation of, Topic topic) {
    return part(of, topic).stream().map(Entry::text).toList();
  }

  @Test
  void each_value_has_its_source_and_rule_and_the_id_of_a_merged_record_answers_with_it() {
    Explanation film = explain(id(Kind.FILM, "beta", "f"), null);
    assertThat(film.id()).isEqualTo(id(Kind.FILM, "alpha", "f"));
    assertThat(film.title()).contains("Solaris", "is published", "answers for " + film.asked());
    assertThat(texts(film, Topic.VALUES))
        .contains(
            "title: Solaris (from rank 5, the highest, shown in GB, where most showtimes are)",
            "durationMinutes: 166 (from beta f, whose rank 5 is the highest)",
            "directors: A. Tarkovsky (only beta f says it)",
            "genres: Drama, Fantasy (only beta f says it)");
    assertThat(part(film, Topic.VALUES).getFirst().details())
        .containsExactly("beta f: Solaris", "alpha f: Solaris (subtitled)");
  }

  @Test
  void the_words_taken_from_a_title_are_named() {
    Entry alpha = part(explain(id(Kind.FILM, "alpha", "f"), null), Topic.SOURCES).getLast();
    assertThat(alpha.about()).isEqualTo("alpha f");
    assertThat(alpha.details())
        .contains("compared as: solaris", "attributes taken from it: subtitled");
  }

  @Test
  void what_is_joined_has_the_evidence_of_the_rules() {
    Entry joined = part(explain(id(Kind.FILM, "alpha", "f"), null), Topic.JOINED).getFirst();
    assertThat(joined.text()).contains("the same title, and a fact that agrees");
    assertThat(joined.details())
        .contains("title: the same")
        .anyMatch(each -> each.matches("running times: agree, 16[67] and 16[67]"));
    assertThat(texts(explain(id(Kind.CINEMA, "alpha", "c"), null), Topic.JOINED))
        .singleElement()
        .asString()
        .endsWith(": the same name and postcode");
  }

  @Test
  void what_is_kept_apart_has_the_reason_of_a_review() {
    String why = new PostgresReview(world.database()).list(Kind.FILM).getFirst().why();
    assertThat(part(explain(id(Kind.FILM, "alpha", "boats"), null), Topic.APART))
        .singleElement()
        .satisfies(each -> assertThat(each.why()).isEqualTo(why))
        .satisfies(each -> assertThat(each.record()).isEqualTo(id(Kind.FILM, "beta", "lamp")));
  }

  @Test
  void a_correction_is_told_and_is_the_reason() {
    Explanation film = explain(id(Kind.FILM, "alpha", "solo"), null);
    assertThat(texts(film, Topic.VALUES))
        .anyMatch(each -> each.matches("title: A Solo Walk \\(correction \\d+\\)"));
    assertThat(texts(film, Topic.CORRECTIONS))
        .singleElement()
        .asString()
        .contains("title A Solo Walk (as printed)");
  }

  @Test
  void what_is_withdrawn_or_held_back_is_explained_by_its_changes_or_by_what_it_waits_for() {
    Explanation gone = explain(id(Kind.FILM, "alpha", "gone"), null);
    assertThat(gone.state()).isEqualTo(Standing.WITHDRAWN);
    assertThat(part(gone, Topic.CHANGES))
        .extracting(Entry::value)
        .containsExactly(gone.id() + " withdrawn", gone.id() + " added");
    Explanation held = explain(id(Kind.CINEMA, "beta", "held"), null);
    assertThat(held.state()).isEqualTo(Standing.HELD_BACK);
    assertThat(held.note()).contains("no postcode");
    assertThat(texts(held, Topic.VALUES)).contains("name: not published");
    assertThat(part(held, Topic.SOURCES)).extracting(Entry::about).containsExactly("beta held");
  }

  @Test
  void a_showtime_of_two_sources_and_one_of_a_single_source() {
    Explanation shared = explain(id(Kind.SHOWTIME, "beta", "s"), null);
    assertThat(shared.id()).isEqualTo(id(Kind.SHOWTIME, "alpha", "s"));
    assertThat(part(shared, Topic.SOURCES))
        .extracting(Entry::about)
        .containsExactly("beta s", "alpha s");
    assertThat(texts(shared, Topic.JOINED))
        .containsExactly("alpha s: the same cinema, film and start, and no other screen");
    Explanation alone = explain(id(Kind.SHOWTIME, "alpha", "late"), null);
    assertThat(alone.name()).startsWith("Solaris, Rex, 2026-04-02T22:00:00");
    assertThat(texts(alone, Topic.VALUES)).anyMatch(each -> each.contains("only alpha late says"));
  }

  @Test
  void a_day_of_a_cinema_has_the_statement_of_each_source() {
    String cinema = id(Kind.CINEMA, "alpha", "c");
    List<Entry> day = part(explain(cinema, LocalDate.of(2026, 3, 20)), Topic.DAY);
    assertThat(day).extracting(Entry::about).containsExactly("2026-03-20", "alpha", "beta");
    assertThat(day.getFirst().text()).isEqualTo("2026-03-20: complete (the whole day is covered)");
    assertThat(day.getFirst().details()).containsExactly("showtimes: 0");
    assertThat(day.getLast().details()).contains("last full feed, last feed: 2026-03-20T08:00:00Z");
    assertThat(texts(explain(cinema, LocalDate.of(2026, 4, 2)), Topic.DAY).getFirst())
        .isEqualTo("2026-04-02: partial (the programme ends at 2026-03-21T05:00:00Z)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fi_none", "ch_none", "", "fi_'; drop"})
  void nothing_is_said_of_an_id_that_no_record_had(String id) {
    assertThat(new PostgresExplanations(world.database()).explain(id, null, NOW)).isEmpty();
  }
}
