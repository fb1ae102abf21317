package org.marquee.calendar;

import java.util.List;

/// What a calendar shows.
///
/// @param name of the cinema or film
/// @param events by start
public record CalendarContents(String name, List<CalendarEvent> events) {
  public CalendarContents {
    events = List.copyOf(events);
  }
}
