package org.marquee.sample;

import java.time.LocalDate;
import java.time.LocalDateTime;
import org.marquee.listing.Attributes;

/// One showing of a film.
///
/// @param date the day of the programme; a late show after midnight belongs to the evening before
/// @param minute start, in minutes of that day on the cinema's clock; from 1440 on, after midnight
record Screening(
    DemoCinema cinema,
    DemoScreen screen,
    DemoFilm film,
    LocalDate date,
    int minute,
    Attributes attributes) {

  /// Readable and the same in each feed: `orrery-1/2026-11-21/1930`.
  String externalId() {
    LocalDateTime start = start();
    return "%s-%s/%s/%02d%02d"
        .formatted(
            cinema.id(), screen.id(), start.toLocalDate(), start.getHour(), start.getMinute());
  }

  /// On the cinema's clock. Nothing starts between one and three in the morning, when clocks
  /// change.
  LocalDateTime start() {
    return date.atStartOfDay().plusMinutes(minute);
  }

  /// When the film is over, in minutes like [#minute].
  int end() {
    return minute + film.minutes();
  }
}
