package org.marquee.site.programme;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Film;
import org.marquee.listing.Showtime;

/// A showtime as pages list it.
///
/// @param starts by the cinema's clock
/// @param ends by the same clock, where the running time is known; advertisements come on top
public record Showing(Showtime showtime, LocalDateTime starts, @Nullable LocalDateTime ends) {
  static Showing of(Showtime showtime, Film film, ZoneId zone) {
    ZoneOffset offset = ZoneOffset.ofTotalSeconds(showtime.offsetMinutes() * 60);
    Integer minutes = film.durationMinutes();
    return new Showing(
        showtime,
        LocalDateTime.ofInstant(showtime.startsAt(), offset),
        minutes == null || minutes == 0
            ? null
            : LocalDateTime.ofInstant(showtime.startsAt().plusSeconds(minutes * 60L), zone));
  }

  Instant start() {
    return showtime.startsAt();
  }

  /// Its labels, in the interface's order.
  public List<Attribute> attributes() {
    return showtime.attributes().list();
  }
}
