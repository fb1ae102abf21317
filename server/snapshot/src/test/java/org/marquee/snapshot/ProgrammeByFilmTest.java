package org.marquee.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Attributes;
import org.marquee.listing.CinemaQuery.Around;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.Kind;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.RecordId;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.read.PostgresListings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The programme by film, from memory and from the database, which write the same bytes
/// (docs/api.md, "By film").
@NullMarked
class ProgrammeByFilmTest {
  private static final ProgrammeQuery.Place PLACE =
      new ProgrammeQuery.Place.Near(new Around(new Centre.Point(51.5, 0), 10));

  private final org.marquee.ingest.World world = org.marquee.ingest.World.fresh();
  private final SnapshotPages memory = new SnapshotPages(System::nanoTime);
  private PostgresListings database = new PostgresListings(world.database().pool());

  @BeforeEach
  void take() {
    world
        .full(
            "2026-03-20T09:00:00Z",
            cinema("far", 51.53),
            cinema("near", 51.51),
            cinema("closed", 51.52),
            film("Casablanca"),
            film("Alien"),
            film("Brazil"),
            show("Casablanca", "near", "20T19:00"),
            show("Casablanca", "near", "20T22:00"),
            show("Casablanca", "far", "21T15:00"),
            show("Brazil", "far", "20T20:00"),
            show("Brazil", "near", "20T21:00"),
            show("Alien", "near", "20T20:00"))
        .rowCounts();
    new SnapshotRefresher(
            memory,
            new PostgresChanges(world.database()),
            () -> Instant.parse("2026-03-20T09:00:00Z"),
            36_500)
        .refresh();
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static String cinema(String id, double north) {
    return "{\"type\":\"cinema\",\"externalId\":\"%1$s\",\"name\":\"%1$s\",\"timeZone\":\"Europe/London\",\"location\":{\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1 1AA\",\"latitude\":%2$s,\"longitude\":0}}"
        .formatted(id, north);
  }

  private static String film(String title) {
    return "{\"type\":\"film\",\"externalId\":\"%1$s\",\"title\":\"%1$s\"}".formatted(title);
  }

  private static String show(String film, String cinema, String start) {
    return "{\"type\":\"showtime\",\"externalId\":\"%1$s %2$s %3$s\",\"film\":\"%1$s\",\"cinema\":\"%2$s\",\"startsAt\":\"2026-03-%3$s\"}"
        .formatted(film, cinema, start);
  }

  private static ProgrammeQuery query(@Nullable String film, int days, boolean onlyAhead) {
    String id =
        film == null ? null : RecordId.of(Kind.FILM, org.marquee.ingest.World.PROVIDER, film);
    return new ProgrammeQuery(PLACE, null, id, Attributes.NONE, null, days, onlyAhead, true);
  }

  /// A page in words.
  private record Page(List<String> films, String cinemas, PageInfo info) {}

  private Page page(ProgrammeQuery query, @Nullable Position after, int limit, String time) {
    Instant now = Instant.parse("2026-03-" + time + "Z");
    OutputBuffer one = new OutputBuffer(64);
    OutputBuffer other = new OutputBuffer(64);
    PageInfo info = memory.inOneState(pages -> pages.programmes(query, after, limit, now, one));
    assertThat(database.programmes(query, after, limit, now, other)).isEqualTo(info);
    String text = new String(one.bytes(), 0, one.length(), UTF_8);
    assertThat(new String(other.bytes(), 0, other.length(), UTF_8)).isEqualTo(text);
    JsonNode answer = JsonMapper.shared().readTree("{\"data\":[" + text + "]}");
    List<String> films = new ArrayList<>();
    answer.get("data").forEach(film -> films.add(words(film)));
    List<String> cinemas = new ArrayList<>();
    answer
        .get("cinemas")
        .forEach(each ->
            cinemas.add(
                each.at("/cinema/name").asString()
                    + " "
                    + each.get("days").size()
                    + each.at("/days/0/coverage/state").asString()));
    return new Page(films, String.join(", ", cinemas), info);
  }

  /// Such as "Alien: near 20 20:00".
  private static String words(JsonNode film) {
    StringBuilder text = new StringBuilder(film.at("/film/title").asString()).append(':');
    for (JsonNode cinema : film.get("cinemas")) {
      text.append(' ').append(cinema.at("/cinema/name").asString());
      for (JsonNode day : cinema.get("days")) {
        text.append(' ').append(day.get("date").asString().substring(8));
        day.get("showtimes")
            .forEach(each -> text.append(' ').append(each.get("startsAt").asString(), 11, 16));
      }
    }
    return text.toString();
  }

  @Test
  void films_come_by_their_first_showtime_with_their_cinemas_nearest_first() {
    Page page = page(query(null, 2, false), null, 10, "20T23:30:00");
    assertThat(page.films())
        .containsExactly(
            "Casablanca: near 20 19:00 22:00 far 21 15:00",
            "Alien: near 20 20:00",
            "Brazil: near 20 21:00 far 20 20:00");
    assertThat(page.cinemas()).isEqualTo("near 2complete, closed 2complete, far 2complete");
    assertThat(page.info().next()).isNull();
    // With a filter only cinemas with a match.
    Page filtered = page(query("Alien", 2, false), null, 10, "20T12:00:00");
    assertThat(filtered.films()).containsExactly("Alien: near 20 20:00");
    assertThat(filtered.cinemas()).isEqualTo("near 2complete");
    assertThat(page(query("none", 1, false), null, 10, "20T12:00:00").cinemas()).isEmpty();
  }

  @Test
  void a_walk_from_now_on_keeps_its_order_while_showtimes_begin() {
    ProgrammeQuery query = query(null, 1, true);
    Page first = page(query, null, 1, "20T18:30:05");
    assertThat(first.films()).containsExactly("Casablanca: near 20 19:00 22:00");
    assertThat(first.info().expires()).isEqualTo("2026-03-20T19:00:00Z");
    Page second = page(query, first.info().next(), 1, "20T19:30:00");
    assertThat(second.films()).containsExactly("Alien: near 20 20:00");
    Page third = page(query, second.info().next(), 5, "20T20:30:00");
    assertThat(third.films()).containsExactly("Brazil: near 20 21:00");
    assertThat(third.info().next()).isNull();
    // Of the far cinema nothing more comes, and of the closed one.
    assertThat(third.cinemas()).isEqualTo("near 1complete, closed 0, far 0");
    assertThat(page(query, null, 5, "20T19:30:00").films())
        .extracting(film -> film.substring(0, 5))
        .containsExactly("Alien", "Brazi", "Casab");
  }

  @Test
  void a_cinema_whose_showtimes_have_begun_is_not_listed_with_a_filter() {
    ProgrammeQuery query = query("Brazil", 1, true);
    Page first = page(query, null, 1, "20T18:30:00");
    assertThat(first.cinemas()).isEqualTo("near 1complete, far 1complete");
    Page later =
        page(
            query,
            new Position.AsOf(
                Instant.parse("2026-03-20T18:30:00Z"),
                new Position.ByFirstStart(
                    Instant.parse("2026-03-20T19:00:00Z"), new Position.ByName("a", "fi_a"))),
            1,
            "20T20:30:00");
    assertThat(later.films()).containsExactly("Brazil: near 20 21:00");
    assertThat(later.cinemas()).isEqualTo("near 1complete");
    assertThat(Stream.of(first, later)).allMatch(each -> each.info().next() == null);
  }
}
