package org.marquee.sample;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The programme over two years, both clock changes of each included.
@NullMarked
class DemoProgrammeTest {
  private static final LocalDate FROM = LocalDate.of(2026, 11, 20);
  private static final Map<String, ZoneId> ZONES = new HashMap<>();
  private static final Map<String, JsonNode> FILMS = new HashMap<>();
  private static final List<Showing> TWO_YEARS = twoYears();

  /// @param screen cinema and screen
  private record Showing(
      String id,
      String cinema,
      String screen,
      LocalDateTime start,
      JsonNode film,
      List<String> marks) {
    static Showing of(JsonNode line) {
      String id = Feeds.text(line, "externalId");
      String start = Feeds.text(line, "startsAt");
      return new Showing(
          id,
          Feeds.text(line, "cinema"),
          id.substring(0, id.indexOf('/')),
          start.length() > 16
              ? OffsetDateTime.parse(start).toLocalDateTime()
              : LocalDateTime.parse(start),
          Objects.requireNonNull(FILMS.get(Feeds.text(line, "film"))),
          line.path("attributes").valueStream().map(JsonNode::stringValue).toList());
    }

    /// The day of the programme: late shows belong to the evening before.
    LocalDate date() {
      return start.minusHours(3).toLocalDate();
    }

    Instant instant() {
      return start.atZone(Objects.requireNonNull(ZONES.get(cinema))).toInstant();
    }

    Instant end() {
      return instant().plus(Duration.ofMinutes(film.path("durationMinutes").intValue()));
    }

    boolean is(String attribute) {
      return marks.contains(attribute);
    }
  }

  private static List<Showing> twoYears() {
    Map<String, JsonNode> lines = new LinkedHashMap<>();
    int feeds = 0;
    for (LocalDate today = FROM; today.isBefore(FROM.plusYears(2)); today = today.plusDays(20)) {
      int number = feeds++;
      List<JsonNode> feed = Feeds.sample(today, cinema -> isSampled(cinema, number));
      Feeds.of("film", feed).forEach(film -> FILMS.put(Feeds.text(film, "externalId"), film));
      Feeds.of("cinema", feed)
          .forEach(
              c -> ZONES.put(Feeds.text(c, "externalId"), ZoneId.of(Feeds.text(c, "timeZone"))));
      Feeds.of("showtime", feed).forEach(line -> lines.put(Feeds.text(line, "externalId"), line));
    }
    return lines.values().stream().map(Showing::of).toList();
  }

  /// Of each feed the programme of every third cinema, and of the next feed that of others.
  private static boolean isSampled(String cinema, int number) {
    return (cinema.hashCode() & 0xffff) % 3 == number % 3;
  }

  private static Stream<List<Showing>> onEachScreen() {
    return TWO_YEARS.stream().collect(groupingBy(Showing::screen)).values().stream()
        .map(list -> list.stream().sorted(Comparator.comparing(Showing::instant)).toList());
  }

  @Test
  void every_screen_is_swept_between_two_films() {
    onEachScreen()
        .forEach(screen -> {
          for (int i = 1; i < screen.size(); i++) {
            assertThat(Duration.between(screen.get(i - 1).end(), screen.get(i).instant()))
                .as("%s", screen.get(i).id())
                .isGreaterThanOrEqualTo(Duration.ofMinutes(20));
          }
        });
  }

  @Test
  void every_start_is_a_time_that_the_clock_shows_once() {
    assertThat(TWO_YEARS)
        .allMatch(showing ->
            Objects.requireNonNull(ZONES.get(showing.cinema()))
                    .getRules()
                    .getValidOffsets(showing.start())
                    .size()
                == 1);
  }

  @Test
  void nobody_plays_at_christmas() {
    assertThat(TWO_YEARS)
        .noneMatch(s -> s.date().getMonthValue() == 12 && s.date().getDayOfMonth() == 25);
  }

  @Test
  void only_what_comes_from_the_stage_is_a_live_event() {
    assertThat(TWO_YEARS)
        .allMatch(s -> s.is("live-event") == Feeds.text(s.film(), "title").contains(" Live: "));
  }

  @Test
  void a_live_event_is_the_same_in_every_cinema() {
    assertThat(
            TWO_YEARS.stream()
                .filter(s -> s.is("live-event"))
                .collect(groupingBy(Showing::date))
                .values())
        .isNotEmpty()
        .allMatch(night -> night.stream().map(Showing::film).distinct().count() == 1);
  }

  @Test
  void a_film_starts_its_run_on_a_friday() {
    assertThat(
            TWO_YEARS.stream()
                .map(s -> s.film().path("releaseDate").asString(""))
                .filter(date -> date.startsWith("20"))
                .collect(toSet()))
        .isNotEmpty()
        .allMatch(date -> LocalDate.parse(date).getDayOfWeek() == DayOfWeek.FRIDAY);
  }

  @Test
  void every_film_is_shown_within_two_years() {
    assertThat(TWO_YEARS.stream().map(s -> Feeds.text(s.film(), "title")).distinct()).hasSize(60);
  }
}
