package org.marquee.calendar;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.listing.Attribute;
import org.marquee.listing.Film;
import org.marquee.listing.Location;

/// Writes calendars (RFC 5545 and 7986; docs/api.md, "Calendars").
public final class CalendarWriter {
  /// How often a program that subscribes should ask again.
  private static final String REFRESH = "PT1H";

  /// Longer than any film, so that each end is within the time zones that are written.
  private static final Duration LONGEST_FILM = Duration.ofDays(1);

  private CalendarWriter() {}

  /// A calendar in UTF-8.
  ///
  /// @param range that the contents were chosen by
  public static byte[] write(Calendars.Contents contents, Calendars.Range range) {
    ContentLines lines =
        new ContentLines()
            .line("BEGIN:VCALENDAR")
            .line("VERSION:2.0")
            .line("PRODID:-//Marquee//Cinema listings//EN")
            .line("CALSCALE:GREGORIAN")
            .text("NAME", contents.name())
            .text("X-WR-CALNAME", contents.name())
            .line("REFRESH-INTERVAL;VALUE=DURATION:" + REFRESH)
            .line("X-PUBLISHED-TTL:" + REFRESH);
    Instant until = range.window().before().plus(LONGEST_FILM);
    for (ZoneId zone : zones(contents)) {
      new CalendarZone(zone, range.window().after(), until).write(lines);
    }
    contents.events().forEach(event -> write(event, lines));
    return lines.line("END:VCALENDAR").toBytes();
  }

  /// In the order of their ids, so that equal contents are equal bytes.
  private static List<ZoneId> zones(Calendars.Contents contents) {
    Set<String> ids =
        contents.events().stream()
            .map(CalendarEvent::zone)
            .filter(Objects::nonNull)
            .map(ZoneId::getId)
            .collect(Collectors.toCollection(TreeSet::new));
    return ids.stream().map(ZoneId::of).toList();
  }

  private static void write(CalendarEvent event, ContentLines lines) {
    CalendarEvent.Revision revision = event.revision();
    lines
        .line("BEGIN:VEVENT")
        .text("UID", event.id())
        .line("DTSTAMP:" + CalendarZone.utc(revision.stamp()));
    if (revision.changed() != null) {
      lines.line("LAST-MODIFIED:" + CalendarZone.utc(revision.changed()));
    }
    lines.line("SEQUENCE:" + revision.sequence());
    lines.line("DTSTART" + time(event, event.startsAt()));
    if (event.minutes() != null) {
      Instant end = event.startsAt().plus(Duration.ofMinutes(event.minutes()));
      lines.line("DTEND" + time(event, end));
    }
    lines.text("SUMMARY", event.title()).text("LOCATION", location(event.venue()));
    writeGeo(event.venue().location(), lines);
    String description = description(event);
    if (!description.isEmpty()) {
      lines.text("DESCRIPTION", description);
    }
    if (event.bookingUrl() != null) {
      lines.line("URL:" + event.bookingUrl());
    }
    if (!event.attributes().isEmpty()) {
      lines.texts("CATEGORIES", names(event.attributes().list()));
    }
    lines
        .line("STATUS:" + (revision.withdrawn() ? "CANCELLED" : "CONFIRMED"))
        // To be there is a plan of nobody yet.
        .line("TRANSP:TRANSPARENT")
        .line("END:VEVENT");
  }

  private static String time(CalendarEvent event, Instant instant) {
    ZoneId zone = event.zone();
    return zone == null ? ":" + CalendarZone.utc(instant) : CalendarZone.time(instant, zone);
  }

  private static String location(CalendarEvent.Venue venue) {
    Location location = venue.location();
    return Stream.of(venue.cinema(), location.address(), location.locality(), location.postcode())
        .filter(Objects::nonNull)
        .collect(Collectors.joining(", "));
  }

  private static void writeGeo(Location location, ContentLines lines) {
    if (location.latitude() != null && location.longitude() != null) {
      lines.line("GEO:" + degrees(location.latitude()) + ";" + degrees(location.longitude()));
    }
  }

  /// Without an exponent, which the grammar does not have.
  private static String degrees(double degrees) {
    return BigDecimal.valueOf(degrees).toPlainString();
  }

  private static String description(CalendarEvent event) {
    List<String> parts = new ArrayList<>();
    if (event.venue().screen() != null) {
      parts.add(event.venue().screen());
    }
    List<Attribute> others = event.attributes().beside(event.venue().screen());
    if (!others.isEmpty()) {
      parts.add(String.join(", ", names(others)));
    }
    if (event.minutes() != null) {
      parts.add(Film.COMPUTED_END);
    }
    return String.join("\n", parts);
  }

  private static List<String> names(List<Attribute> attributes) {
    return attributes.stream().map(Attribute::title).toList();
  }
}
