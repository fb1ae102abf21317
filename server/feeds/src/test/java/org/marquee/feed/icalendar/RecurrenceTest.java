package org.marquee.feed.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Compares the dates of a rule with a model that checks every day.
@NullMarked
class RecurrenceTest {
  private static final List<String> DAYS = List.of("MO", "TU", "WE", "TH", "FR", "SA", "SU");
  private static final DateTimeFormatter WRITTEN = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss");

  private static List<LocalDateTime> occurrences(String rule, LocalDateTime begins) {
    Recurrence recurrence = Objects.requireNonNull(Recurrence.read(rule, null), rule);
    return recurrence.between(begins, begins, begins.plusDays(400), 2000);
  }

  /// A rule that cinemas would have.
  ///
  /// @param weekdays of a weekly or monthly rule; empty: that of the first day
  /// @param nth of a monthly rule: which one of its weekday, from the end where negative; 0 for a
  ///   day of the month
  private record Model(
      String frequency,
      int interval,
      @Nullable Integer count,
      @Nullable LocalDateTime until,
      Set<DayOfWeek> weekdays,
      int nth,
      LocalDateTime begins) {
    String rule() {
      String days =
          weekdays.stream()
              .map(day -> (nth == 0 ? "" : String.valueOf(nth)) + DAYS.get(day.getValue() - 1))
              .collect(Collectors.joining(","));
      return "FREQ="
          + frequency
          + (interval == 1 ? "" : ";INTERVAL=" + interval)
          + (count == null ? "" : ";COUNT=" + count)
          + (until == null ? "" : ";UNTIL=" + WRITTEN.format(until))
          + (days.isEmpty() ? "" : ";BYDAY=" + days);
    }

    private boolean has(LocalDate date) {
      LocalDate first = begins.toLocalDate();
      return switch (frequency) {
        case "DAILY" -> ChronoUnit.DAYS.between(first, date) % interval == 0;
        case "WEEKLY" ->
            weeksApart(first, date) % interval == 0
                && (weekdays.isEmpty()
                    ? date.getDayOfWeek() == first.getDayOfWeek()
                    : weekdays.contains(date.getDayOfWeek()));
        default -> monthsApart(first, date) % interval == 0 && isDayOfMonth(first, date);
      };
    }

    private boolean isDayOfMonth(LocalDate first, LocalDate date) {
      if (weekdays.isEmpty()) {
        return date.getDayOfMonth() == first.getDayOfMonth();
      }
      int fromStart = (date.getDayOfMonth() - 1) / 7 + 1;
      int fromEnd = -((date.lengthOfMonth() - date.getDayOfMonth()) / 7 + 1);
      return weekdays.contains(date.getDayOfWeek())
          && (nth == 0 || nth == fromStart || nth == fromEnd);
    }

    private static long weeksApart(LocalDate first, LocalDate date) {
      LocalDate monday = first.with(DayOfWeek.MONDAY);
      return ChronoUnit.WEEKS.between(monday, date.with(DayOfWeek.MONDAY));
    }

    private static long monthsApart(LocalDate first, LocalDate date) {
      return ChronoUnit.MONTHS.between(first.withDayOfMonth(1), date.withDayOfMonth(1));
    }

    List<LocalDateTime> occurrences() {
      List<LocalDateTime> all = new ArrayList<>();
      for (int day = 0; day <= 400; day++) {
        LocalDateTime time = begins.plusDays(day);
        if (has(time.toLocalDate())
            && (count == null || all.size() < count)
            && (until == null || !time.isAfter(until))) {
          all.add(time);
        }
      }
      return all;
    }
  }

  @Test
  void every_rule_gives_the_days_of_the_model() {
    Random random = new Random(11);
    for (int round = 0; round < 3000; round++) {
      Model model = model(random);
      assertThat(occurrences(model.rule(), model.begins()))
          .as("%s from %s", model.rule(), model.begins())
          .isEqualTo(model.occurrences());
    }
  }

