package org.marquee.sample;

import java.time.LocalDate;

/// A week of the trade, from Friday to Thursday: films change on Fridays.
///
/// @param number weeks since the one that began on Friday, 2 January 1970
record Week(long number) {
  private static final long FIRST_FRIDAY = LocalDate.of(1970, 1, 2).toEpochDay();
  private static final int DAYS = 7;

  static Week of(LocalDate date) {
    return new Week(Math.floorDiv(date.toEpochDay() - FIRST_FRIDAY, DAYS));
  }

  LocalDate friday() {
    return LocalDate.ofEpochDay(FIRST_FRIDAY + number * DAYS);
  }

  Week plus(long weeks) {
    return new Week(number + weeks);
  }
}
