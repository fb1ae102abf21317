package org.marquee.store.reconcile.publish;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.marquee.matching.Contradictions;
import org.marquee.matching.Contradictions.Pair;
import org.marquee.matching.Contradictions.Shown;
import org.marquee.matching.Contradictions.Why;
import org.marquee.notice.Code;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.sql.Sql;

/// Finds the showtimes of different providers that contradict each other ([Contradictions]), in
/// cinemas that several of them list.
public final class ShownTwice {
  private ShownTwice() {}

  /// Two showtimes of a cinema.
  public record DoubleShowing(Why why, String cinemaId, String cinema, Shown one, Shown other) {}

  /// All that lie ahead.
  public static List<DoubleShowing> all(Connection connection) throws SQLException {
    List<DoubleShowing> found = new ArrayList<>();
    find(connection, Sql.of(SELECT.formatted("true", "clock_timestamp()")), found::add);
    return found;
  }

  /// Reports those of the cinemas that the feed lists.
  public static void report(ImportSql sql) throws SQLException {
    String listed = "c.record_id in (select cinema_id from staged_showtime)";
    find(
        sql.connection(),
        sql.statement(SELECT.formatted(listed, ":taken::timestamptz")),
        each ->
            sql.report(
                Code.SOURCES_DISAGREE,
                "",
                "cinema " + each.cinema(),
                each.why().words() + ": " + each.one() + ", " + each.other()));
  }

  private static final String SELECT =
      """
      select t.cinema_id, c.name as cinema, coalesce(t.record_id, t.id) as id, t.film_id, f.title, t.starts_at,
        r.name as screen, p.name as provider, t.external_id
      from provider_showtime t join cinema c on c.id = t.cinema_id and not c.hidden
      join film f on f.id = t.film_id and not f.hidden
      join provider p on p.id = t.provider_id left join screen r on r.id = t.screen_id
      where t.starts_at >= %2$s and t.cinema_id in (
        select c.record_id from cinema_source c where %1$s group by c.record_id having count(*) > 1)
      order by t.cinema_id, t.starts_at, t.id
      """;

  private static void find(Connection connection, Sql listed, Consumer<DoubleShowing> sink)
      throws SQLException {
    List<Shown> ofCinema = new ArrayList<>();
    String[] cinema = {"", ""};
    Runnable compare =
        () -> {
          for (Pair pair : Contradictions.among(ofCinema)) {
            sink.accept(
                new DoubleShowing(pair.why(), cinema[0], cinema[1], pair.one(), pair.other()));
          }
          ofCinema.clear();
        };
    listed.each(
        connection,
        row -> {
          if (!row.getString("cinema_id").equals(cinema[0])) {
            compare.run();
            cinema[0] = row.getString("cinema_id");
            cinema[1] = row.getString("cinema");
          }
          ofCinema.add(
              new Shown(
                  row.getString("id"),
                  row.getString("film_id"),
                  row.getString("title"),
                  Sql.instant(row, "starts_at"),
                  row.getString("screen"),
                  new TreeMap<>(Map.of(row.getString("provider"), row.getString("external_id")))));
        });
    compare.run();
  }
}