  /// The first day matches the rule; RFC 5545, 3.8.5.3, defines nothing else.
  private static Model model(Random random) {
    while (true) {
      String frequency = List.of("DAILY", "WEEKLY", "MONTHLY").get(random.nextInt(3));
      Set<DayOfWeek> weekdays = new TreeSet<>();
      if (!frequency.equals("DAILY") && random.nextBoolean()) {
        for (int i = random.nextInt(3); i >= 0; i--) {
          weekdays.add(DayOfWeek.of(1 + random.nextInt(7)));
        }
      }
      LocalDateTime begins =
          LocalDate.of(2024, 1, 1)
              .plusDays(random.nextInt(1000))
              .atTime(LocalTime.of(random.nextInt(24), 5 * random.nextInt(12)));
      int bound = random.nextInt(3);
      boolean counted = frequency.equals("MONTHLY") && !weekdays.isEmpty();
      Model model =
          new Model(
              frequency,
              1 + random.nextInt(3),
              bound == 0 ? 1 + random.nextInt(30) : null,
              bound == 1 ? begins.plusDays(random.nextInt(500)) : null,
              weekdays,
              counted ? List.of(0, 1, 2, 3, 4, -1, -2).get(random.nextInt(7)) : 0,
              begins);
      if (model.has(begins.toLocalDate())) {
        return model;
      }
    }
  }

  @Test
  void until_is_the_last_moment_on_the_wall_clock_of_the_zone() {
    Zone berlin = new Zone.Iana(ZoneId.of("Europe/Berlin"));
    LocalDateTime begins = LocalDateTime.parse("2025-03-24T19:30");
    for (String until : List.of("20250407T173000Z", "20250407T193000", "20250407")) {
      Recurrence rule =
          Objects.requireNonNull(Recurrence.read("FREQ=WEEKLY;UNTIL=" + until, berlin));
      assertThat(rule.between(begins, begins, begins.plusDays(100), 100))
          .as(until)
          .extracting(LocalDateTime::toString)
          .containsExactly("2025-03-24T19:30", "2025-03-31T19:30", "2025-04-07T19:30");
    }
  }

  @Test
  void yearly_rules_are_those_of_clock_changes() {
    LocalDateTime begins = LocalDateTime.parse("1970-03-29T01:00");
    Recurrence rule =
        Objects.requireNonNull(Recurrence.read("FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", null));
    assertThat(rule.isYearly()).isTrue();
    assertThat(rule.between(begins, begins.plusYears(54), begins.plusYears(57), 10))
        .extracting(LocalDateTime::toString)
        .containsExactly(
            "2024-03-31T01:00", "2025-03-30T01:00", "2026-03-29T01:00", "2027-03-28T01:00");
  }

  @Test
  void a_rule_that_no_day_keeps_ends() {
    LocalDateTime begins = LocalDateTime.parse("2024-02-29T19:30");
    for (String rule :
        List.of("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31")) {
      assertThat(occurrences(rule, begins)).as(rule).doesNotContain(begins.plusDays(1));
    }
    assertThat(
            Objects.requireNonNull(Recurrence.read("FREQ=YEARLY", null))
                .between(begins, begins, begins.plusYears(9), 10))
        .extracting(LocalDateTime::getYear)
        .containsExactly(2024, 2028, 2032);
  }

  @Test
  void what_no_cinema_would_say_is_no_rule() {
    for (String rule :
        List.of(
            "",
            "FREQ=",
            "FREQ=HOURLY",
            "FREQ=DAILY;FREQ=WEEKLY",
            "FREQ=DAILY;COUNT=0",
            "FREQ=DAILY;COUNT=2;UNTIL=20250101",
            "FREQ=WEEKLY;BYDAY=,",
            "FREQ=WEEKLY;BYDAY=X",
            "FREQ=YEARLY;BYWEEKNO=1",
            "FREQ=DAILY;BYSECOND=0,30",
            "FREQ=MONTHLY;BYMONTHDAY=" + "1,".repeat(200) + "1")) {
      assertThat(Recurrence.read(rule, null)).as(rule).isNull();
    }
  }
}
