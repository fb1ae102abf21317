package org.marquee.feed.schemaorg;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Value;
import org.marquee.feed.time.LocalTimes;

/// Start times as pages write them: ISO 8601, extended or basic, with its spellings of offsets, and
/// a space for the `T`. A date alone is no start time, and midnight is no guess for it.
final class Starts {
  private static final Pattern WRITTEN =
      Pattern.compile(
          "([0-9]{4})(-?)([0-9]{2})\\2([0-9]{2})(?:[Tt]| {1,3})([0-9]{1,2}):?([0-9]{2})"
              + "(?::?([0-9]{2})(?:[.,][0-9]{1,9})?)?"
              + " ?([Zz]|([+-])([0-9]{2})(?::?([0-9]{2}))?)?");

  private static final int LAST_YEAR = 9998;

  static final Limit<FeedStart> START =
      new Limit<>(
          "a date and time of ISO 8601, as 2026-11-21T19:30 or 2026-11-21T19:30+01:00, of the years"
              + " 1902 to 9998",
          value -> value instanceof Value.Text(String text) ? read(text) : null);

  private Starts() {}

  static @Nullable FeedStart read(String text) {
    Matcher written = WRITTEN.matcher(text.strip());
    if (!written.matches()) {
      return LocalTimes.dateAndTime(text)
          .filter(local -> isReal(local.toLocalDate()))
          .map(FeedStart.Local::new)
          .orElse(null);
    }
    try {
      return start(written);
    } catch (DateTimeException _) {
      return null;
    }
  }

  private static @Nullable FeedStart start(Matcher written) {
    LocalDate date = LocalDate.of(number(written, 1), number(written, 3), number(written, 4));
    if (!isReal(date)) {
      return null;
    }
    int hour = number(written, 5);
    int minute = number(written, 6);
    int second = number(written, 7);
    boolean endOfDay = hour == 24 && minute == 0 && second == 0;
    LocalDateTime local =
        endOfDay
            ? date.plusDays(1).atStartOfDay()
            : date.atTime(LocalTime.of(hour, minute, second));
    if (written.group(8) == null) {
      return new FeedStart.Local(local);
    }
    int offset = number(written, 10) * 60 + number(written, 11);
    if (number(written, 11) > 59 || offset > 18 * 60) {
      return null;
    }
    int east = "-".equals(written.group(9)) ? -offset : offset;
    return new FeedStart.Exact(local.toInstant(ZoneOffset.ofTotalSeconds(east * 60)), east);
  }

  private static boolean isReal(LocalDate date) {
    return !LocalTimes.isEmpty(date) && date.getYear() <= LAST_YEAR;
  }

  private static int number(Matcher written, int group) {
    @Nullable String digits = written.group(group);
    return digits == null ? 0 : Integer.parseInt(digits);
  }
}
