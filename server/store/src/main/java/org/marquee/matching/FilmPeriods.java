package org.marquee.matching;

import java.time.LocalDate;
import java.util.List;

/// When one provider's showtimes of a film are, by the country of their cinemas.
///
/// A period reaches from a week before the first of some showtimes to a week after the last of
/// them. So the periods of two providers meet where a showtime of one is at most [#NEAR_DAYS] days
/// from a showtime of the other.
///
/// @param periods in any order
public record FilmPeriods(List<Period> periods) {
  /// No showtime is known.
  public static final FilmPeriods NEVER = new FilmPeriods(List.of());

  /// How many days may lie between two showtimes in the same weeks.
  public static final int NEAR_DAYS = 14;

  /// How far a period reaches beyond a showtime, in days.
  public static final int MARGIN_DAYS = NEAR_DAYS / 2;

  /// Consecutive days in a country.
  ///
  /// @param country as an ISO 3166-1 alpha-2 code
  /// @param last included
  public record Period(String country, LocalDate first, LocalDate last) {
    boolean meets(Period other) {
      return country.equals(other.country)
          && !first.isAfter(other.last)
          && !other.first.isAfter(last);
    }
  }

  public FilmPeriods {
    periods = List.copyOf(periods);
  }

  /// Whether a showtime of each is in the same weeks in the same country.
  boolean meets(FilmPeriods other) {
    return periods.stream().anyMatch(period -> other.periods.stream().anyMatch(period::meets));
  }
}
