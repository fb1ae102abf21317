package org.marquee.feed.schemaorg;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Value;
import org.marquee.feed.time.LocalTimes;

/// Start times as pages write them: ISO 8601, extended or basic, with its spellings of offsets, a
/// space for the `T`, and times of the day as cinemas write them ([LocalTimes#clock]). A date alone
/// is no start time, and midnight is no guess for it.
final class Starts {
  private static final Pattern WRITTEN =
      Pattern.compile(
          "([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{8})(?:[Tt]|\\s+)(\\S.*?)"
              + "(?: ?([Zz]|([+-][0-9]{2})(?::?([0-9]{2}))?))?");

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
      return null;
    }
    LocalDateTime local =
        LocalTimes.date(written.group(1))
            .filter(date -> !LocalTimes.isEmpty(date) && date.getYear() <= LAST_YEAR)
            .flatMap(date -> LocalTimes.clock(written.group(2)).map(date.atStartOfDay()::plus))
            .orElse(null);
    if (local == null || written.group(3) == null) {
      return local == null ? null : new FeedStart.Local(local);
    }
    try {
      ZoneOffset offset = offset(written);
      return new FeedStart.Exact(local.toInstant(offset), offset.getTotalSeconds() / 60);
    } catch (DateTimeException _) {
      return null;
    }
  }

  /// @throws DateTimeException if it is none
  private static ZoneOffset offset(Matcher written) {
    if (written.group(4) == null) {
      return ZoneOffset.UTC;
    }
    String minutes = written.group(5);
    return ZoneOffset.of(written.group(4) + ":" + (minutes == null ? "00" : minutes));
  }
}
