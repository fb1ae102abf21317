package org.marquee.notice;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The upcoming showtimes of one cinema, before and after a run.
///
/// @param cinema external id
/// @param days with showtimes before or after, in order
/// @param kept why the cinema keeps its stored showtimes (`empty`, `shrunk`, `horizon`); null if it
///   is not marked
public record CinemaProgramme(
    String cinema,
    String name,
    Extent before,
    Extent after,
    List<Day> days,
    @Nullable String kept) {
  /// The most cinemas in a report; those that changed go first.
  public static final int MOST = 200;

  public CinemaProgramme {
    name = Visible.of(name);
    days = List.copyOf(days);
  }

  /// The number of showtimes, the first and the last.
  ///
  /// @param first null if there is none
  public record Extent(long showtimes, @Nullable Start first, @Nullable Start last) {
    /// No showtimes.
    public static final Extent NONE = new Extent(0, null, null);
  }

  /// An instant with the offset of its cinema.
  ///
  /// @param offsetMinutes east of Greenwich
  public record Start(Instant instant, int offsetMinutes) {}

  /// The showtimes of one day on the cinema's calendar.
  public record Day(LocalDate date, long before, long after) {
    public boolean isChanged() {
      return before != after;
    }
  }

  /// Whether anything changed.
  public boolean isNews() {
    return kept != null || !before.equals(after) || days.stream().anyMatch(Day::isChanged);
  }
}
