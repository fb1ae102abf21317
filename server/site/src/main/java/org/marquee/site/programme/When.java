package org.marquee.site.programme;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Optional;
import org.marquee.site.frame.Visit;

/// The days that a visitor asks for: by their date, or by a word, which means other days tomorrow.
///
/// @param from the earliest start
public record When(LocalDate first, int days, Optional<LocalTime> from) {
  private static final LocalTime EVENING = LocalTime.of(17, 0);
  private static final int LONGEST = 2;

  /// @param today where the cinemas are, by the calendar
  static When of(Visit visit, LocalDate today) {
    Optional<LocalTime> from = visit.time("from");
    int days = visit.number("days", 1, LONGEST).map(Double::intValue).orElse(1);
    return visit
        .day("date")
        .map(date -> new When(date, days, from))
        .orElseGet(() -> {
          When named = of(visit.parameter("when").orElse("today"), today);
          return new When(named.first, named.days, from.or(named::from));
        });
  }

  /// The days that a word means; those of "today" where it is none.
  static When of(String word, LocalDate today) {
    return switch (word) {
      case "tonight" -> new When(today, 1, Optional.of(EVENING));
      case "tomorrow" -> new When(today.plusDays(1), 1, Optional.empty());
      case "weekend" -> weekend(today);
      default -> new When(today, 1, Optional.empty());
    };
  }

  /// On a Sunday what is left of it.
  private static When weekend(LocalDate today) {
    LocalDate first = today.with(TemporalAdjusters.nextOrSame(DayOfWeek.SATURDAY));
    return today.getDayOfWeek() == DayOfWeek.SUNDAY
        ? new When(today, 1, Optional.empty())
        : new When(first, 2, Optional.empty());
  }

  /// The words that are one tap away. On a Sunday the weekend is today.
  static List<String> words(LocalDate today) {
    return today.getDayOfWeek() == DayOfWeek.SUNDAY
        ? List.of("today", "tonight", "tomorrow")
        : List.of("today", "tonight", "tomorrow", "weekend");
  }

  /// Whether these are the days that a word means. An evening is one from any hour of it on.
  boolean is(String word, LocalDate today) {
    When named = of(word, today);
    boolean evening = from.filter(time -> !time.isBefore(EVENING)).isPresent();
    return first.equals(named.first)
        && days == named.days
        && (!first.equals(today) || days > 1 || evening == named.from.isPresent());
  }

  /// The parameters of an address that keep these days, names and values in turn.
  List<Object> parameters() {
    return List.of("date", first, "days", days == 1 ? "" : days);
  }
}
