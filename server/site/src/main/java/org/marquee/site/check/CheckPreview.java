package org.marquee.site.check;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.marquee.listing.Cinema;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.site.frame.Visit;
import org.marquee.site.programme.ShowingFilter;
import org.marquee.site.programme.ShownFilm;
import org.marquee.site.programme.Timeline;

/// A day of a cinema as its page would show it.
///
/// @param date null where nothing is ahead
public record CheckPreview(
    Cinema cinema, ZoneId zone, LocalDate date, List<ShownFilm> films, Timeline timeline) {
  static CheckPreview of(ProgrammeEntry entry, Visit visit) {
    ProgrammeEntry.Day day = entry.days().getFirst();
    List<ShownFilm> films = ShowingFilter.NONE.films(day, entry.clock(), visit.now());
    return new CheckPreview(
        entry.cinema(),
        entry.clock(),
        day.date(),
        films,
        Timeline.of(films, day.date(), entry.clock()));
  }
}
