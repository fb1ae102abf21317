package org.marquee.listing;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeFeed.Breadth;
import org.marquee.listing.ChangeFeed.Change;
import org.marquee.listing.ChangeFeed.Fate;

/// Which changes a receiver wants. Each part judges the records that have what it is about, and
/// lets others pass. A record that is gone passes: nothing is known of it any more.
///
/// @param kinds of the records
/// @param film the id of the film that a showtime is of; null: any
/// @param cinema the id of the cinema that a showtime or screen is at; null: any
/// @param near where that cinema is; null: anywhere
/// @param breadth what counts as a change, and is sent
public record ChangeFilter(
    Set<Kind> kinds,
    @Nullable String film,
    @Nullable String cinema,
    @Nullable Area near,
    Breadth breadth) {
  public ChangeFilter {
    kinds = Set.copyOf(kinds);
  }

  /// A circle on the globe.
  public record Area(double latitude, double longitude, double kilometres) {
    /// Whether a place lies in it.
    public boolean holds(double otherLatitude, double otherLongitude) {
      return GreatCircle.kilometres(latitude, longitude, otherLatitude, otherLongitude)
          <= kilometres;
    }
  }

  /// The ids of the cinemas whose place must be known to judge these changes.
  public Set<String> cinemasOf(List<Change> changes) {
    return near == null
        ? Set.of()
        : changes.stream()
            .map(ChangeFilter::cinemaOf)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
  }

  /// Whether the receiver wants this one.
  ///
  /// @param nearby the cinemas of [#cinemasOf] that lie in the area
  public boolean passes(Change change, Set<String> nearby) {
    String at = cinemaOf(change);
    boolean filmFits = film == null || filmOf(change) == null || film.equals(filmOf(change));
    boolean cinemaFits = cinema == null || at == null || cinema.equals(at);
    return filmFits && cinemaFits && (near == null || at == null || nearby.contains(at));
  }

  private static @Nullable String filmOf(Change change) {
    return switch (change.state()) {
      case Fate.Present(Showtime showtime) -> showtime.filmId();
      case Fate.Present(Film film) -> film.id();
      default -> null;
    };
  }

  private static @Nullable String cinemaOf(Change change) {
    return switch (change.state()) {
      case Fate.Present(Showtime showtime) -> showtime.cinemaId();
      case Fate.Present(Screen screen) -> screen.cinemaId();
      case Fate.Present(Cinema cinema) -> cinema.id();
      default -> null;
    };
  }
}
