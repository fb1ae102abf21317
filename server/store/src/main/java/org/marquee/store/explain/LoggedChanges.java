package org.marquee.store.explain;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.explanation.Explanation.Entry;
import org.marquee.store.sql.Sql;

/// The last changes of records in the log, with the imports that made them.
///
/// The arrivals of showtimes are left out: they are most of the log, and no index finds them.
final class LoggedChanges {
  private static final int MOST = 20;

  private LoggedChanges() {}

  static List<Entry> of(Connection connection, List<String> ids) throws SQLException {
    return Sql.of(
            """
            select concat_ws(' ', 'revision', c.n, to_char(a.made_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as about,
              c.id || case when c.what = 'd' then ' changed in details' when c.place >= change_place('showtime', '-') then ' withdrawn'
                when c.place % 2 = 0 then ' changed' else ' added' end as what,
              coalesce('import ' || r.id || ' of ' || r.provider, 'no import that is remembered; see `audit`') as why
            from change c left join revision_at a on a.n = c.n
              left join lateral (select id, provider from run where revision = c.n order by started_at limit 1) r on true
            where c.id = any(:ids) and c.place <> 9
            order by c.n desc, c.written desc limit :most
            """)
        .bind("ids", ids)
        .bind("most", MOST)
        .list(
            connection,
            row ->
                new Entry(
                    row.getString("about"),
                    row.getString("what"),
                    row.getString("why"),
                    List.of(),
                    null));
  }
}
