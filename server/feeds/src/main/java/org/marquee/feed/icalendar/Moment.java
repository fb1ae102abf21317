package org.marquee.feed.icalendar;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.time.LocalTimes;

/// A date or time as a calendar writes it (RFC 5545, 3.3.4 and 3.3.5), also with the separators
/// that some write.
///
/// @param time null for a date alone
/// @param utc whether it is marked as UTC
record Moment(LocalDate date, @Nullable LocalTime time, boolean utc) {
  private static final Pattern WRITTEN =
      Pattern.compile(
          "([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?:[Tt]([0-9]{2}):?([0-9]{2})(?::?([0-9]{2}))?([Zz])?)?");

  /// The one after it is how some systems write that there is no end.
  private static final int LAST_YEAR = 9998;

  /// Reads one value; null where it is none. Of a period, its beginning.
  static @Nullable Moment read(String text) {
    int slash = text.indexOf('/');
    Matcher written = WRITTEN.matcher((slash < 0 ? text : text.substring(0, slash)).strip());
    if (!written.matches()) {
      return null;
    }
    try {
      LocalDate date = LocalDate.of(number(written, 1), number(written, 2), number(written, 3));
      if (LocalTimes.isEmpty(date) || date.getYear() > LAST_YEAR) {
        return null;
      }
      if (written.group(4) == null) {
        return new Moment(date, null, false);
      }
      // A leap second is the second before it (RFC 5545, 3.3.12).
      int second = Math.min(59, number(written, 6));
      return new Moment(
          date,
          LocalTime.of(number(written, 4), number(written, 5), second),
          written.group(7) != null);
    } catch (DateTimeException _) {
      return null;
    }
  }

  private static int number(Matcher written, int group) {
    @Nullable String digits = written.group(group);
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /// The values of a list, such as `EXDATE` has; null where one of them is none.
  static @Nullable List<Moment> list(String text) {
    String[] items = text.split(",", -1);
    List<Moment> list = Stream.of(items).flatMap(item -> Stream.ofNullable(read(item))).toList();
    return list.size() == items.length ? list : null;
  }

  /// What the clocks of `zone` show then, if it is a time.
  ///
  /// @param zone null where nobody knows it: then UTC is taken for the time of the wall clock
  @Nullable LocalDateTime local(@Nullable Zone zone) {
    if (time == null) {
      return null;
    }
    LocalDateTime written = date.atTime(time);
    return utc && zone != null ? zone.local(written.toInstant(ZoneOffset.UTC)) : written;
  }
}
