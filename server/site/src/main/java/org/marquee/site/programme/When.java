package org.marquee.site.programme;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.marquee.site.common.Visit;

/// The days that a visitor asks for: a word that is one tap away, or a date.
///
/// @param word one of [#WORDS]; empty where a date was asked for
/// @param from the earliest start
public record When(String word, LocalDate first, int days, Optional<LocalTime> from) {
  /// The words, in the order of the taps.
  public static final List<String> WORDS = List.of("today", "tonight", "tomorrow", "weekend");

  private static final LocalTime EVENING = LocalTime.of(17, 0);

  /// @param today where the cinemas are
  static When of(Visit visit, LocalDate today) {
    Optional<LocalTime> from = visit.time("from");
    Optional<LocalDate> date = visit.day("date");
    if (date.isPresent()) {
      return new When("", date.get(), 1, from);
    }
    String word = visit.parameter("when").filter(WORDS::contains).orElse("today");
    return switch (word) {
      case "tonight" -> new When(word, today, 1, from.or(() -> Optional.of(EVENING)));
      case "tomorrow" -> new When(word, today.plusDays(1), 1, from);
      case "weekend" -> weekend(word, today, from);
      default -> new When(word, today, 1, from);
    };
  }

  /// On a Sunday what is left of it.
  private static When weekend(String word, LocalDate today, Optional<LocalTime> from) {
    if (today.getDayOfWeek() == DayOfWeek.SUNDAY) {
      return new When(word, today, 1, from);
    }
    LocalDate saturday = today.with(TemporalAdjusters.nextOrSame(DayOfWeek.SATURDAY));
    return new When(word, saturday, 2, from);
  }

  /// The parameters of an address that keep this choice, names and values in turn.
  List<Object> parameters() {
    List<Object> parameters = new ArrayList<>();
    if (word.isEmpty()) {
      parameters.addAll(List.of("date", first));
    } else if (!word.equals("today")) {
      parameters.addAll(List.of("when", word));
    }
    return parameters;
  }
}
