package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.StartTime;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Resolves start times with the zones of their cinemas.
///
/// A feed's lines come in any order, so a showtime may be staged before its cinema's zone is known,
/// or with one that a later line replaces. Each row keeps the zone that it was resolved with;
/// [#settleAgain] corrects those that turned out to have another.
final class StartTimes {
  /// More cinemas than the world has; what is beyond is settled at the end.
  private static final int MOST_CINEMAS = 100_000;

  /// What the clock change did to a local time, as the column `clock_change` has it.
  private static final int REPEATED = 1;

  private static final int SKIPPED = 2;

  private final Map<String, Integer> zoneOfCinema = new HashMap<>();
  private final List<ZoneId> zones = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private boolean sawClockChange;

  private StartTimes() {}

  static StartTimes of(Connection connection, String provider) throws SQLException {
    StartTimes starts = new StartTimes();
    Sql.of(
            """
            select w.external_id, c.time_zone from cinema_source w join provider p on p.id = w.provider_id
            join cinema c on c.id = w.record_id where p.name = :provider and c.time_zone is not null
            """)
        .bind("provider", provider)
        .list(connection, rows -> Map.entry(rows.getString(1), rows.getString(2)))
        .forEach(each -> starts.learn(each.getKey(), each.getValue()));
    return starts;
  }

  void learn(String cinema, @Nullable String zone) {
    if (zone == null) {
      zoneOfCinema.remove(cinema);
    } else if (zoneOfCinema.size() < MOST_CINEMAS) {
      zoneOfCinema.put(cinema, number(zone));
    }
  }

  private int number(String zone) {
    return numbers.computeIfAbsent(
        zone,
        name -> {
          zones.add(ZoneId.of(name));
          return zones.size() - 1;
        });
  }

  ShowtimeColumns.Start settle(String cinema, FeedRecord.Start start) {
    Integer number = zoneOfCinema.get(cinema);
    ZoneId zone = number == null ? null : zones.get(number);
    return switch (start) {
      case FeedRecord.Start.Exact(Instant instant, int written) ->
          new ShowtimeColumns.Start(
              instant,
              zone == null ? written : StartTime.offsetMinutes(instant, zone),
              written,
              null,
              number,
              null);
      case FeedRecord.Start.Local(LocalDateTime local) ->
          zone == null || number == null
              ? new ShowtimeColumns.Start(null, null, null, local, null, null)
              : settle(local, zone, number);
    };
  }

  private ShowtimeColumns.Start settle(LocalDateTime local, ZoneId zone, int number) {
    StartTime start = StartTime.at(local, zone);
    Integer clockChange =
        switch (start) {
          case StartTime.Read _ -> null;
          case StartTime.Ambiguous _ -> REPEATED;
          case StartTime.Skipped _ -> SKIPPED;
        };
    sawClockChange |= clockChange != null;
    return new ShowtimeColumns.Start(
        start.instant(),
        StartTime.offsetMinutes(start.instant(), zone),
        null,
        local,
        number,
        clockChange);
  }

  /// Reports the staged starts that a clock change made doubtful, with the zone that counts in the
  /// end.
  void report(Connection connection, Notices notices) throws SQLException {
    if (!sawClockChange) {
      return;
    }
    Sql.of(
            """
            select s.line, s.local_start, s.clock_change, c.time_zone from staged_showtime s
            join cinema c on c.id = s.cinema_id where s.clock_change is not null and s.line is not null order by s.line
            """)
        .each(
            connection,
            rows ->
                notices.add(
                    new Notice(
                        rows.getInt("clock_change") == REPEATED
                            ? Code.START_TIME_AMBIGUOUS
                            : Code.START_TIME_SKIPPED,
                        "line " + rows.getLong("line"),
                        rows.getObject("local_start", LocalDateTime.class)
                            + " in "
                            + rows.getString("time_zone"),
                        "")));
  }

  /// Resolves again the staged starts whose cinema has another zone than they were resolved with,
  /// and those that were held back.
  void settleAgain(Connection connection) throws SQLException {
    CopyRows names = TempTable.ZONE_NAME.rows();
    for (int number = 0; number < zones.size(); number++) {
      names.row().integer(number).text(zones.get(number).getId());
    }
    Sql.of(TempTable.ZONE_NAME.create()).run(connection);
    names.send(connection);
    Sql.of(
            TempTable.STALE_ZONE.fill(
                """
                select u.cinema_id, u.zone, c.time_zone from
                  (select cinema_id, zone, bool_or(line is null) as again from staged_showtime group by cinema_id, zone) u
                  left join cinema_source w on w.id = u.cinema_id
                  left join cinema c on c.id = w.record_id
                  left join zone_name z on z.number = u.zone
                where z.name is distinct from c.time_zone or u.again
                """))
        .run(connection);
    if (Sql.of("select count(*) from stale_zone").number(connection) > 0) {
      mend(
          connection,
          this,
          """
          select s.id, s.starts_at, s.written_offset, s.local_start, o.time_zone from staged_showtime s
          join stale_zone o on o.cinema_id = s.cinema_id and o.zone is not distinct from s.zone
          """,
          """
          update staged_showtime s set starts_at = m.starts_at, offset_minutes = m.offset_minutes,
            clock_change = m.clock_change
          from resolved_start m where m.id = s.id
          """);
    }
  }

  /// Gives the stored showtimes of cinemas whose zone has changed their new offset. Their instants
  /// stay.
  static void moveOffsets(Connection connection) throws SQLException {
    moveOffsets(connection, "showtime", "");
    moveOffsets(connection, "showtime_source", ", written = (select n from revision)");
  }

  private static void moveOffsets(Connection connection, String table, String mark)
      throws SQLException {
    mend(
        connection,
        new StartTimes(),
        """
        select s.id, s.starts_at, s.offset_minutes as written_offset, null::timestamp as local_start,
          z.time_zone
        from %s s join zone_changed z on z.id = s.cinema_id
        """
            .formatted(table),
        """
        update %s s set offset_minutes = m.offset_minutes%s from resolved_start m
        where m.id = s.id and s.offset_minutes <> m.offset_minutes
        """
            .formatted(table, mark));
  }

  private static void mend(Connection connection, StartTimes starts, String select, String update)
      throws SQLException {
    Sql.of(TempTable.RESOLVED_START.create()).run(connection);
    CopyRows mended = TempTable.RESOLVED_START.rows();
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setFetchSize(10_000);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          starts.learn("", rows.getString("time_zone"));
          LocalDateTime local = rows.getObject("local_start", LocalDateTime.class);
          ShowtimeColumns.Start start =
              starts.settle(
                  "",
                  local == null
                      ? new FeedRecord.Start.Exact(
                          Sql.instant(rows, "starts_at"), rows.getInt("written_offset"))
                      : new FeedRecord.Start.Local(local));
          mended
              .row()
              .text(rows.getString("id"))
              .instant(start.instant())
              .smallint(start.offsetMinutes())
              .smallint(start.clockChange());
          if (mended.isFull()) {
            mended.send(connection);
          }
        }
      }
    }
    mended.send(connection);
    Sql.of(update).run(connection);
    Sql.of(TempTable.RESOLVED_START.clear()).run(connection);
  }
}
