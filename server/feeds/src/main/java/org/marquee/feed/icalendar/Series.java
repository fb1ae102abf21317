package org.marquee.feed.icalendar;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Code;

/// The occurrences of a recurring event, on the wall clock of its zone.
///
/// @param starts in their order, without those that are excluded or changed
/// @param goesOn whether there are more beyond the horizon
record Series(List<LocalDateTime> starts, boolean goesOn) {
  /// How far beyond the horizon is looked for more.
  private static final int BEYOND_DAYS = 5 * 366;

  Series {
    starts = List.copyOf(starts);
  }

  /// Works out the occurrences.
  ///
  /// @param event recurring
  /// @param start its first time
  /// @param changed the occurrences that other events change, by their original times
  /// @param observedAt when the feed was taken: what was over the day before is not listed again
  static Series of(Event event, Event.When start, Set<LocalDateTime> changed, Instant observedAt)
      throws Event.InvalidEvent {
    Component component = event.component();
    LocalDateTime begins = start.local();
    if (begins.getYear() < Recurrence.FIRST_YEAR) {
      throw new Event.InvalidEvent(
          Code.MEMBER_INVALID,
          begins.toString(),
          "\"DTSTART\" of a recurring event must not be before " + Recurrence.FIRST_YEAR);
    }
    if (component.find("EXRULE") != null) {
      throw new Event.InvalidEvent(Code.MEMBER_INVALID, "", "\"EXRULE\" is not read");
    }
    LocalDateTime now =
        start.zone() == null || start.utc()
            ? LocalDateTime.ofInstant(observedAt, ZoneOffset.UTC)
            : start.zone().local(observedAt);
    LocalDateTime after = now.minusDays(1);
    LocalDateTime until = now.plusDays(Recurrence.HORIZON_DAYS);
    TreeSet<LocalDateTime> all = new TreeSet<>();
    boolean goesOn = addWithin(begins, after, until, all);
    for (ContentLine line : component.all("RRULE")) {
      Recurrence rule = Recurrence.read(line.value(), start.utc() ? UTC : start.zone());
      if (rule == null) {
        throw new Event.InvalidEvent(
            Code.MEMBER_INVALID,
            line.value(),
            "\"RRULE\" must be a rule of RFC 5545 that recurs daily or less often");
      }
      all.addAll(rule.between(begins, after, until, Recurrence.MOST + 1));
      goesOn |=
          !rule.between(begins, until.plusSeconds(1), until.plusDays(BEYOND_DAYS), 1).isEmpty();
    }
    for (When when : dates(event, "RDATE", start)) {
      if (when.time() != null) {
        goesOn |= addWithin(when.time(), after, until, all);
      }
    }
    exclude(event, start, all);
    all.removeAll(changed);
    List<LocalDateTime> starts = new ArrayList<>(all);
    boolean tooMany = starts.size() > Recurrence.MOST;
    return new Series(tooMany ? starts.subList(0, Recurrence.MOST) : starts, goesOn || tooMany);
  }

  private static final Zone UTC = new Zone.Iana(ZoneId.of("UTC"));

  /// Adds a time if it is within the window, and returns whether it is beyond it.
  private static boolean addWithin(
      LocalDateTime time, LocalDateTime after, LocalDateTime until, Set<LocalDateTime> all) {
    if (!time.isBefore(after) && !time.isAfter(until)) {
      all.add(time);
    }
    return time.isAfter(until);
  }

  private static void exclude(Event event, Event.When start, Set<LocalDateTime> all)
      throws Event.InvalidEvent {
    Set<LocalDate> days = new HashSet<>();
    for (When when : dates(event, "EXDATE", start)) {
      if (when.time() == null) {
        days.add(when.date());
      } else {
        all.remove(when.time());
      }
    }
    all.removeIf(time -> days.contains(time.toLocalDate()));
  }

  /// @param time on the wall clock of the event; null for a whole day
  private record When(LocalDate date, @Nullable LocalDateTime time) {}

  private static List<When> dates(Event event, String property, Event.When start)
      throws Event.InvalidEvent {
    List<When> dates = new ArrayList<>();
    for (ContentLine line : event.component().all(property)) {
      List<Moment> moments = Moment.list(line.value());
      if (moments == null) {
        throw new Event.InvalidEvent(
            Code.MEMBER_INVALID, line.value(), '"' + property + "\" must be dates or times");
      }
      Zone zone = event.zone(line);
      for (Moment moment : moments) {
        dates.add(new When(moment.date(), onWallClock(moment, zone, start)));
      }
    }
    return dates;
  }

  /// A time as the wall clock of the event's start shows it.
  static @Nullable LocalDateTime onWallClock(Moment moment, @Nullable Zone zone, Event.When start) {
    if (moment.time() == null) {
      return null;
    }
    LocalDateTime written = moment.date().atTime(moment.time());
    Zone home = start.utc() ? UTC : start.zone();
    if (moment.utc()) {
      return home == null ? written : home.local(written.toInstant(ZoneOffset.UTC));
    }
    if (zone == null || zone.equals(home) || home == null) {
      return written;
    }
    return home.local(zone.at(written).instant());
  }
}
