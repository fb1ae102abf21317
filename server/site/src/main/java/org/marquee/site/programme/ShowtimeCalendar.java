package org.marquee.site.programme;

import java.time.Duration;
import java.time.Instant;
import org.marquee.calendar.CalendarWriter;
import org.marquee.calendar.Calendars;
import org.marquee.listing.Window;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;

/// `/showtimes/{id}.ics?at=…`: one showing for the calendar of a visitor, who needs no key for it.
public final class ShowtimeCalendar implements SitePage {
  private static final String ENDING = ".ics";

  private final Calendars calendars;

  public ShowtimeCalendar(Calendars calendars) {
    this.calendars = calendars;
  }

  @Override
  public Outcome show(Visit visit) {
    if (!visit.id().endsWith(ENDING)) {
      return new Outcome.Missing("showtime");
    }
    String id = visit.id().substring(0, visit.id().length() - ENDING.length());
    Instant start = visit.moment("at").filter(ShowtimeCalendar::isWithinReach).orElse(visit.now());
    Calendars.Range range =
        new Calendars.Range(new Window(start, start.plus(Window.LONGEST)), start, 1);
    return calendars
        .ofShowtime(id, range)
        .filter(contents -> !contents.events().isEmpty())
        .<Outcome>map(contents ->
            new Outcome.Document(
                "text/calendar; charset=utf-8", CalendarWriter.write(contents, range)))
        .orElse(new Outcome.Missing("showtime"));
  }

  /// Years that calendars and the database know.
  private static boolean isWithinReach(Instant start) {
    return Duration.between(Instant.EPOCH, start).abs().toDays() < 100_000;
  }
}
