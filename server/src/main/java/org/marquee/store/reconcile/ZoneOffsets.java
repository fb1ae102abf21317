package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import org.marquee.store.sql.Sql;

/// Keeps the offsets of stored showtimes those of their cinemas' zones.
final class ZoneOffsets {
  private ZoneOffsets() {}

  /// Notes the zones of all cinemas before source records are written.
  static void note(Connection connection) throws SQLException {
    Sql.of(TempTable.ZONE_BEFORE.fill("select id, time_zone from cinema")).run(connection);
  }

  /// Moves the offsets of showtimes at cinemas that were published with another zone, or none, or
  /// that others have joined since.
  static void settle(Connection connection) throws SQLException {
    Sql.of(
            TempTable.ZONE_CHANGED.fill(
                """
                select c.id, c.time_zone from cinema c left join zone_before b on b.id = c.id
                where c.time_zone is not null and (c.time_zone is distinct from b.time_zone
                  or c.id in (select after from relinked_source))
                """))
        .run(connection);
    Sql.of(
            "delete from zone_changed z where not exists (select from showtime s where s.cinema_id"
                + " = z.id)")
        .run(connection);
    if (Sql.of("select count(*) from zone_changed").number(connection) > 0) {
      StartTimes.moveOffsets(connection);
    }
    Sql.of(TempTable.ZONE_BEFORE.clear()).run(connection);
    Sql.of(TempTable.ZONE_CHANGED.clear()).run(connection);
  }
}
