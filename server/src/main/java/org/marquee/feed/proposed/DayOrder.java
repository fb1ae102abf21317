package org.marquee.feed.proposed;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Which of two numbers in a date is the day.
enum DayOrder {
  DAY_FIRST,
  MONTH_FIRST;

  /// Decides whether the day or the month comes first, by all rows.
  static String in(
      String pattern,
      List<WrittenTime> times,
      @Nullable DayOrder wanted,
      List<String> reasons,
      List<String> doubts) {
    if (pattern.indexOf(WrittenTime.FIRST) < 0) {
      return pattern;
    }
    DayOrder order = wanted == null ? order(times, reasons, doubts) : wanted;
    boolean dayFirst = order == DAY_FIRST;
    return pattern
        .replace(WrittenTime.FIRST, dayFirst ? 'd' : 'M')
        .replace(WrittenTime.SECOND, dayFirst ? 'M' : 'd');
  }

  private static DayOrder order(
      List<WrittenTime> times, List<String> reasons, List<String> doubts) {
    WrittenTime day = times.stream().filter(time -> time.first() > 12).findFirst().orElse(null);
    WrittenTime month = times.stream().filter(time -> time.second() > 12).findFirst().orElse(null);
    if (day != null && month != null) {
      doubts.add("some dates have the day first and others the month");
      return DAY_FIRST;
    }
    if (day != null) {
      reasons.add(
          "the first number reaches " + most(times, WrittenTime::first) + ", so it is the day");
      return DAY_FIRST;
    }
    if (month != null) {
      reasons.add(
          "the second number reaches " + most(times, WrittenTime::second) + ", so it is the day");
      return MONTH_FIRST;
    }
    long asDays = span(times, WrittenTime::first, WrittenTime::second);
    long asMonths = span(times, WrittenTime::second, WrittenTime::first);
    if (Math.min(asDays, asMonths) * 3 < Math.max(asDays, asMonths)) {
      DayOrder order = asDays < asMonths ? DAY_FIRST : MONTH_FIRST;
      reasons.add(
          (order == DAY_FIRST ? "day" : "month")
              + " first, since all dates then lie within "
              + (Math.min(asDays, asMonths) + 1)
              + " days");
      return order;
    }
    boolean dots = times.getFirst().pattern().contains(WrittenTime.FIRST + ".");
    boolean halves = times.getFirst().pattern().contains("a");
    if (dots) {
      reasons.add("dates with dots have the day first");
    } else {
      doubts.add("no date shows whether the day or the month comes first");
    }
    return halves && !dots ? MONTH_FIRST : DAY_FIRST;
  }

  private static int most(List<WrittenTime> times, ToIntFunction<WrittenTime> number) {
    return times.stream().mapToInt(number).max().orElse(0);
  }

  /// How many days lie between the first date and the last, in a year like any other.
  private static long span(
      List<WrittenTime> times, ToIntFunction<WrittenTime> day, ToIntFunction<WrittenTime> month) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (WrittenTime time : times) {
      try {
        long at = LocalDate.of(2027, month.applyAsInt(time), day.applyAsInt(time)).toEpochDay();
        first = Math.min(first, at);
        last = Math.max(last, at);
      } catch (DateTimeException _) {
        return 366;
      }
    }
    return last - first;
  }
}
