package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.Showtime;
import org.marquee.store.decision.PostgresReview;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Sql;

/// Films with no fact except the title. They are joined by it if their showtimes are in the same
/// weeks in one country.
@NullMarked
class JoinedByTitleTest {
  private final World world = World.fresh();
  private final HandDecisions decisions = new HandDecisions(world.database());
  private final PostgresReview review = new PostgresReview(world.database());

  @AfterEach
  void close() throws SQLException {
    StoredRecords.assertConsistent(world);
    world.close();
  }

  /// Takes a full feed of one cinema of the provider's own.
  ///
  /// @param shows `film/day` each, of the films `f1`, `f2` … in the order of `films`
  private void take(
      String provider, String at, String country, List<String> films, String... shows) {
    List<String> lines = new ArrayList<>();
    lines.add(World.header("full", "2026-03-20T" + at + ":00Z", ""));
    lines.add(
        """
        {"type":"cinema","externalId":"c","name":"%s","timeZone":"Europe/London","location":\
        {"countryCode":"%s","locality":"%s","postcode":"P1"}}\
        """
            .formatted(provider, country, provider));
    for (int number = 0; number < films.size(); number++) {
      lines.add(
          "{\"type\":\"film\",\"externalId\":\"f%d\",\"title\":%s}"
              .formatted(number + 1, films.get(number)));
    }
    for (String show : shows) {
      String[] parts = show.split("/", -1);
      lines.add(
          """
          {"type":"showtime","externalId":"%s","film":"%s","cinema":"c","startsAt":"2026-%sT19:00"}\
          """
              .formatted(show.replace('/', '-'), parts[0], parts[1]));
    }
    world.take(provider, Shrinking.ACCEPTED, String.join("\n", lines).getBytes(UTF_8)).rowCounts();
  }

  private void lantern(String provider, String at, String... shows) {
    take(provider, at, "GB", List.of("\"The Lantern\""), shows);
  }

  private static String id(String provider, int film) {
    return RecordId.of(Kind.FILM, provider, "f" + film);
  }

  /// The published record of a provider's film, named by the provider that gave it its id.
  private String record(String provider) {
    return record(provider, 1);
  }

  private String record(String provider, int film) {
    String record = world.listings().findFilm(id(provider, film)).orElseThrow().id();
    return Set.of("alpha", "beta", "gamma", "delta").stream()
        .flatMap(each -> Set.of(1, 2).stream().map(number -> each + number))
        .filter(each ->
            id(each.substring(0, each.length() - 1), each.charAt(each.length() - 1) - '0')
                .equals(record))
        .findFirst()
        .orElseThrow();
  }

  private List<String> whys() {
    return review.list(Kind.FILM).stream().map(PostgresReview.Item::why).toList();
  }

  @Test
  void three_calendars_of_one_title_are_one_film_with_the_oldest_id() {
    lantern("alpha", "06:00", "f1/04-01");
    lantern("beta", "07:00", "f1/04-10");
    lantern("gamma", "08:00", "f1/04-20");
    assertThat(List.of(record("alpha"), record("beta"), record("gamma"))).containsOnly("alpha1");
    assertThat(world.showtimes()).extracting(Showtime::filmId).containsOnly(id("alpha", 1));
    assertThat(whys()).isEmpty();
  }

  @Test
  void a_film_that_did_not_change_is_joined_when_its_showtimes_come_and_stays_when_they_go() {
    lantern("alpha", "06:00", "f1/04-01");
    lantern("beta", "07:00", "f1/06-01");
    assertThat(record("beta")).isEqualTo("beta1");
    assertThat(whys())
        .containsExactly("the same title, but no other fact confirms that they are one");
    lantern("beta", "08:00", "f1/06-01", "f1/04-15");
    assertThat(record("beta")).isEqualTo("alpha1");
    assertThat(world.showtimes()).extracting(Showtime::filmId).containsOnly(id("alpha", 1));
    lantern("beta", "09:00", "f1/06-01");
    assertThat(record("beta")).as("nothing contradicts").isEqualTo("alpha1");
    long revision = world.listings().revision().number();
    lantern("beta", "09:00", "f1/06-01");
    assertThat(world.listings().revision().number()).isEqualTo(revision);
  }

  @Test
  void weeks_are_remembered_before_another_provider_has_the_title() {
    lantern("alpha", "06:00", "f1/04-01");
    lantern("alpha", "07:00", "f1/06-01");
    lantern("beta", "08:00", "f1/04-02");
    assertThat(record("beta")).isEqualTo("alpha1");
  }

