package org.marquee.store.reconcile.stage;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;
import org.marquee.feed.member.Ends;
import org.marquee.feed.time.StartTime;
import org.marquee.notice.Code;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Resolves start times with the zones of their cinemas.
///
/// A feed's lines come in any order, so a showtime may be staged before its cinema's zone is known,
/// or with one that a later line replaces. Each row keeps the zone that it was resolved with;
/// [#settleAgain] corrects those that turned out to have another.
public final class StartTimes {
  /// More cinemas than the world has; what is beyond is settled at the end.
  private static final int MOST_CINEMAS = 100_000;

  private final Map<String, ZoneId> zones = new HashMap<>();
  private boolean sawClockChange;
  private boolean sawImpossibleEnd;

  /// Knows no zones yet.
  public StartTimes() {}

  public static StartTimes of(Connection connection, String provider) throws SQLException {
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
      zones.remove(cinema);
    } else if (zones.size() < MOST_CINEMAS) {
      zones.put(cinema, ZoneId.of(zone));
    }
  }

  public ShowtimeColumns.Start settle(String cinema, FeedStart start) {
    return settle(zones.get(cinema), start);
  }

  private ShowtimeColumns.Start settle(@Nullable ZoneId zone, FeedStart start) {
    return switch (start) {
      case FeedStart.Exact(Instant instant, int written) ->
          zone == null
              ? new ShowtimeColumns.Start(instant, written, written, null, null, null)
              : new ShowtimeColumns.Start(
                  instant,
                  StartTime.offsetMinutes(instant, zone),
                  written,
                  null,
                  zone.getId(),
                  null);
      case FeedStart.Local(LocalDateTime local) ->
          zone == null
              ? new ShowtimeColumns.Start(null, null, null, local, null, null)
              : settle(local, zone);
    };
  }

  private ShowtimeColumns.Start settle(LocalDateTime local, ZoneId zone) {
    StartTime start = StartTime.at(local, zone);
    Code change = start.change();
    sawClockChange |= change != null;
    return new ShowtimeColumns.Start(
        start.instant(),
        StartTime.offsetMinutes(start.instant(), zone),
        null,
        local,
        zone.getId(),
        change == null ? null : change.name());
  }

  /// How many minutes after its start a showing ends, by the clock of its cinema; null while that
  /// clock is not known, and where a clock change makes the showing too short or too long.
  @Nullable Integer minutes(ShowtimeColumns.Start start, FeedStart end) {
    String zone = start.zone();
    Instant ends =
        switch (end) {
          case FeedStart.Exact(Instant instant, _) -> instant;
          case FeedStart.Local(LocalDateTime local) ->
              zone == null ? null : StartTime.at(local, ZoneId.of(zone)).instant();
        };
    if (start.instant() == null || ends == null) {
      return null;
    }
    Duration length = Duration.between(start.instant(), ends);
    if (!Ends.isLength(length)) {
      sawImpossibleEnd = true;
      return null;
    }
    return Math.toIntExact(length.toMinutes());
  }

  /// Reports the staged starts that a clock change made doubtful, and the ends that it made
  /// impossible, with the zone that counts in the end.
  public void report(ImportSql sql) throws SQLException {
    if (sawClockChange) {
      report(
          sql,
          "s.local_start as read, s.clock_change as code, '' as detail",
          "s.clock_change is not null");
    }
    if (sawImpossibleEnd) {
      report(
          sql,
          "s.local_end as read, '%s' as code, '\"endsAt\" %s' as detail"
              .formatted(Code.OPTIONAL_MEMBER_DROPPED, Ends.RULE),
          "s.local_end is not null and s.details -> 'endsAt' is null");
    }
  }

  private static void report(ImportSql sql, String columns, String where) throws SQLException {
    sql.each(
        """
        select s.line, c.time_zone, %s from staged_showtime s join cinema c on c.id = s.cinema_id
        where %s and s.line is not null order by s.line
        """
            .formatted(columns, where),
        rows ->
            sql.report(
                Code.valueOf(rows.getString("code")),
                "line " + rows.getLong("line"),
                rows.getObject("read", LocalDateTime.class) + " in " + rows.getString("time_zone"),
                rows.getString("detail")));
  }

  /// Resolves again the staged starts whose cinema has another zone than they were resolved with,
  /// and those that were held back.
  public void settleAgain(Statements sql) throws SQLException {
    mend(
        sql,
        """
        select s.id, s.starts_at, s.written_offset, s.local_start, s.local_end, o.time_zone
        from staged_showtime s join (
          select u.cinema_id, u.zone, c.time_zone from
            (select cinema_id, zone, bool_or(line is null) as again from staged_showtime group by cinema_id, zone) u
            left join cinema_source w on w.id = u.cinema_id
            left join cinema c on c.id = w.record_id
          where u.zone is distinct from c.time_zone or u.again) o
          on o.cinema_id = s.cinema_id and o.zone is not distinct from s.zone
        """,
        """
        update staged_showtime s set starts_at = m.starts_at, offset_minutes = m.offset_minutes,
          clock_change = m.clock_change,
          details = case when s.local_end is null then s.details else nullif(coalesce(s.details, '{}') - 'endsAt'
            || jsonb_strip_nulls(jsonb_build_object('endsAt', m.ends_after)), '{}') end
        from resolved_start m where m.id = s.id
        """);
  }

  /// Resolves the starts that a query finds, and has them replaced.
  public void mend(Statements sql, String select, String update) throws SQLException {
    CopyRows mended = TempTable.RESOLVED_START.rows();
    sql.fill(TempTable.RESOLVED_START, mended);
    long found =
        sql.each(
            select,
            rows -> {
              LocalDateTime local = rows.getObject("local_start", LocalDateTime.class);
              LocalDateTime end = rows.getObject("local_end", LocalDateTime.class);
              ShowtimeColumns.Start start =
                  settle(
                      CinemaColumns.clock(rows),
                      local == null
                          ? new FeedStart.Exact(
                              Sql.instant(rows, "starts_at"), rows.getInt("written_offset"))
                          : new FeedStart.Local(local));
              mended
                  .row()
                  .text(rows.getString("id"))
                  .instant(start.instant())
                  .smallint(start.offsetMinutes())
                  .text(start.clockChange())
                  .integer(end == null ? null : minutes(start, new FeedStart.Local(end)));
              if (mended.isFull()) {
                mended.send(sql.connection());
              }
            });
    mended.send(sql.connection());
    if (found > 0) {
      sql.run("analyze resolved_start");
      sql.run(update);
    }
  }
}
