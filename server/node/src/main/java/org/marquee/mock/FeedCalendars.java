package org.marquee.mock;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.marquee.calendar.CalendarEvent;
import org.marquee.calendar.Calendars;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Provenance;
import org.marquee.listing.Showtime;

/// The calendars of a feed that never changes: nothing was ever moved or withdrawn.
record FeedCalendars(FeedRecords records) implements Calendars {
  @Override
  public Optional<Calendars.Contents> ofCinema(String id, Range range) {
    Cinema cinema = records.cinemas.get(id);
    return contents(
        cinema == null ? null : cinema.name(), showtime -> showtime.cinemaId().equals(id), range);
  }

  @Override
  public Optional<Calendars.Contents> ofFilm(String id, Range range) {
    Film film = records.films.get(id);
    return contents(
        film == null ? null : film.title(), showtime -> showtime.filmId().equals(id), range);
  }

  @Override
  public Optional<Calendars.Contents> ofShowtime(String id, Range range) {
    Showtime only = records.showtimes.get(id);
    return contents(
        only == null ? null : of(records.films, only.filmId()).title(),
        showtime -> showtime.id().equals(id),
        range);
  }

  private Optional<Calendars.Contents> contents(
      @Nullable String name, Predicate<Showtime> which, Range range) {
    if (name == null) {
      return Optional.empty();
    }
    List<CalendarEvent> events =
        records.showtimes.values().stream()
            .filter(which)
            .filter(showtime ->
                !showtime.startsAt().isBefore(range.window().after())
                    && showtime.startsAt().isBefore(range.window().before()))
            .sorted(Comparator.comparing(Showtime::startsAt).thenComparing(Showtime::id))
            .limit(range.most())
            .map(this::event)
            .toList();
    return Optional.of(new Calendars.Contents(name, events));
  }

  private CalendarEvent event(Showtime showtime) {
    Cinema cinema = of(records.cinemas, showtime.cinemaId());
    Film film = of(records.films, showtime.filmId());
    Integer minutes = film.durationMinutes();
    Provenance provenance = showtime.provenance();
    return new CalendarEvent(
        showtime.id(),
        new CalendarEvent.Revision(0, provenance.observedAt(), provenance.sourceUpdatedAt(), false),
        film.title(),
        showtime.startsAt(),
        records.zone(cinema.id()),
        minutes == null || minutes < 1 ? null : minutes,
        new CalendarEvent.Venue(cinema.name(), cinema.location(), showtime.screenName()),
        showtime.bookingUrl(),
        showtime.attributes());
  }

  private static <T> T of(Map<String, T> records, String id) {
    return Objects.requireNonNull(records.get(id), id);
  }
}
