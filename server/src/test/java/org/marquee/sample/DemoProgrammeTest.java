package org.marquee.sample;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Attribute;

/// The programme over two years, both clock changes of each included.
@NullMarked
class DemoProgrammeTest {
  private static final Catalogue CATALOGUE = Catalogue.read();
  private static final LocalDate FROM = LocalDate.of(2026, 11, 20);
  private static final List<Screening> TWO_YEARS =
      FROM.datesUntil(FROM.plusYears(2)).flatMap(DemoProgrammeTest::region).toList();

  private static Stream<Screening> region(LocalDate date) {
    return CATALOGUE.cinemas().stream()
        .flatMap(cinema -> DemoProgramme.of(cinema, date, CATALOGUE.films()).stream());
  }

  @Test
  void every_screen_is_swept_between_two_films() {
    onEachScreen()
        .forEach(screen -> {
          for (int i = 1; i < screen.size(); i++) {
            Instant over =
                instant(screen.get(i - 1))
                    .plus(Duration.ofMinutes(screen.get(i - 1).film().minutes()));
            assertThat(Duration.between(over, instant(screen.get(i))))
                .as("%s", screen.get(i).externalId())
                .isGreaterThanOrEqualTo(Duration.ofMinutes(20));
          }
        });
  }

  private static Stream<List<Screening>> onEachScreen() {
    return TWO_YEARS.stream()
        .collect(groupingBy(screening -> screening.cinema().id() + "/" + screening.screen().id()))
        .values()
        .stream()
        .map(list ->
            list.stream().sorted(Comparator.comparing(DemoProgrammeTest::instant)).toList());
  }

  @Test
  void no_screen_stands_empty_for_more_than_five_hours_of_a_day() {
    onEachScreen()
        .flatMap(screen -> screen.stream().collect(groupingBy(Screening::date)).values().stream())
        .forEach(day -> {
          for (int i = 1; i < day.size(); i++) {
            assertThat(day.get(i).minute() - day.get(i - 1).end())
                .as("%s", day.get(i).externalId())
                .isLessThanOrEqualTo(5 * 60);
          }
        });
  }

  @Test
  void every_start_is_a_time_that_the_clock_shows_once() {
    assertThat(TWO_YEARS)
        .allMatch(screening ->
            screening.cinema().zone().getRules().getValidOffsets(screening.start()).size() == 1);
  }

  @Test
  void starts_are_on_the_fives() {
    assertThat(TWO_YEARS).allMatch(screening -> screening.minute() % 5 == 0);
  }

  @Test
  void nobody_plays_at_christmas() {
    assertThat(TWO_YEARS)
        .noneMatch(screening ->
            screening.date().getMonthValue() == 12 && screening.date().getDayOfMonth() == 25);
  }

  @Test
  void weekends_are_busier_than_weekdays() {
    long saturday = on(DayOfWeek.SATURDAY);
    assertThat(saturday).isGreaterThan(on(DayOfWeek.TUESDAY) * 3 / 2);
    assertThat(on(DayOfWeek.FRIDAY)).isBetween(on(DayOfWeek.THURSDAY), saturday);
  }

  private static long on(DayOfWeek day) {
    return TWO_YEARS.stream().filter(s -> s.date().getDayOfWeek() == day).count();
  }

  @Test
  void kids_clubs_are_on_saturday_mornings() {
    assertThat(marked(Attribute.KIDS))
        .isNotEmpty()
        .allMatch(s -> s.date().getDayOfWeek() == DayOfWeek.SATURDAY && s.minute() < 12 * 60)
        .allMatch(s -> s.film().strand() == Strand.FAMILY);
  }

  @Test
  void only_what_comes_from_the_stage_is_a_live_event() {
    assertThat(TWO_YEARS)
        .allMatch(
            s -> s.attributes().has(Attribute.LIVE_EVENT) == (s.film().strand() == Strand.STAGE));
  }

  @Test
  void a_live_event_is_the_same_in_every_cinema() {
    assertThat(marked(Attribute.LIVE_EVENT).collect(groupingBy(Screening::date)).values())
        .isNotEmpty()
        .allMatch(night -> night.stream().map(Screening::film).distinct().count() == 1);
  }

  @Test
  void late_shows_run_past_midnight() {
    assertThat(TWO_YEARS).anyMatch(s -> s.start().toLocalDate().isAfter(s.date()));
  }

  @Test
  void children_are_in_bed_at_night() {
    assertThat(TWO_YEARS)
        .noneMatch(s -> s.film().strand() == Strand.FAMILY && s.minute() >= 18 * 60);
  }

  @Test
  void a_film_starts_its_run_on_a_friday() {
    assertThat(
            TWO_YEARS.stream()
                .filter(s -> s.film().strand() != Strand.CLASSIC)
                .flatMap(s -> s.film().released().stream()))
        .allMatch(date -> date.getDayOfWeek() == DayOfWeek.FRIDAY);
  }

  @Test
  void every_film_is_shown_within_two_years() {
    assertThat(TWO_YEARS.stream().map(s -> s.film().name()).distinct()).hasSize(60);
  }

  @Test
  void the_same_day_is_planned_alike_whatever_was_planned_before() {
    DemoCinema orrery =
        CATALOGUE.cinemas().stream().filter(c -> c.id().equals("orrery")).findFirst().orElseThrow();
    LocalDate date = FROM.plusDays(3 * 7);
    List<Screening> planned =
        TWO_YEARS.stream()
            .filter(s -> Objects.equals(s.cinema(), orrery) && s.date().equals(date))
            .toList();
    assertThat(planned).isNotEmpty();
    assertThat(DemoProgramme.of(orrery, date, CATALOGUE.films())).isEqualTo(planned);
  }

  private static Stream<Screening> marked(Attribute attribute) {
    return TWO_YEARS.stream().filter(s -> s.attributes().has(attribute));
  }

  private static Instant instant(Screening screening) {
    return screening.start().atZone(screening.cinema().zone()).toInstant();
  }
}
