package org.marquee.notice;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of one cinema's programme: what was still to be shown when the feed was taken, as
/// the run before left it, and as this one did.
///
/// @param cinema external id
/// @param days those that either of the two has showtimes on, in order
/// @param kept why the cinema keeps what it had (`empty`, `shrunk`, `horizon`); null where it is
///   not marked
public record CinemaProgramme(
    String cinema,
    String name,
    Extent before,
    Extent after,
    List<Day> days,
    @Nullable String kept) {
  /// So many are told of in a report; what has changed goes first.
  public static final int MOST = 200;

  // Written out: the compiler leaves @Nullable off the parameters of a compact constructor.
  public CinemaProgramme(
      String cinema,
      String name,
      Extent before,
      Extent after,
      List<Day> days,
      @Nullable String kept) {
    this.cinema = cinema;
    this.name = Visible.of(name);
    this.before = before;
    this.after = after;
    this.days = List.copyOf(days);
    this.kept = kept;
  }

  /// How much there is, and from when to when.
  ///
  /// @param first when the first showtime starts; null where there is none
  public record Extent(long showtimes, @Nullable Start first, @Nullable Start last) {
    /// Nothing to be shown.
    public static final Extent NONE = new Extent(0, null, null);
  }

  /// An instant with the wall clock of its cinema.
  ///
  /// @param offsetMinutes east of Greenwich
  public record Start(Instant instant, int offsetMinutes) {}

  /// The showtimes of one day on the cinema's calendar.
  public record Day(LocalDate date, long before, long after) {
    boolean isChanged() {
      return before != after;
    }
  }

  /// Whether it is worth being looked at first.
  public boolean isNews() {
    return kept != null || !before.equals(after) || days.stream().anyMatch(Day::isChanged);
  }
}
