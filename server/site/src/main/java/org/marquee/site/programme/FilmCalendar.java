package org.marquee.site.programme;

import static java.util.stream.Collectors.toMap;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.marquee.listing.ShowingCounts.FilmDay;
import org.marquee.site.frame.Words;

/// The run of a film as a calendar: weeks from Monday, each day with its showings.
///
/// @param weeks seven days each; at most six
public record FilmCalendar(List<List<Cell>> weeks) {
  private static final int MOST_WEEKS = 6;
  private static final int WEEK = 7;

  /// A day.
  ///
  /// @param shown what the film has on it
  /// @param namesMonth whether its month must be said
  public record Cell(
      LocalDate date, Optional<FilmDay> shown, boolean selected, boolean namesMonth) {
    /// Its number, with the month where that must be said.
    public String text(Words words) {
      return namesMonth ? words.dayOfMonth(date) : Integer.toString(date.getDayOfMonth());
    }
  }

  /// @param days of the film, the first first, none before today
  static FilmCalendar of(List<FilmDay> days, LocalDate selected) {
    if (days.isEmpty()) {
      return new FilmCalendar(List.of());
    }
    Map<LocalDate, FilmDay> byDate =
        days.stream().collect(toMap(FilmDay::date, Function.identity()));
    LocalDate last = days.getLast().date();
    LocalDate first =
        days.getFirst().date().with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    LocalDate monday = first;
    LocalDate end = last.with(TemporalAdjusters.nextOrSame(DayOfWeek.SUNDAY));
    boolean crosses = first.getMonth() != end.getMonth();
    List<List<Cell>> weeks = new ArrayList<>();
    for (; !monday.isAfter(last) && weeks.size() < MOST_WEEKS; monday = monday.plusDays(WEEK)) {
      List<Cell> week = new ArrayList<>();
      for (int day = 0; day < WEEK; day++) {
        LocalDate date = monday.plusDays(day);
        week.add(
            new Cell(
                date,
                Optional.ofNullable(byDate.get(date)),
                date.equals(selected),
                crosses && (date.equals(first) || date.getDayOfMonth() == 1)));
      }
      weeks.add(List.copyOf(week));
    }
    return new FilmCalendar(List.copyOf(weeks));
  }
}
