package org.marquee.feed.icalendar;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;
import org.jspecify.annotations.Nullable;

/// A rule by which an event recurs (RFC 5545, 3.3.10), on the wall clock.
///
/// Nothing recurs by the hour, minute or second in a cinema; rules that do so, and others that
/// would take long to work out, are not read.
final class Recurrence {
  /// How far ahead recurring events are listed, in days from when the feed was taken.
  static final int HORIZON_DAYS = 400;

  /// How many showings one event may come to within that.
  static final int MOST = 1000;

  /// No rule begins earlier: each occurrence since has to be counted.
  static final int FIRST_YEAR = 1970;

  private static final int LONGEST = 300;

  /// How many times of day a rule may have.
  private static final int MOST_A_DAY = 24;

  private static final String NUMBERS = "-?[0-9]{1,3}(,-?[0-9]{1,3})*+";

  /// What a rule may hold. Not weeks or days counted from the beginning of a year: nobody announces
  /// a film by them, and libraries do not agree on them.
  private static final Pattern MEMBER =
      Pattern.compile(
          String.join(
              "|",
              "FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)",
              "INTERVAL=[1-9][0-9]{0,3}",
              "COUNT=[1-9][0-9]{0,8}",
              "UNTIL=.+",
              "WKST=(MO|TU|WE|TH|FR|SA|SU)",
              "BYDAY=%1$s(,%1$s)*+".formatted("([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU)"),
              "BY(MONTH|MONTHDAY|SETPOS|HOUR|MINUTE)=" + NUMBERS,
              "BYSECOND=0{1,2}"));

  private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss");

  private final RecurrenceRule rule;
  private final boolean yearly;

  private Recurrence(RecurrenceRule rule, boolean yearly) {
    this.rule = rule;
    this.yearly = yearly;
  }

  /// Reads a rule; null where it is none, or not one that a cinema would have.
  ///
  /// @param zone of the event, on whose wall clock `UNTIL` is given; null where it has none
  static @Nullable Recurrence read(String text, @Nullable Zone zone) {
    Map<String, String> members = members(text);
    if (members == null || !isSensible(members)) {
      return null;
    }
    String until = members.get("UNTIL");
    if (until != null) {
      Moment end = Moment.read(until);
      if (end == null) {
        return null;
      }
      LocalDateTime local = end.local(zone);
      // A date alone is the whole of that day.
      members.put("UNTIL", LOCAL.format(local == null ? end.date().atTime(23, 59, 59) : local));
    }
    StringBuilder rule = new StringBuilder();
    members.forEach((name, value) ->
        rule.append(rule.isEmpty() ? "" : ";").append(name).append('=').append(value));
    try {
      return new Recurrence(
          new RecurrenceRule(rule.toString(), RecurrenceRule.RfcMode.RFC5545_STRICT),
          "YEARLY".equals(members.get("FREQ")));
    } catch (InvalidRecurrenceRuleException | IllegalArgumentException _) {
      return null;
    }
  }

  private static @Nullable Map<String, String> members(String text) {
    Map<String, String> members = new TreeMap<>();
    if (text.length() > LONGEST) {
      return null;
    }
    for (String member : text.toUpperCase(Locale.ROOT).split(";", -1)) {
      int equals = member.indexOf('=');
      if (member.isBlank()) {
        continue;
      }
      String name = member.substring(0, Math.max(0, equals)).strip();
      String value = member.substring(equals + 1).strip();
      if (!MEMBER.matcher(name + "=" + value).matches() || members.put(name, value) != null) {
        return null;
      }
    }
    return members;
  }

  private static boolean isSensible(Map<String, String> members) {
    if (!members.containsKey("FREQ")
        || (members.containsKey("COUNT") && members.containsKey("UNTIL"))) {
      return false;
    }
    int times =
        members.getOrDefault("BYHOUR", "0").split(",", -1).length
            * members.getOrDefault("BYMINUTE", "0").split(",", -1).length;
    return times <= MOST_A_DAY;
  }

  boolean isYearly() {
    return yearly;
  }

  /// The occurrences from `after` to `until`, both inclusive, in their order.
  ///
  /// @param begins the first occurrence
  List<LocalDateTime> between(
      LocalDateTime begins, LocalDateTime after, LocalDateTime until, int most) {
    List<LocalDateTime> times = new ArrayList<>();
    try {
      RecurrenceRuleIterator all = rule.iterator(DateTime.parse(LOCAL.format(begins)));
      while (all.hasNext() && times.size() < most) {
        LocalDateTime time = local(all.nextDateTime());
        if (time.isAfter(until)) {
          break;
        }
        if (!time.isBefore(after)) {
          times.add(time);
        }
      }
    } catch (IllegalArgumentException _) {
      // The rule finds nothing more, however long one looks, such as a 30th of February.
    }
    return times;
  }

  /// The months of the library begin with 0.
  private static LocalDateTime local(DateTime time) {
    return LocalDateTime.of(
        time.getYear(),
        time.getMonth() + 1,
        time.getDayOfMonth(),
        time.getHours(),
        time.getMinutes(),
        time.getSeconds());
  }
}
