package org.marquee.calendar;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.marquee.listing.Window;

/// The showtimes of one cinema or film, for its calendar. Implementations may block; they throw
/// [org.marquee.listing.ListingsUnavailable] when the data cannot be reached.
public interface Calendars {
  /// The showtimes of a cinema, by its id or that of one that was merged into it; empty where there
  /// is no such cinema.
  Optional<Contents> ofCinema(String id, Range range);

  /// The showtimes of a film, likewise.
  Optional<Contents> ofFilm(String id, Range range);

  /// One showtime, by its id; empty where there is no such showtime.
  Optional<Contents> ofShowtime(String id, Range range);

  /// What a calendar shows.
  ///
  /// @param window of the starts
  /// @param withdrawnSince showtimes that were withdrawn before it are not shown
  /// @param most how many events at most, the earliest ones
  record Range(Window window, Instant withdrawnSince, int most) {}

  /// What a calendar has.
  ///
  /// @param name of the cinema or film
  /// @param events by start
  record Contents(String name, List<CalendarEvent> events) {
    public Contents {
      events = List.copyOf(events);
    }
  }
}
