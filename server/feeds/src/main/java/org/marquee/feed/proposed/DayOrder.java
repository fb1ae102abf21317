package org.marquee.feed.proposed;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.function.ToIntFunction;

/// Which of two numbers in a date is the day, by all rows: the reasons for it, and what speaks
/// against it.
record DayOrder(List<WrittenTime> times, List<String> reasons, List<String> doubts) {
  static final String DAY_FIRST = "day-first";
  static final String MONTH_FIRST = "month-first";

  /// What is doubted where no date shows the order.
  static final String OPEN = "no date shows whether the day or the month comes first";

  /// Puts day and month into a pattern.
  ///
  /// @param stated the order that a person stated; empty where the values decide
  String in(String pattern, String stated) {
    if (pattern.indexOf(WrittenTime.FIRST) < 0) {
      return pattern;
    }
    boolean dayFirst = DAY_FIRST.equals(stated.isEmpty() ? order() : stated);
    return pattern
        .replace(WrittenTime.FIRST, dayFirst ? 'd' : 'M')
        .replace(WrittenTime.SECOND, dayFirst ? 'M' : 'd');
  }

  private String order() {
    int first = most(WrittenTime::first);
    int second = most(WrittenTime::second);
    if (first > 12 && second > 12) {
      doubts.add("some dates have the day first and others the month");
      return DAY_FIRST;
    }
    if (first > 12 || second > 12) {
      reasons.add(
          first > 12
              ? "the first number reaches " + first + ", so it is the day"
              : "the second number reaches " + second + ", so it is the day");
      return first > 12 ? DAY_FIRST : MONTH_FIRST;
    }
    long asDays = span(WrittenTime::first, WrittenTime::second);
    long asMonths = span(WrittenTime::second, WrittenTime::first);
    long shorter = Math.min(asDays, asMonths);
    if (shorter * 3 < Math.max(asDays, asMonths)) {
      String order = asDays < asMonths ? DAY_FIRST : MONTH_FIRST;
      reasons.add(
          order.replace("-", " ") + ", since all dates then lie within " + (shorter + 1) + " days");
      return order;
    }
    String pattern = times.getFirst().pattern();
    if (pattern.contains(WrittenTime.FIRST + ".")) {
      reasons.add("dates with dots have the day first");
      return DAY_FIRST;
    }
    doubts.add(OPEN);
    return pattern.contains("a") ? MONTH_FIRST : DAY_FIRST;
  }

  private int most(ToIntFunction<WrittenTime> number) {
    return times.stream().mapToInt(number).max().orElse(0);
  }

  /// How many days lie between the first date and the last, in a year like any other.
  private long span(ToIntFunction<WrittenTime> day, ToIntFunction<WrittenTime> month) {
    try {
      long[] days =
          times.stream()
              .map(time -> LocalDate.of(2027, month.applyAsInt(time), day.applyAsInt(time)))
              .mapToLong(LocalDate::toEpochDay)
              .sorted()
              .toArray();
      return days[days.length - 1] - days[0];
    } catch (DateTimeException _) {
      return 366;
    }
  }
}
