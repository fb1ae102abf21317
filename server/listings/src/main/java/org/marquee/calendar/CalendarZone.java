package org.marquee.calendar;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A time zone of a calendar (RFC 5545, 3.6.5), by the data of java.time.
///
/// @param from nothing in the calendar is earlier
/// @param until nothing in the calendar is later
record CalendarZone(ZoneId zone, Instant from, Instant until) {
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);
  private static final int DAYS_OF_A_WEEK = 7;

  /// So many years are looked at to see whether the rule is in force.
  private static final int YEARS = 4;

  private static final LocalDateTime ALWAYS = LocalDateTime.of(1970, 1, 1, 0, 0);

  /// The value of a property with a local time: `;TZID=Europe/London:20261122T185000`. In UTC where
  /// the local time would be read as another instant, since the clock shows it twice.
  static String time(Instant instant, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
    // Of a time that comes twice, readers take the first (RFC 5545, 3.3.5), and so does java.time.
    return local.atZone(zone).toInstant().getEpochSecond() == instant.getEpochSecond()
        ? ";TZID=" + zone.getId() + ":" + LOCAL.format(local)
        : ":" + utc(instant);
  }

  /// An instant in UTC: `20261122T185000Z`.
  static String utc(Instant instant) {
    return LOCAL.format(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)) + "Z";
  }

  void write(ContentLines lines) {
    lines.line("BEGIN:VTIMEZONE").line("TZID:" + zone.getId());
    ZoneRules rules = zone.getRules();
    if (rules.previousTransition(until) == null) {
      ZoneOffset offset = rules.getOffset(from);
      write(new Change(ALWAYS, offset, offset, false, ""), lines);
    } else {
      changes(rules).forEach(change -> write(change, lines));
    }
    lines.line("END:VTIMEZONE");
  }

  /// A change of the offset.
  ///
  /// @param start by the clock before it
  /// @param rule by which it comes every year; may be empty
  private record Change(
      LocalDateTime start, ZoneOffset before, ZoneOffset after, boolean summer, String rule) {
    static Change of(ZoneOffsetTransition change, ZoneRules rules, String rule) {
      return new Change(
          change.getDateTimeBefore(),
          change.getOffsetBefore(),
          change.getOffsetAfter(),
          rules.isDaylightSavings(change.getInstant()),
          rule);
    }
  }

  /// By rules where the zone has them, since not every reader takes anything else; else one by one.
  private List<Change> changes(ZoneRules rules) {
    int year = from.atZone(zone).getYear() - 1;
    List<Change> yearly = new ArrayList<>();
    for (ZoneOffsetTransitionRule rule : rules.getTransitionRules()) {
      yearly(rule, rules, year)
          .ifPresent(text -> yearly.add(Change.of(rule.createTransition(year), rules, text)));
    }
    if (!yearly.isEmpty() && yearly.size() == rules.getTransitionRules().size()) {
      return yearly;
    }
    List<Change> each = new ArrayList<>();
    ZoneOffsetTransition change = rules.previousTransition(from.plusNanos(1));
    if (change == null) {
      change = rules.nextTransition(from);
    }
    while (change != null && !change.getInstant().isAfter(until)) {
      each.add(Change.of(change, rules, ""));
      change = rules.nextTransition(change.getInstant());
    }
    return each;
  }

  /// A change of the clock that comes every year as a recurrence rule (RFC 5545, 3.3.10), such as
  /// `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`; empty where it cannot be written as one, or is not in
  /// force.
  ///
  /// @param year the first in which it must be in force
  private static Optional<String> yearly(ZoneOffsetTransitionRule rule, ZoneRules rules, int year) {
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

  private static void write(Change change, ContentLines lines) {
    String kind = change.summer() ? "DAYLIGHT" : "STANDARD";
    lines
        .line("BEGIN:" + kind)
        .line("DTSTART:" + LOCAL.format(change.start()))
        .line("TZOFFSETFROM:" + offset(change.before()))
        .line("TZOFFSETTO:" + offset(change.after()));
    if (!change.rule().isEmpty()) {
      lines.line("RRULE:" + change.rule());
    }
    lines.line("END:" + kind);
  }

  private static String offset(ZoneOffset offset) {
    int seconds = Math.abs(offset.getTotalSeconds());
    String text =
        "%s%02d%02d"
            .formatted(offset.getTotalSeconds() < 0 ? "-" : "+", seconds / 3600, seconds / 60 % 60);
    return seconds % 60 == 0 ? text : text + "%02d".formatted(seconds % 60);
  }
}
