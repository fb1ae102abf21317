package org.marquee.site.programme;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Film;
import org.marquee.listing.Showtime;
import org.marquee.site.frame.Words;

/// A showtime as pages list it.
///
/// @param day that it is listed under
/// @param starts by the cinema's clock
/// @param minutes that the film runs, without advertisements; null where that is not known
public record Showing(
    Showtime showtime, LocalDate day, ZonedDateTime starts, @Nullable Integer minutes) {
  static Showing of(Showtime showtime, Film film, LocalDate day, ZoneId zone) {
    Integer minutes = film.durationMinutes();
    return new Showing(
        showtime, day, starts(showtime, zone), minutes == null || minutes == 0 ? null : minutes);
  }

  /// By the offset of the showtime, where the zone of the cinema is not known.
  private static ZonedDateTime starts(Showtime showtime, ZoneId zone) {
    ZonedDateTime starts = showtime.startsAt().atZone(zone);
    ZoneOffset offset = ZoneOffset.ofTotalSeconds(showtime.offsetMinutes() * 60);
    return starts.getOffset().equals(offset) ? starts : showtime.startsAt().atZone(offset);
  }

  Instant start() {
    return showtime.startsAt();
  }

  /// When it starts, with what tells it from the same time of another day or clock.
  public String clock(Words words) {
    return words.clock(starts, day);
  }

  /// Its details.
  public DetailWords details(Words words) {
    return DetailWords.of(showtime, words);
  }

  /// How many minutes it takes: to the end that a source gives, else as long as the film runs; null
  /// where that is not known.
  @Nullable Integer length() {
    Instant given = DetailWords.givenEnd(showtime);
    return given == null
        ? minutes
        : Integer.valueOf((int) Duration.between(start(), given).toMinutes());
  }

  /// When it ends, with "about" where no source gives the end; null where it is not known.
  public @Nullable String ends(Words words) {
    Instant given = DetailWords.givenEnd(showtime);
    if (given != null) {
      ZonedDateTime end = given.atZone(starts.getZone());
      return words.text("ends.given", words.clock(end, end.toLocalDate()));
    }
    if (minutes == null) {
      return null;
    }
    ZonedDateTime ends = starts.plusMinutes(minutes);
    return words.text("ends", words.clock(ends, ends.toLocalDate()));
  }

  /// Its labels, in the interface's order, without a format that the name of the screen says.
  public List<Attribute> attributes() {
    return showtime.attributes().beside(showtime.screenName());
  }
}
