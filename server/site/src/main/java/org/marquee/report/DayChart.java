package org.marquee.report;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.marquee.notice.CinemaProgramme;

/// The chart of one cinema's showtimes: a bar for each day, after the run and before it.
///
/// @param width in pixels
/// @param days at most [#DAYS] of them
/// @param changes the first days that changed, as text; empty where none did or the cinema is new
record DayChart(long width, List<Day> days, String changes) {
  static final int HEIGHT = 34;

  static final int BAR = 6;

  private static final int STEP = BAR + 2;
  private static final int DAYS = 100;
  private static final int NAMED = 14;

  /// @param bars what stayed at the bottom, and on it what is new or gone
  record Day(String title, List<Bar> bars) {}

  /// A rectangle in pixels from the top left.
  ///
  /// @param kind `is`, `new` or `gone`
  record Bar(String kind, long x, long y, long height) {}

  /// @param all not empty, in order
  static DayChart of(List<CinemaProgramme.Day> all) {
    LocalDate first = all.getFirst().date();
    List<CinemaProgramme.Day> shown =
        all.stream().filter(day -> day.date().isBefore(first.plusDays(DAYS))).toList();
    long most =
        shown.stream().mapToLong(day -> Math.max(day.before(), day.after())).max().orElse(0);
    List<Day> days = new ArrayList<>();
    for (CinemaProgramme.Day day : shown) {
      days.add(new Day(words(day), bars(day, column(first, day) * STEP, Math.max(1, most))));
    }
    long width = (column(first, shown.getLast()) + 1) * STEP;
    return new DayChart(width, days, changes(all));
  }

  private static long column(LocalDate first, CinemaProgramme.Day day) {
    return ChronoUnit.DAYS.between(first, day.date());
  }

  private static List<Bar> bars(CinemaProgramme.Day day, long x, long most) {
    long less = Math.min(day.before(), day.after());
    long more = Math.max(day.before(), day.after());
    List<Bar> bars = new ArrayList<>();
    if (less > 0) {
      bars.add(bar("is", x, 0, less, most));
    }
    if (more > less) {
      bars.add(bar(day.after() > day.before() ? "new" : "gone", x, less, more, most));
    }
    return bars;
  }

  /// A bar from one number of showtimes to another, at least one pixel high.
  private static Bar bar(String kind, long x, long from, long to, long most) {
    long bottom = from * HEIGHT / most;
    long top = Math.max(to * HEIGHT / most, bottom + 1);
    return new Bar(kind, x, HEIGHT - top, top - bottom);
  }

  private static String words(CinemaProgramme.Day day) {
    return day.date()
        + ": "
        + (day.isChanged() ? day.before() + " → " + day.after() : String.valueOf(day.after()));
  }

  private static String changes(List<CinemaProgramme.Day> days) {
    if (days.stream().allMatch(day -> day.before() == 0)) {
      return "";
    }
    List<CinemaProgramme.Day> changed =
        days.stream().filter(CinemaProgramme.Day::isChanged).toList();
    String named =
        changed.stream().limit(NAMED).map(DayChart::words).collect(Collectors.joining(", "));
    return changed.size() > NAMED
        ? named + " and " + (changed.size() - NAMED) + " more days"
        : named;
  }
}
