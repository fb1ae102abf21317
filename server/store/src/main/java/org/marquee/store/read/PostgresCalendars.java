package org.marquee.store.read;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.marquee.calendar.CalendarEvent;
import org.marquee.calendar.Calendars;
import org.marquee.listing.Attributes;
import org.marquee.listing.Showtime;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.sql.Sql;

/// Reads calendars: the showtimes that are published, and those that were withdrawn lately.
public final class PostgresCalendars implements Calendars {
  private static final String VENUE =
      "c.name as cinema_name, c.time_zone, " + CinemaColumns.ofLocation("c");

  private static final String PUBLISHED =
      "select s.*, f.title, f.duration_minutes, coalesce(r.changed_at, s.source_updated_at) as changed_at,"
          + " coalesce(r.sequence + r.withdrawn::integer, 0) as sequence, "
          + VENUE
          + " from ("
          + RecordQuery.SHOWTIMES.select()
          + """
           where s.%s = :id and s.starts_at >= :from and s.starts_at < :until
           order by s.starts_at, s.id limit :most) s
          join film f on f.id = s.film_id
          join cinema c on c.id = s.cinema_id
          left join showtime_revision r on r.id = s.id
          """;

  /// Without those that go on under another id.
  private static final String WITHDRAWN =
      "select r.*, f.duration_minutes, "
          + VENUE
          + """
           from (select r.id, r.sequence, r.changed_at, r.starts_at, r.title, r.screen_name,
               coalesce((select survivor from alias where id = r.cinema_id), r.cinema_id) as cinema_id,
               coalesce((select survivor from alias where id = r.film_id), r.film_id) as film_id
             from showtime_revision r
             where r.withdrawn and r.%s = any (array(select id from alias where survivor = :id) || :id::text)
               and r.starts_at >= :from and r.starts_at < :until and r.changed_at >= :since) r
           join cinema c on c.id = r.cinema_id and not c.hidden
           left join film f on f.id = r.film_id
           where f.hidden is not true and not exists (select from showtime s where s.id = r.id)
             and not exists (
               select from showtime s
               where s.cinema_id = r.cinema_id and s.starts_at = r.starts_at and s.film_id = r.film_id)
           order by r.starts_at, r.id limit :most
          """;

  private static final Comparator<CalendarEvent> ORDER =
      Comparator.comparing(CalendarEvent::startsAt).thenComparing(CalendarEvent::id);

  private final ReadTransactions.Pooled transactions;

  /// @param pool as for [PostgresListings]
  public PostgresCalendars(DataSource pool) {
    transactions = new ReadTransactions.Pooled(pool);
  }

  @Override
  public Optional<Calendars.Contents> ofCinema(String id, Range range) {
    return read("cinema_id", "select name from cinema where id = :id and not hidden", id, range);
  }

  @Override
  public Optional<Calendars.Contents> ofFilm(String id, Range range) {
    return read("film_id", "select title from film where id = :id and not hidden", id, range);
  }

  @Override
  public Optional<Calendars.Contents> ofShowtime(String id, Range range) {
    return read(
        "id",
        "select f.title from showtime s join film f on f.id = s.film_id where s.id = :id and not s.hidden",
        id,
        range);
  }

  /// @param column that has the id
  /// @param naming finds the calendar's name
  private Optional<Calendars.Contents> read(String column, String naming, String id, Range range) {
    return transactions.read(connection -> {
      String record = RecordQuery.survivor(connection, id);
      Optional<String> name =
          Sql.of(naming).bind("id", record).first(connection, row -> row.getString(1));
      return name.isEmpty()
          ? Optional.<Calendars.Contents>empty()
          : Optional.of(
              new Calendars.Contents(name.get(), events(connection, column, record, range)));
    });
  }

  private static List<CalendarEvent> events(
      Connection connection, String column, String id, Range range) throws SQLException {
    List<CalendarEvent> events = new ArrayList<>();
    events.addAll(
        bound(PUBLISHED.formatted(column), id, range)
            .list(connection, PostgresCalendars::published));
    events.addAll(
        bound(WITHDRAWN.formatted(column), id, range)
            .list(connection, PostgresCalendars::withdrawn));
    return events.stream().sorted(ORDER).limit(range.most()).toList();
  }

  private static Sql bound(String text, String id, Range range) {
    return Sql.of(text)
        .bind("id", id)
        .bind("from", range.window().after())
        .bind("until", range.window().before())
        .bind("since", range.withdrawnSince())
        .bind("most", range.most());
  }

  private static CalendarEvent published(ResultSet row) throws SQLException {
    Showtime showtime = RecordQuery.SHOWTIMES.read(row);
    CalendarEvent.Revision revision =
        new CalendarEvent.Revision(
            row.getInt("sequence"),
            showtime.provenance().observedAt(),
            Sql.instantOrNull(row, "changed_at"),
            false);
    return event(row, revision, showtime.bookingUrl(), showtime.attributes());
  }

  private static CalendarEvent withdrawn(ResultSet row) throws SQLException {
    Instant at = Sql.instant(row, "changed_at");
    return event(
        row,
        new CalendarEvent.Revision(row.getInt("sequence"), at, at, true),
        null,
        Attributes.NONE);
  }

  private static CalendarEvent event(
      ResultSet row,
      CalendarEvent.Revision revision,
      @Nullable String bookingUrl,
      Attributes attributes)
      throws SQLException {
    Integer minutes = row.getObject("duration_minutes", Integer.class);
    return new CalendarEvent(
        row.getString("id"),
        revision,
        row.getString("title"),
        Sql.instant(row, "starts_at"),
        zone(row.getString("time_zone")),
        minutes == null || minutes == 0 ? null : minutes,
        new CalendarEvent.Venue(
            row.getString("cinema_name"),
            CinemaColumns.location(row),
            row.getString("screen_name")),
        bookingUrl,
        attributes);
  }

  /// A zone that this program's data does not know is as good as none.
  private static @Nullable ZoneId zone(@Nullable String name) {
    try {
      return name == null ? null : ZoneId.of(name);
    } catch (DateTimeException _) {
      return null;
    }
  }
}
