package org.marquee.feed.icalendar;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.time.Zones;

/// The zones that a calendar's times are in: by a name that the world knows, else as the calendar
/// describes them. The name goes first, since descriptions are often those of one year only.
final class CalendarZones {
  private final Map<String, Component> described = new HashMap<>();
  private final Map<String, @Nullable Zone> found = new HashMap<>();

  CalendarZones(Component calendar) {
    for (Component part : calendar.parts()) {
      String name = part.name.equals("VTIMEZONE") ? part.text("TZID") : null;
      if (name != null) {
        described.putIfAbsent(name, part);
      }
    }
  }

  @Nullable Zone find(String name) {
    if (!found.containsKey(name)) {
      found.put(name, look(name.strip()));
    }
    return found.get(name);
  }

  private @Nullable Zone look(String name) {
    ZoneId known = known(name);
    if (known != null) {
      return new Zone.Iana(known);
    }
    Component zone = described.get(name);
    if (zone == null) {
      return null;
    }
    String place = zone.text("X-LIC-LOCATION");
    ZoneId located = place == null ? null : known(place);
    return located == null ? Zone.Ruled.read(zone) : new Zone.Iana(located);
  }

  /// A zone by its name of the IANA database or of Windows; also behind a path that names who wrote
  /// it, as `/citadel.org/20190914_1/Europe/London` (RFC 5545, 3.2.19).
  static @Nullable ZoneId known(String name) {
    return Stream.iterate(name, rest -> rest.substring(rest.indexOf('/') + 1))
        .limit(1 + name.chars().filter(letter -> letter == '/').count())
        .flatMap(rest -> Zones.named(rest).stream())
        .findFirst()
        .orElse(null);
  }
}
