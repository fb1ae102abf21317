package org.marquee.store.reconcile.link;

import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Code;
import org.marquee.store.reconcile.stage.ImportSql;

/// Cinemas that a feed puts into another country or time zone than before: the provider has given
/// the id to another cinema, or corrected an error. A person is asked which (docs/matching.md, "A
/// cinema that moves").
public record MovedCinemas(ImportSql sql) {
  /// Reports them, and notes where they were.
  public void note() throws SQLException {
    List<String> moved = new ArrayList<>();
    sql.each(
        """
        select s.id, s.line, s.external_id, w.country_code <> s.country_code as abroad,
          w.time_zone as zone_before, s.time_zone, concat_ws(', ', w.country_code, w.time_zone) as place_before,
          concat_ws(', ', s.country_code, s.time_zone) as place
        from staged_cinema s join cinema_source w on w.id = s.id
        where s.line is not null and (w.country_code <> s.country_code or w.time_zone <> s.time_zone)
        order by s.line
        """,
        row -> {
          // A zone has several names.
          if (row.getBoolean("abroad")
              || !areOneClock(row.getString("time_zone"), row.getString("zone_before"))) {
            moved.add(row.getString("id"));
            sql.report(
                Code.CINEMA_MOVED,
                "line " + row.getLong("line"),
                "cinema " + row.getString("external_id"),
                "from %s to %s".formatted(row.getString("place_before"), row.getString("place")));
          }
        });
    if (!moved.isEmpty()) {
      sql.statement(
              """
              update cinema_source set moved_from = coalesce(moved_from, concat_ws(', ', country_code, time_zone))
              where id = any(:moved)
              """)
          .bind("moved", moved.toArray(String[]::new))
          .run(sql.connection());
    }
  }

  private static boolean areOneClock(@Nullable String zone, @Nullable String other) {
    return zone == null
        || other == null
        || ZoneId.of(zone).getRules().equals(ZoneId.of(other).getRules());
  }
}
