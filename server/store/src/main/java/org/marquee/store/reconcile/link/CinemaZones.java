package org.marquee.store.reconcile.link;

import java.sql.SQLException;
import org.marquee.listing.Kind;
import org.marquee.store.reconcile.stage.StartTimes;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;

/// The zones of cinemas: the offsets of showtimes follow them.
record CinemaZones(Statements sql) {
  /// Notes the zones of the cinemas that are published anew, before they are.
  void note() throws SQLException {
    sql.fill(
        TempTable.ZONE_BEFORE,
        "select r.id, c.time_zone from (%s) r left join cinema c on c.id = r.id"
            .formatted(CanonicalRecords.renewed(Kind.CINEMA)));
  }

  /// Moves the offsets of showtimes at cinemas that were published with another zone, or none, or
  /// that others have joined since. Their instants stay.
  void settle() throws SQLException {
    sql.fill(
        TempTable.ZONE_CHANGED,
        """
        select c.id, c.time_zone from cinema c join zone_before b on b.id = c.id
        where c.time_zone is not null and (c.time_zone is distinct from b.time_zone
          or c.id in (select after from relinked_source))
        """);
    sql.run(
        "delete from zone_changed z where not exists (select from showtime s where s.cinema_id = z.id)");
    if (sql.any("select from zone_changed")) {
      // Without statistics the planner expects so many that it reads all showtimes.
      sql.run("analyze zone_changed");
      moveOffsets("showtime");
      moveOffsets("showtime_source");
    }
  }

  private void moveOffsets(String table) throws SQLException {
    new StartTimes()
        .mend(
            sql,
            """
            select s.id, s.starts_at, s.offset_minutes as written_offset, null::timestamp as local_start, null::timestamp as local_end,
              z.time_zone
            from %s s join zone_changed z on z.id = s.cinema_id
            """
                .formatted(table),
            """
            update %s s set offset_minutes = m.offset_minutes%s from resolved_start m
            where m.id = s.id and s.offset_minutes <> m.offset_minutes
            """
                .formatted(table, Statements.written(table)));
  }
}
