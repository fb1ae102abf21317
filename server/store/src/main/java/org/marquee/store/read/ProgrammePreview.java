package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.marquee.listing.Attributes;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.store.sql.Sql;

/// Some of the programme of one provider's cinemas, as it was in a transaction that may not be
/// kept.
public final class ProgrammePreview {
  /// By any clock of the world the first showing is within them.
  private static final int DAYS = 3;

  private static final int CINEMAS = 3;

  private List<ProgrammeEntry> found = List.of();

  /// A cinema, and when its next showing begins.
  private record Venue(String id, Instant next) {}

  /// Programmes of the cinemas with most showings ahead, each with the first day that has one.
  public List<ProgrammeEntry> programmes() {
    return found;
  }

  /// Reads them.
  public void read(Connection connection, String provider) throws SQLException {
    List<Venue> venues =
        Sql.of(
                """
                select s.cinema_id, min(s.starts_at) as next
                from showtime s
                where not s.hidden and s.starts_at > now() and s.cinema_id in (
                  select w.record_id from cinema_source w join provider p on p.id = w.provider_id
                  where p.name = :provider)
                group by s.cinema_id order by count(*) desc, s.cinema_id limit :most
                """)
            .bind("provider", provider)
            .bind("most", CINEMAS)
            .list(
                connection, row -> new Venue(row.getString("cinema_id"), Sql.instant(row, "next")));
    List<ProgrammeEntry> programmes = new ArrayList<>();
    for (Venue venue : venues) {
      LocalDate before = venue.next().atZone(ZoneOffset.UTC).toLocalDate().minusDays(1);
      ProgrammeQuery query =
          new ProgrammeQuery(
              new ProgrammeQuery.Place.Named(List.of(venue.id())),
              null,
              null,
              Attributes.NONE,
              before,
              DAYS);
      new ProgrammeReader(connection, query, null, 1, Instant.now())
          .read().cinemas().stream()
              .map(each -> firstDay(each, venue.next()))
              .forEach(programmes::add);
    }
    found = programmes;
  }

  /// The same with the day of a showing alone.
  private static ProgrammeEntry firstDay(ProgrammeEntry entry, Instant next) {
    return new ProgrammeEntry(
        entry.cinema(),
        entry.clock(),
        null,
        entry.days().stream()
            .filter(day ->
                day.films().stream()
                    .flatMap(film -> film.showtimes().stream())
                    .anyMatch(showtime -> showtime.startsAt().equals(next)))
            .toList());
  }
}
