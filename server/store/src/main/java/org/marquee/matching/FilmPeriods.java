package org.marquee.matching;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// When one provider's showtimes of a film are, by the country of their cinemas.
///
/// A period reaches from a week before the first of some showtimes to a week after the last of
/// them. So the periods of two providers meet where a showtime of one is at most [#NEAR_DAYS] days
/// from a showtime of the other.
///
/// @param periods by ISO 3166-1 alpha-2 code
public record FilmPeriods(Map<String, List<Period>> periods) {
  /// No showtime is known.
  public static final FilmPeriods NEVER = new FilmPeriods(Map.of());

  /// How many days may lie between two showtimes in the same weeks.
  public static final int NEAR_DAYS = 14;

  /// How far a period reaches beyond a showtime, in days.
  public static final int MARGIN_DAYS = NEAR_DAYS / 2;

  /// Consecutive days.
  ///
  /// @param last included
  public record Period(LocalDate first, LocalDate last) {
    /// The period of showtimes on one day.
    public static Period around(LocalDate day) {
      return new Period(day.minusDays(MARGIN_DAYS), day.plusDays(MARGIN_DAYS));
    }

    boolean meets(Period other) {
      return !first.isAfter(other.last) && !other.first.isAfter(last);
    }
  }

  public FilmPeriods {
    Map<String, List<Period>> copy = new HashMap<>();
    periods.forEach((country, some) -> copy.put(country, List.copyOf(some)));
    periods = Map.copyOf(copy);
  }

  /// Whether a showtime of each is in the same weeks in the same country.
  boolean meets(FilmPeriods other) {
    return periods.entrySet().stream()
        .anyMatch(country -> {
          List<Period> others = other.periods.getOrDefault(country.getKey(), List.of());
          return country.getValue().stream()
              .anyMatch(period -> others.stream().anyMatch(period::meets));
        });
  }
}
