package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.listing.Overview.FirstListed;
import org.marquee.listing.RecordId;
import org.marquee.store.read.PostgresOverview;

/// What was first listed at a place is told once, whatever becomes of it (docs/pages.md, "Feeds of
/// a place").
@NullMarked
class FirstListedTest {
  private static final LocalDate FIRST = LocalDate.now(ZoneOffset.UTC).plusDays(9);

  private final World world = World.fresh();
  private Instant taken = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(900);

  @AfterEach
  void close() {
    world.close();
  }

  private void take(String... lines) {
    taken = taken.plusSeconds(60);
    String feed = World.header("full", taken.toString(), "") + "\n" + String.join("\n", lines);
    world.take(World.PROVIDER, Shrinking.ACCEPTED, feed.getBytes(UTF_8)).rowCounts();
  }

  private static String cinema(String id) {
    return "{\"type\":\"cinema\",\"externalId\":\"%1$s\",\"name\":\"Kino %1$s\",\"timeZone\":\"Europe/London\",\"location\":{\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1 1A%1$s\"}}"
        .formatted(id);
  }

  private static String film(String id, String title) {
    return "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"%s\"}".formatted(id, title);
  }

  private static String show(String id, String film, String cinema, int day, String time) {
    return "{\"type\":\"showtime\",\"externalId\":\"%s\",\"film\":\"%s\",\"cinema\":\"%s\",\"startsAt\":\"%sT%s\"}"
        .formatted(id, film, cinema, FIRST.plusDays(day), time);
  }

  private static String id(Kind kind, String external) {
    return RecordId.of(kind, World.PROVIDER, external);
  }

  /// Such as "f 0" for a film that was not listed before, "f +1" for a further day.
  private List<FirstListed> told(@Nullable String film) {
    return new PostgresOverview(world.database())
        .firstListed(
            List.of(id(Kind.CINEMA, "A"), id(Kind.CINEMA, "B")),
            film,
            Instant.now().minus(Duration.ofDays(1)),
            100);
  }

  private static List<String> words(List<FirstListed> told) {
    return told.stream()
        .map(each ->
            (each.toldAs().equals(id(Kind.FILM, "f")) ? "f " : "other ")
                + (each.isFurtherDay() ? "+" : "")
                + ChronoUnit.DAYS.between(FIRST, each.day()))
        .toList();
  }

  @Test
  void a_film_and_each_further_day_of_it_are_told_once() {
    String f = film("f", "Solaris");
    // After midnight it is still the evening before.
    take(cinema("A"), f, show("1", "f", "A", 0, "20:00"), show("2", "f", "A", 1, "00:30"));
    assertThat(words(told(null))).containsExactly("f 0");
    take(
        cinema("A"),
        cinema("B"),
        f,
        show("1", "f", "A", 0, "20:00"),
        show("3", "f", "B", 0, "20:00"),
        show("4", "f", "B", 2, "20:00"));
    List<FirstListed> told = told(null);
    assertThat(words(told)).containsExactly("f +2", "f 0");
    assertThat(told(id(Kind.FILM, "f"))).isEqualTo(told);
    assertThat(told(id(Kind.FILM, "g"))).isEmpty();
    // It moves, gets another title, is withdrawn and comes back.
    take(cinema("A"), cinema("B"), film("f", "Solyaris"), show("1", "f", "B", 2, "22:00"));
    assertThat(told(null)).isEqualTo(told);
    take(cinema("A"), cinema("B"), film("f", "Solaris"));
    take(
        cinema("A"),
        cinema("B"),
        f,
        show("5", "f", "A", 0, "18:00"),
        show("6", "f", "A", 2, "18:00"));
    assertThat(told(null)).isEqualTo(told);
    take(cinema("A"), f, film("g", "Alien"), show("7", "g", "A", 3, "18:00"));
    assertThat(words(told(null))).containsExactly("other 3", "f +2", "f 0");
  }

  @Test
  void of_films_that_are_merged_nothing_is_told_again() {
    take(cinema("A"), film("f", "Solaris"), show("1", "f", "A", 0, "20:00"));
    List<FirstListed> told = told(null);
    take(
        cinema("A"),
        film("f", "Solaris"),
        film("g", "The Sun"),
        show("1", "f", "A", 0, "20:00"),
        show("2", "g", "A", 0, "22:00"));
    assertThat(words(told(null))).containsExactly("other 0", "f 0");
    new HandDecisions(world.database()).merge(Kind.FILM, id(Kind.FILM, "g"), id(Kind.FILM, "f"));
    assertThat(words(told(null))).containsExactly("f 0");
    assertThat(told(null).getFirst().listedAt()).isEqualTo(told.getFirst().listedAt());
  }
}
