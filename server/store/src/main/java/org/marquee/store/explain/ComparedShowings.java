package org.marquee.store.explain;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.explanation.Explanation.Entry;
import org.marquee.explanation.Explanation.Part;
import org.marquee.explanation.Explanation.Point;
import org.marquee.explanation.Explanation.Topic;
import org.marquee.matching.Showings;
import org.marquee.store.sql.Sql;

/// Compares the first listing of a showtime with all others of its film in its cinema at its time.
final class ComparedShowings {
  private ComparedShowings() {}

  static List<Part> of(Connection connection, FoundRecord showtime, SourceRow first)
      throws SQLException {
    List<Entry> joined = new ArrayList<>();
    List<Entry> apart = new ArrayList<>();
    Sql.of(
            """
            select t.id, p.name as provider, t.external_id, coalesce(t.record_id, t.id) as record, r.name as screen,
              (select name from screen where id = :own) as own
            from provider_showtime t join provider p on p.id = t.provider_id left join screen r on r.id = t.screen_id
            where t.cinema_id = :cinema and t.film_id = :film and t.starts_at = :start::timestamptz and t.id <> :first
            order by t.id
            """)
        .bind("own", first.said().get("screen_id"))
        .bind("cinema", showtime.row().get("cinema_id"))
        .bind("film", showtime.row().get("film_id"))
        .bind("start", showtime.row().get("starts_at"))
        .bind("first", first.id())
        .each(
            connection,
            row -> {
              String one = Showings.screenKey(row.getString("own"));
              String other = Showings.screenKey(row.getString("screen"));
              String record = row.getString("record");
              boolean same = record.equals(showtime.id());
              String why =
                  row.getString("provider").equals(first.provider())
                      ? "one provider lists both"
                      : one != null && other != null && !one.equals(other)
                          ? "on another screen"
                          : "no screen tells which of several showings it is";
              (same ? joined : apart)
                  .add(
                      new Entry(
                          row.getString("provider") + " " + row.getString("external_id"),
                          null,
                          same ? "the same cinema, film and start, and no other screen" : why,
                          List.of(
                              new Point(first.name(), screen(row.getString("own"))),
                              new Point(
                                  row.getString("provider") + " " + row.getString("external_id"),
                                  screen(row.getString("screen")))),
                          same ? null : record));
            });
    return List.of(new Part(Topic.JOINED, joined), new Part(Topic.APART, apart));
  }

  private static String screen(@Nullable String name) {
    return name == null ? "no screen" : "on \"" + name + "\"";
  }
}
