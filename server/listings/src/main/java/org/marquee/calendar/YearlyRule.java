package org.marquee.calendar;

import java.time.DayOfWeek;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneRules;
import java.util.Optional;

/// A change of the clock that comes every year, as a recurrence rule (RFC 5545, 3.3.10).
final class YearlyRule {
  private static final int DAYS_OF_A_WEEK = 7;

  /// So many years are looked at to see whether the rule is in force.
  private static final int YEARS = 4;

  private YearlyRule() {}

  /// The rule, such as `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`; empty where it cannot be written as one,
  /// or is not in force.
  ///
  /// @param year the first in which it must be in force
  static Optional<String> of(ZoneOffsetTransitionRule rule, ZoneRules rules, int year) {
    DayOfWeek day = rule.getDayOfWeek();
    int from = rule.getDayOfMonthIndicator();
    // "On or after the 25th" of a month of 31 days is the last one.
    boolean last = from == -1 || from + DAYS_OF_A_WEEK - 1 == rule.getMonth().minLength();
    boolean counted = from > 0 && (from - 1) % DAYS_OF_A_WEEK == 0;
    if (day == null || !(last || counted)) {
      return Optional.empty();
    }
    for (int each = year; each < year + YEARS; each++) {
      ZoneOffsetTransition change = rule.createTransition(each);
      // A rule in UTC may be about another day of the local calendar.
      if (change.getDateTimeBefore().getDayOfWeek() != day
          || !change.equals(rules.nextTransition(change.getInstant().minusSeconds(1)))) {
        return Optional.empty();
      }
    }
    return Optional.of(
        "FREQ=YEARLY;BYMONTH=%d;BYDAY=%d%s"
            .formatted(
                rule.getMonth().getValue(),
                last ? -1 : (from - 1) / DAYS_OF_A_WEEK + 1,
                day.name().substring(0, 2)));
  }
}
