package org.marquee.feed.icalendar;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.fortuna.ical4j.model.Recur;
import org.jspecify.annotations.Nullable;

/// A rule by which an event recurs (RFC 5545, 3.3.10), on the wall clock.
///
/// Nothing recurs by the hour, minute or second in a cinema; rules that say so, and others that
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

  private static final Set<String> FREQUENCIES = Set.of("DAILY", "WEEKLY", "MONTHLY", "YEARLY");

  private static final Set<String> MEMBERS =
      Set.of(
          "FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYDAY", "BYMONTH", "BYMONTHDAY",
          "BYYEARDAY", "BYWEEKNO", "BYSETPOS", "BYHOUR", "BYMINUTE", "BYSECOND");

  private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss");

  private final Recur<LocalDateTime> rule;
  private final boolean yearly;

  private Recurrence(Recur<LocalDateTime> rule, boolean yearly) {
    this.rule = rule;
    this.yearly = yearly;
  }

  /// Reads a rule; null where it is none, or not one that a cinema would have.
  ///
  /// @param zone of the event, in which `UNTIL` is told on the wall clock; null where it has none
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
      members.put(
          "UNTIL", LOCAL.format(local == null ? end.date().atTime(23, 59, 59) : local));
    }
    StringBuilder rule = new StringBuilder();
    members.forEach((name, value) ->
        rule.append(rule.isEmpty() ? "" : ";").append(name).append('=').append(value));
    try {
      return new Recurrence(
          new Recur<>(rule.toString()), "YEARLY".equals(members.get("FREQ")));
    } catch (IllegalArgumentException | DateTimeException _) {
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
      String name = equals < 0 ? "" : member.substring(0, equals).strip();
      if (!MEMBERS.contains(name)
          || members.put(name, member.substring(equals + 1).strip()) != null) {
        return null;
      }
    }
    return members;
  }

  private static boolean isSensible(Map<String, String> members) {
    if (!FREQUENCIES.contains(members.getOrDefault("FREQ", ""))
        || members.getOrDefault("BYSECOND", "0").length() > 2
        || (members.containsKey("COUNT") && members.containsKey("UNTIL"))
        || !members.getOrDefault("INTERVAL", "1").matches("[1-9][0-9]{0,3}")
        || !members.getOrDefault("COUNT", "1").matches("[1-9][0-9]{0,8}")) {
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

  /// The occurrences from `after` to `until`, in their order.
  ///
  /// @param begins the first occurrence
  List<LocalDateTime> between(
      LocalDateTime begins, LocalDateTime after, LocalDateTime until, int most) {
    try {
      return rule.getDates(begins, after, until, most);
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException _) {
      return List.of();
    }
  }
}
