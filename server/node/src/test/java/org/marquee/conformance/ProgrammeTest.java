package org.marquee.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.conformance.Client.Answer;
import org.marquee.conformance.NaiveProgramme.Element;
import tools.jackson.databind.JsonNode;

/// The programme against a join of the lists' records by hand, asked of nodes that answer from
/// memory, from the database, and from both (docs/api.md, "List the programme").
@ExtendWith(Town.Tour.class)
@ResourceLock(Town.CLIENT)
class ProgrammeTest {
  private final Town town;
  private final Random random = new Random(Town.SEED);
  private final NaiveProgramme naive;

  ProgrammeTest(Town town) {
    this.town = town;
    this.naive = new NaiveProgramme(town, Instant.now());
  }

  private boolean chance(double share) {
    return random.nextDouble() < share;
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /// A cinema that has to come, with its distance.
  private record Due(Listed cinema, @Nullable Double kilometres) {}

  @Test
  void a_programme_is_the_join_of_the_lists() {
    int showtimes = 0;
    for (int question = 0; question < 100; question++) {
      showtimes += ask();
    }
    assertThat(showtimes).as("showtimes in the answers").isGreaterThan(250);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          days=2                                          | cinemaId required
          attributeIds=imax&chainId=ch_0                  | cinemaId required
          cinemaId=a&latitude=1&longitude=2               | cinemaId not_allowed_together
          cinemaId=a&postcode=b                           | cinemaId not_allowed_together
          postcode=b&latitude=1&longitude=2               | postcode not_allowed_together
          latitude=1                                      | longitude required_together
          longitude=1                                     | latitude required_together
          cinemaId=a&radiusKm=3                           | radiusKm required_together
          postcode=nowhere                                | postcode unknown_postcode
          cinemaId=a&date=9999-12-30&days=3               | days too_large
          filmId=a&by=film                                | by required_together
          """)
  void a_faulty_request_is_refused_with_each_of_its_faults(String query, String fault) {
    assertThat(town.get("/v1/programme?" + query.strip()).violations()).containsExactly(fault);
  }

  @Test
  void a_cursor_belongs_to_its_place_and_its_filters() {
    String film = town.id(any(town.model.all("showtime")).film());
    String here = "/v1/programme?limit=1&radiusKm=100&latitude=51.5&longitude=-0.12";
    String cursor = town.get(here).json().at("/pagination/nextCursor").asString();
    assertThat(town.get(here + "&cursor=" + cursor).status()).isEqualTo(200);
    assertThat(town.get(here + "&by=cinema&cursor=" + cursor).status()).isEqualTo(200);
    for (String other :
        List.of(
            here.replace("51.5", "51.6"),
            here + "&date=2026-04-01",
            here + "&days=2",
            here + "&from=now",
            here + "&by=film",
            here + "&filmId=" + film,
            "/v1/programme?filmId=" + film,
            "/v1/cinemas?limit=1")) {
      assertThat(town.get(other + "&cursor=" + cursor).violations())
          .as(other)
          .containsExactly("cursor cursor_mismatch");
    }
  }

  private int ask() {
    Listed mark = any(town.model.all("showtime"));
    List<Due> place = new ArrayList<>();
    String path = "/v1/programme";
    boolean ofFilm = chance(0.3);
    Predicate<Listed> which = _ -> true;
    switch (random.nextInt(ofFilm ? 3 : 2)) {
      case 0 -> path = named(path, place, mark);
      case 1 -> path = near(path, place, mark);
      default -> {
        town.model.all("cinema").forEach(each -> place.add(new Due(each, null)));
        place.sort(
            Comparator.<Due, String>comparing(
                    each -> Reckoning.key(each.cinema().name()), Reckoning::byCodePoint)
                .thenComparing(each -> town.id(each.cinema().key())));
      }
    }
    boolean filtered = ofFilm;
    if (ofFilm) {
      path = Query.with(path, "filmId", town.id(mark.film()));
      which = each -> each.film().equals(mark.film());
    }
    if (chance(0.2)) {
      filtered = true;
      Set<String> wanted = new LinkedHashSet<>(List.of(any(Region.ATTRIBUTES)));
      path = Query.with(path, "attributeIds", String.join(",", wanted));
      which = which.and(each -> each.attributes().containsAll(wanted));
    }
    if (chance(0.2)) {
      Listed.Called chain = any(town.model.all("chain")).key();
      path = Query.with(path, "chainId", town.id(chain));
      place.removeIf(each -> !chain.equals(each.cinema().chain()));
    }
    LocalDate date =
        chance(0.1)
            ? null
            : LocalDate.ofInstant(mark.start(), ZoneOffset.UTC).minusDays(random.nextInt(3));
    if (date != null) {
      path = Query.with(path, "date", date.toString());
    }
    int days = chance(0.4) ? 1 : 1 + random.nextInt(7);
    if (days > 1 || chance(0.5)) {
      path = Query.with(path, "days", Integer.toString(days));
    }
    List<Element> due = new ArrayList<>();
    for (Due each : place) {
      Element element = naive.element(each.cinema(), date, days, each.kilometres(), which);
      if (!filtered || element.matches()) {
        due.add(element);
      }
    }
    return !path.contains("?filmId") && chance(0.4)
        ? walkFilms(Query.with(path, "by", "film"), due)
        : walk(path, due);
  }

  /// The same by film: each page is what the elements by cinema have of its films.
  private int walkFilms(String path, List<Element> due) {
    FilmsOfCinemas films = FilmsOfCinemas.of(due.stream().map(Element::json).toList());
    String cursor = null;
    int from = 0;
    int showtimes = 0;
    do {
      int limit = 1 + random.nextInt(12);
      String target = Query.with(path, "limit", Integer.toString(limit));
      target = cursor == null ? target : Query.with(target, "cursor", cursor);
      JsonNode page = town.get(target).json();
      int until = Math.min(from + limit, films.films().size());
      try {
        assertThat(List.copyOf(page.get("data").values()))
            .isEqualTo(films.films().subList(from, until));
        assertThat(List.copyOf(page.get("cinemas").values())).isEqualTo(films.beside());
        boolean more = until < films.films().size();
        assertThat(page.at("/pagination/hasMore").booleanValue()).isEqualTo(more);
        cursor = more ? page.at("/pagination/nextCursor").asString() : null;
        String oldest =
            Stream.of("data", "cinemas")
                .flatMap(member -> page.get(member).findValues("provenance").stream())
                .map(each -> each.get("observedAt").asString())
                .min(Comparator.naturalOrder())
                .orElse("");
        assertThat(page.at("/freshness/observedAt").asString()).startsWith(oldest);
      } catch (AssertionError e) {
        throw new AssertionError("GET " + target, e);
      }
      showtimes += page.get("data").findValues("showtimes").size();
      from = until;
    } while (cursor != null);
    return showtimes;
  }

  private String named(String path, List<Due> place, Listed mark) {
    List<String> ids = new ArrayList<>();
    List<Listed> some = new ArrayList<>(town.model.all("cinema"));
    Collections.shuffle(some, random);
    some = new ArrayList<>(some.subList(0, random.nextInt(12)));
    Listed its = town.model.record(mark.cinema());
    if (!some.contains(its)) {
      some.add(random.nextInt(some.size() + 1), its);
    }
    for (Listed each : some) {
      ids.add(town.id(each.key()));
      place.add(new Due(each, null));
      if (chance(0.1)) {
        ids.add("ci_unknown");
      }
      if (chance(0.1)) {
        ids.add(any(ids));
      }
    }
    return Query.with(path, "cinemaId", String.join(",", ids));
  }

  private String near(String path, List<Due> place, Listed mark) {
    Listed its = town.model.record(mark.cinema());
    Double latitude = its.degrees("latitude");
    Double longitude = its.degrees("longitude");
    double north = latitude == null ? 51.5 : latitude;
    double east = longitude == null ? -0.12 : longitude;
    double radius = chance(0.5) ? 10 : random.nextInt(1001) / 10.0;
    for (Listed each : town.model.all("cinema", each -> each.degrees("latitude") != null)) {
      Double its1 = each.degrees("latitude");
      Double its2 = each.degrees("longitude");
      double kilometres =
          Reckoning.kilometres(north, east, its1 == null ? 0 : its1, its2 == null ? 0 : its2);
      if (kilometres <= radius) {
        place.add(new Due(each, kilometres));
      }
    }
    place.sort(
        Comparator.<Due, Double>comparing(each -> each.kilometres() == null ? 0 : each.kilometres())
            .thenComparing(each -> town.id(each.cinema().key())));
    String target = Query.with(path, "latitude", Double.toString(north));
    target = Query.with(target, "longitude", Double.toString(east));
    return radius == 10 && chance(0.5)
        ? target
        : Query.with(target, "radiusKm", Double.toString(radius));
  }

  private int walk(String path, List<Element> due) {
    String cursor = null;
    int from = 0;
    int showtimes = 0;
    do {
      int limit = chance(0.3) ? 10 : 1 + random.nextInt(50);
      String target = limit == 10 ? path : Query.with(path, "limit", Integer.toString(limit));
      target = cursor == null ? target : Query.with(target, "cursor", cursor);
      Answer answer = town.get(target);
      if (limit % 2 == 0) {
        JsonNode detailed = town.get(Query.with(target, "include", "details")).json();
        assertThat(detailed.findValues("cinemaDetails"))
            .hasSize(Math.min(limit, due.size() - from));
      }
      int until = Math.min(from + limit, due.size());
      try {
        assertThat(answer.status()).isEqualTo(200);
        JsonNode page = answer.json();
        List<JsonNode> data = new ArrayList<>();
        page.get("data").forEach(data::add);
        assertThat(data).isEqualTo(due.subList(from, until).stream().map(Element::json).toList());
        boolean more = until < due.size();
        assertThat(page.at("/pagination/hasMore").booleanValue()).isEqualTo(more);
        if (until > from) {
          assertThat(page.at("/freshness/observedAt").asString())
              .isEqualTo(Reckoning.written(oldest(due.subList(from, until))));
        }
        cursor = more ? page.at("/pagination/nextCursor").asString() : null;
      } catch (AssertionError e) {
        throw new AssertionError("GET " + target, e);
      }
      for (Element each : due.subList(from, until)) {
        showtimes += each.records().size() - 1;
      }
      from = until;
    } while (cursor != null);
    return showtimes;
  }

  private static Instant oldest(List<Element> elements) {
    return elements.stream()
        .flatMap(each -> each.records().stream())
        .map(Listed::observedAt)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }
}