  @Test
  void weeks_that_an_older_program_did_not_remember_are_read_from_the_showtimes_once()
      throws SQLException {
    lantern("alpha", "06:00", "f1/04-01");
    execute("delete from film_period");
    lantern("beta", "07:00", "f1/04-02");
    assertThat(record("beta")).isEqualTo("alpha1");
    // The showtimes are somewhere else now: they are not read again.
    execute("update showtime set starts_at = starts_at + interval '90 days'");
    lantern("gamma", "08:00", "f1/07-01");
    assertThat(record("gamma")).isEqualTo("gamma1");
  }

  private void execute(String statement) throws SQLException {
    try (Connection connection = world.database().pool().getConnection()) {
      Sql.of(statement).run(connection);
    }
  }

  @Test
  void records_part_when_a_second_film_of_the_title_is_known_and_join_when_it_goes() {
    lantern("alpha", "06:00", "f1/04-01");
    lantern("beta", "07:00", "f1/04-02");
    assertThat(record("beta")).isEqualTo("alpha1");
    List<String> two =
        List.of(
            "\"The Lantern\",\"releaseDate\":\"1962-01-01\"",
            "\"The Lantern\",\"releaseDate\":\"2026-01-01\"");
    take("gamma", "08:00", "GB", two, "f1/09-01", "f2/09-02");
    assertThat(List.of(record("alpha"), record("beta"), record("gamma", 1), record("gamma", 2)))
        .containsExactly("alpha1", "beta1", "gamma1", "gamma2");
    assertThat(whys())
        .contains("the same title in the same weeks, but several films of that title are known");
    take("gamma", "09:00", "GB", List.of(), new String[0]);
    assertThat(record("beta")).isEqualTo("alpha1");
  }

  @Test
  void a_fact_that_contradicts_parts_them() {
    lantern("alpha", "06:00", "f1/04-01");
    lantern("beta", "07:00", "f1/04-02");
    take(
        "alpha",
        "08:00",
        "GB",
        List.of("\"The Lantern\",\"releaseDate\":\"1962-01-01\""),
        "f1/04-01");
    assertThat(record("beta")).as("an unknown year contradicts nothing").isEqualTo("alpha1");
    take(
        "beta",
        "09:00",
        "GB",
        List.of("\"The Lantern\",\"releaseDate\":\"2026-01-01\""),
        "f1/04-02");
    assertThat(record("alpha")).isEqualTo("alpha1");
    assertThat(record("beta")).isEqualTo("beta1");
    assertThat(world.showtimes())
        .extracting(Showtime::filmId)
        .containsExactly(id("alpha", 1), id("beta", 1));
  }

  @Test
  void what_a_person_split_stays_split() {
    lantern("alpha", "06:00", "f1/04-01");
    lantern("beta", "07:00", "f1/04-02");
    decisions.split(Kind.FILM, id("beta", 1));
    assertThat(record("beta")).isEqualTo("beta1");
    lantern("beta", "08:00", "f1/04-02", "f1/05-20");
    lantern("alpha", "08:00", "f1/04-02", "f1/05-20");
    assertThat(record("beta")).isEqualTo("beta1");
    // Two films of that title exist now: a third provider may mean either.
    lantern("gamma", "09:00", "f1/04-02");
    assertThat(record("gamma")).isEqualTo("gamma1");
  }

  @Test
  void the_order_of_imports_decides_only_the_id() {
    Random random = new Random(7);
    Set<Set<Set<String>>> outcomes =
        new TreeSet<>((one, other) -> one.toString().compareTo(other.toString()));
    for (int round = 0; round < 4; round++) {
      List<Runnable> feeds =
          new ArrayList<>(
              List.of(
                  () -> lantern("alpha", "06:00", "f1/04-01"),
                  () -> lantern("beta", "06:00", "f1/04-14"),
                  () -> lantern("gamma", "06:00", "f1/04-28"),
                  () -> lantern("delta", "06:00", "f1/06-30")));
      Collections.shuffle(feeds, random);
      feeds.forEach(Runnable::run);
      outcomes.add(
          List.of("alpha", "beta", "gamma", "delta").stream()
              .collect(Collectors.groupingBy(this::record, Collectors.toCollection(TreeSet::new)))
              .values()
              .stream()
              .collect(
                  Collectors.toCollection(() ->
                      new TreeSet<>((one, other) -> one.toString().compareTo(other.toString())))));
      for (String provider : List.of("alpha", "beta", "gamma", "delta")) {
        new PostgresSources(world.database()).remove(provider);
      }
    }
    assertThat(outcomes).hasToString("[[[alpha, beta, gamma], [delta]]]");
  }
}
