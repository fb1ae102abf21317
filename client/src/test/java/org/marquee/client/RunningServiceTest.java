package org.marquee.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/// Against a running service with the sample data (`clients/verify`); skipped without one.
@EnabledIfEnvironmentVariable(named = "MARQUEE_URL", matches = "http.*")
final class RunningServiceTest {
  private final String url = System.getenv("MARQUEE_URL");
  private final String key = System.getenv("MARQUEE_KEY");
  private final MarqueeClient client = MarqueeClient.of(url, key);

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void every_list_is_read_to_its_end() {
    Instant now = Instant.now();
    List<Cinema> cinemas = client.cinemas(CinemaQuery.all()).stream().toList();
    assertUnique(cinemas.stream().map(Cinema::id).toList());
    assertUnique(client.films().stream().map(Film::id).toList());
    assertUnique(client.chains().stream().map(Chain::id).toList());
    assertUnique(client.attributes().stream().map(Attribute::id).toList());
    assertUnique(client.screens(cinemas.getFirst().id()).stream().map(Screen::id).toList());
    ShowtimeQuery week = ShowtimeQuery.between(now, now.plus(Duration.ofDays(7)));
    List<String> showtimes = client.showtimes(week).stream().map(Showtime::id).toList();
    assertUnique(showtimes);
    assertThat(showtimes).hasSizeGreaterThan(100);
  }

  @Test
  void pages_of_any_size_are_the_same_walk() {
    Page<Film> page = client.films().page(7);
    List<Film> walked = new ArrayList<>(page.items());
    while (page.hasMore()) {
      page = client.films().page(Objects.requireNonNull(page.nextCursor()), 7);
      walked.addAll(page.items());
    }
    assertThat(walked).isEqualTo(client.films().stream().toList());
  }

  @Test
  void an_answer_that_is_not_modified_is_the_same() {
    Film first = client.films().iterator().next();
    assertThat(client.film(first.id())).isEqualTo(first);
    assertThat(client.film(first.id())).isEqualTo(first);
  }

  @Test
  void errors_have_types_and_request_ids() {
    ApiException missing =
        catchThrowableOfType(ApiException.NotFound.class, () -> client.cinema("ci_nowhere"));
    assertThat(missing.requestId()).isNotEmpty();
    ApiException.BadRequest faulty =
        catchThrowableOfType(ApiException.BadRequest.class, () -> client.films().page(0));
    assertThat(faulty.violations()).extracting("parameter").containsExactly("limit");
    try (MarqueeClient stranger = MarqueeClient.of(url, "mq_wrong")) {
      assertThat(
              catchThrowableOfType(ApiException.Unauthorized.class, () -> stranger.films().page(1)))
          .isNotNull();
    }
  }

  @Test
  void the_example_of_the_readme(@TempDir Path folder) throws Exception {
    assertThat(Example.run(folder, url, key)).contains(" km");
  }

  @Test
  void a_programme_names_films_of_the_lists() {
    Map<String, String> titles =
        client.films().stream().collect(Collectors.toMap(Film::id, Film::title));
    List<Programme> places =
        client.programme(ProgrammeQuery.nearPostcode("SX11 1EY").days(2)).stream().toList();
    assertThat(places).isNotEmpty();
    for (Programme place : places) {
      assertThat(place.days()).hasSize(2);
      for (FilmShowtimes entry :
          place.days().stream().flatMap(day -> day.films().stream()).toList()) {
        assertThat(titles.get(entry.film().id())).isEqualTo(entry.film().title());
        assertThat(entry.showtimes())
            .allMatch(showtime -> showtime.cinemaId().equals(place.cinema().id()));
      }
    }
  }

  @Test
  void a_follower_begins_with_all_records() {
    Set<String> copy = new TreeSet<>();
    List<String> checkpoints = new ArrayList<>();
    client
        .follow(FollowQuery.fromStart().kinds("film", "cinema", "chain"))
        .takeWhile(event ->
            !(event instanceof FollowEvent.Checkpoint reached && checkpoints.add(reached.cursor())))
        .forEach(event -> {
          if (event instanceof Change.Upserted upserted) {
            copy.add(upserted.id());
          }
        });
    Stream<ListingRecord> listed =
        Stream.of(client.films(), client.cinemas(CinemaQuery.all()), client.chains())
            .flatMap(Paged::stream);
    assertThat(copy).isEqualTo(listed.map(ListingRecord::id).collect(Collectors.toSet()));
    assertThat(client.changes(ChangeQuery.since(checkpoints.getFirst())).items()).isEmpty();
  }

  private static void assertUnique(List<String> ids) {
    assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
  }
}
