package org.marquee.sample;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.Rounds;
import org.marquee.listing.Attribute;
import tools.jackson.databind.JsonNode;

/// What must hold for the region on any day of a start: random days within two years, and days
/// around the year's end, a leap day and both clock changes.
@NullMarked
@ParameterizedClass
@MethodSource("starts")
class AnyStartTest {
  private static final int DAYS_LATER = 6;

  private final LocalDate today;
  private final List<JsonNode> feed;
  private final List<JsonNode> later;

  AnyStartTest(Start start) {
    this.today = start.today();
    this.feed = start.feed();
    this.later = start.later();
  }

  /// A start of the demo, and one some days later.
  record Start(LocalDate today, List<JsonNode> feed, List<JsonNode> later) {
    static Start on(LocalDate today) {
      return new Start(today, Feeds.sample(today), Feeds.sample(today.plusDays(DAYS_LATER)));
    }

    @Override
    public String toString() {
      return today.toString();
    }
  }

  static Stream<Start> starts() {
    SplittableRandom chance = new SplittableRandom(7);
    return Stream.concat(
            Stream.of("2026-12-20", "2027-03-27", "2027-10-30", "2028-02-28").map(LocalDate::parse),
            Stream.generate(() -> LocalDate.of(2026, 11, 21).plusDays(chance.nextInt(731)))
                .limit(Rounds.of(2)))
        .map(Start::on);
  }

  @Test
  void a_later_start_repeats_what_it_still_covers() {
    LocalDate covered = today.plusDays(DAYS_LATER - 1);
    Set<JsonNode> said = fromMorningOf(covered, feed);
    assertThat(said).hasSizeGreaterThan(4000);
    said.removeAll(new HashSet<>(Feeds.of("showtime", later)));
    assertThat(said).isEmpty();
  }

  @Test
  void a_later_start_changes_nothing_of_days_already_listed() {
    Set<JsonNode> told = new HashSet<>(Feeds.of("showtime", feed));
    LocalDate untold = today.plusDays(22);
    assertThat(
            Feeds.of("showtime", later).stream()
                .filter(showtime -> Feeds.text(showtime, "startsAt").compareTo(untold + "T") < 0))
        .isNotEmpty()
        .allMatch(told::contains);
  }

  /// Late shows of the evening before left aside.
  private static Set<JsonNode> fromMorningOf(LocalDate date, List<JsonNode> feed) {
    return Feeds.of("showtime", feed).stream()
        .filter(showtime -> Feeds.text(showtime, "startsAt").compareTo(date + "T06:00") >= 0)
        .collect(toCollection(HashSet::new));
  }

  @Test
  void the_facts_of_a_film_stay() {
    Map<String, JsonNode> said = byId("film", feed);
    Map<String, JsonNode> repeated = byId("film", later);
    repeated.keySet().retainAll(said.keySet());
    assertThat(repeated).hasSizeGreaterThan(50);
    assertThat(said).containsAllEntriesOf(repeated);
  }

  @Test
  void chains_and_cinemas_never_change() {
    for (String type : List.of("chain", "cinema", "screen")) {
      assertThat(Feeds.of(type, later)).isEqualTo(Feeds.of(type, feed));
    }
  }

  @Test
  void the_region_has_the_size_it_claims() {
    assertThat(Feeds.of("chain", feed)).hasSize(3);
    assertThat(Feeds.of("cinema", feed)).hasSizeBetween(38, 44);
    assertThat(Feeds.of("film", feed)).hasSize(60);
    assertThat(Feeds.of("showtime", feed)).hasSizeBetween(7000, 10000);
  }

  @Test
  void every_reference_leads_somewhere() {
    Set<String> chains = byId("chain", feed).keySet();
    Set<String> cinemas = byId("cinema", feed).keySet();
    Set<String> films = byId("film", feed).keySet();
    Set<String> screens =
        Feeds.of("screen", feed).stream().map(AnyStartTest::screen).collect(toSet());
    assertThat(chains)
        .containsAll(
            all("cinema", cinema -> cinema.has("chain"), cinema -> Feeds.text(cinema, "chain")));
    assertThat(cinemas).containsAll(all("screen", _ -> true, line -> Feeds.text(line, "cinema")));
    assertThat(films).containsAll(all("showtime", _ -> true, line -> Feeds.text(line, "film")));
    assertThat(cinemas).containsAll(all("showtime", _ -> true, line -> Feeds.text(line, "cinema")));
    assertThat(screens)
        .containsAll(
            all(
                "showtime",
                line -> line.path("screen").has("externalId"),
                line ->
                    Feeds.text(line, "cinema")
                        + "/"
                        + Feeds.text(line.path("screen"), "externalId")
                        + "/"
                        + Feeds.text(line.path("screen"), "name")));
  }

  /// What some lines of a type refer to.
  private Set<String> all(
      String type, Predicate<JsonNode> some, Function<JsonNode, String> reference) {
    return Feeds.of(type, feed).stream().filter(some).map(reference).collect(toSet());
  }

  private static String screen(JsonNode screen) {
    return Feeds.text(screen, "cinema")
        + "/"
        + Feeds.text(screen, "externalId")
        + "/"
        + Feeds.text(screen, "name");
  }

  @Test
  void no_two_showtimes_share_an_id() {
    assertThat(Feeds.of("showtime", feed).stream().map(line -> Feeds.text(line, "externalId")))
        .doesNotHaveDuplicates();
  }

  @Test
  void all_twelve_attributes_occur() {
    Map<String, List<String>> marked =
        Feeds.of("showtime", feed).stream()
            .flatMap(showtime -> showtime.path("attributes").valueStream())
            .map(JsonNode::stringValue)
            .collect(groupingBy(id -> id));
    assertThat(marked.keySet())
        .containsExactlyInAnyOrderElementsOf(Attribute.ALL.stream().map(Attribute::id).toList());
    assertThat(marked.values()).allSatisfy(times -> assertThat(times).hasSizeGreaterThan(9));
  }

  @Test
  void a_preview_is_before_the_release() {
    Map<String, JsonNode> films = byId("film", feed);
    for (JsonNode showtime : Feeds.of("showtime", feed)) {
      JsonNode film = Objects.requireNonNull(films.get(Feeds.text(showtime, "film")));
      boolean early =
          Feeds.text(showtime, "startsAt").compareTo(film.path("releaseDate").asString("")) < 0;
      boolean preview =
          showtime.path("attributes").valueStream().anyMatch(id -> id.asString().equals("preview"));
      assertThat(preview).as("%s", showtime).isEqualTo(early);
    }
  }

  private static Map<String, JsonNode> byId(String type, List<JsonNode> feed) {
    return Feeds.of(type, feed).stream()
        .collect(toMap(line -> Feeds.text(line, "externalId"), line -> line));
  }
}
