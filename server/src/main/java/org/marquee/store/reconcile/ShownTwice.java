package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Timestamps;
import org.marquee.matching.Contradictions;
import org.marquee.matching.Contradictions.Pair;
import org.marquee.matching.Contradictions.Shown;
import org.marquee.matching.Showings;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.store.sql.Sql;

/// Finds the showtimes of different providers that contradict each other ([Contradictions]), in
/// cinemas that several of them list.
public final class ShownTwice {
  private ShownTwice() {}

  /// Two showtimes of a cinema.
  public record Found(
      Contradictions.Why why, String cinemaId, String cinema, Showing one, Showing other) {}

  /// A showtime as people see it.
  ///
  /// @param providers each with the external id by which it lists the showtime
  public record Showing(
      String id, String film, Instant start, String screen, Map<String, String> providers) {
    private Showing and(Showing other) {
      Map<String, String> all = new TreeMap<>(providers);
      all.putAll(other.providers);
      return new Showing(id, film, start, screen.isEmpty() ? other.screen : screen, all);
    }

    @Override
    public String toString() {
      return "\"%s\" at %s on %s (%s)"
          .formatted(film, Timestamps.write(start), screen, String.join(", ", providers.keySet()));
    }
  }

  /// All that lie ahead.
  public static List<Found> all(Connection connection) throws SQLException {
    List<Found> found = new ArrayList<>();
    find(connection, Sql.of(SELECT.formatted("true", "clock_timestamp()")), found::add);
    return found;
  }

  /// Reports those of the cinemas that the feed lists.
  static void report(ImportSql sql, Notices notices) throws SQLException {
    String listed = "c.record_id in (select cinema_id from staged_showtime)";
    find(
        sql.connection(),
        sql.statement(SELECT.formatted(listed, ":taken::timestamptz")),
        each ->
            notices.add(
                new Notice(
                    Code.SOURCES_DISAGREE,
                    "",
                    "cinema " + each.cinema(),
                    each.why().words() + ": " + each.one() + ", " + each.other())));
  }

  private static final String SELECT =
      """
      select t.cinema_id, c.name as cinema, coalesce(t.record_id, t.id) as id, t.film_id, f.title, t.starts_at,
        r.name as screen, t.provider_id, p.name as provider, t.external_id
      from provider_showtime t join cinema c on c.id = t.cinema_id join film f on f.id = t.film_id
      join provider p on p.id = t.provider_id left join screen r on r.id = t.screen_id
      where t.starts_at >= %2$s and t.cinema_id in (
        select c.record_id from cinema_source c where %1$s group by c.record_id having count(*) > 1)
      order by t.cinema_id, t.starts_at, t.id
      """;

  private static void find(Connection connection, Sql listed, Consumer<Found> sink)
      throws SQLException {
    Cinema[] cinema = {new Cinema("", "")};
    listed.each(
        connection,
        row -> {
          if (!row.getString("cinema_id").equals(cinema[0].id)) {
            cinema[0].tell(sink);
            cinema[0] = new Cinema(row.getString("cinema_id"), row.getString("cinema"));
          }
          @Nullable String screen = row.getString("screen");
          Shown shown =
              new Shown(
                  row.getString("id"),
                  row.getString("film_id"),
                  Sql.instant(row, "starts_at"),
                  Showings.screenKey(screen),
                  Set.of(row.getInt("provider_id")));
          cinema[0].add(
              shown,
              new Showing(
                  shown.id(),
                  row.getString("title"),
                  shown.start(),
                  Objects.requireNonNullElse(screen, ""),
                  Map.of(row.getString("provider"), row.getString("external_id"))));
        });
    cinema[0].tell(sink);
  }

  private static final class Cinema {
    private final String id;
    private final String name;
    private final List<Shown> listed = new ArrayList<>();
    private final Map<String, Showing> showings = new HashMap<>();

    Cinema(String id, String name) {
      this.id = id;
      this.name = name;
    }

    void add(Shown shown, Showing showing) {
      listed.add(shown);
      showings.merge(shown.id(), showing, Showing::and);
    }

    void tell(Consumer<Found> sink) {
      for (Pair pair : Contradictions.among(listed)) {
        sink.accept(new Found(pair.why(), id, name, showing(pair.one()), showing(pair.other())));
      }
    }

    private Showing showing(Shown shown) {
      return Objects.requireNonNull(showings.get(shown.id()));
    }
  }
}
