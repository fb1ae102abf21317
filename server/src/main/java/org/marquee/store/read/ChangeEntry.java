package org.marquee.store.read;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.store.sql.Sql;

/// A row of the log of changes that followers are told.
///
/// @param at when it was committed
/// @param position behind it
record ChangeEntry(Kind kind, Step step, String id, Instant at, ChangePosition position) {
  /// What a commit did to a record.
  enum Step {
    CAME,
    CHANGED,
    /// It referred to something else before, which may go next.
    REFERRED,
    WENT
  }

  /// The kinds in the order in which they come.
  private static final List<Kind> COMING =
      List.of(Kind.CHAIN, Kind.FILM, Kind.CINEMA, Kind.SCREEN, Kind.SHOWTIME);

  /// The place of an entry within its commit, as `change_place` of migration 21 has it.
  static int place(Kind kind, Step step) {
    int rank = COMING.indexOf(kind) + 1;
    return switch (step) {
      case CAME -> 2 * rank - 1;
      case CHANGED -> 2 * rank;
      case REFERRED -> 21 - 2 * rank;
      case WENT -> 22 - 2 * rank;
    };
  }

  private static final Map<Integer, Kind> KINDS = new HashMap<>();
  private static final Map<Integer, Step> STEPS = new HashMap<>();

  static {
    for (Kind kind : COMING) {
      for (Step step : Step.values()) {
        KINDS.put(place(kind, step), kind);
        STEPS.put(place(kind, step), step);
      }
    }
  }

  /// The entries that follow a position, in order.
  static List<ChangeEntry> after(
      Connection connection, ChangePosition position, Set<Kind> kinds, int limit)
      throws SQLException {
    List<String> places = new ArrayList<>();
    KINDS.forEach((place, kind) -> {
      if (kinds.contains(kind)) {
        places.add(place.toString());
      }
    });
    return Sql.of(
            """
            select c.n, c.place, c.written, c.id, a.made_at, r.epoch,
              case when c.n = r.n then r.mark else coalesce(
                (select f.follows from revision_at f where f.n = c.n + 1), '00000000-0000-0000-0000-000000000000') end as mark
            from (
              select n, place, written, id from change
              where place is not null and (n, place, written) > (:n, :place, :written)
                and place = any(string_to_array(:places, ',')::smallint[])
              order by n, place, written limit :limit) c
            join revision_at a on a.n = c.n, revision r
            order by c.n, c.place, c.written
            """)
        .bind("n", position.revision().number())
        .bind("place", position.place())
        .bind("written", position.written())
        .bind("places", String.join(",", places))
        .bind("limit", limit)
        .list(connection, ChangeEntry::read);
  }

  private static ChangeEntry read(ResultSet row) throws SQLException {
    int place = row.getInt("place");
    Revision revision =
        new Revision(
            row.getObject("epoch", UUID.class),
            row.getLong("n"),
            row.getObject("mark", UUID.class));
    return new ChangeEntry(
        KINDS.getOrDefault(place, Kind.SHOWTIME),
        STEPS.getOrDefault(place, Step.REFERRED),
        row.getString("id"),
        Sql.instant(row, "made_at"),
        new ChangePosition(revision, place, row.getLong("written"), 0, 0));
  }

  /// When a record came.
  record Arrival(long revision, int place) {
    boolean isAfter(ChangePosition position) {
      return revision > position.revision().number()
          || (revision == position.revision().number() && place > position.place());
    }
  }

  /// When those of some records came last that came since a revision. Showtimes are not known.
  static Map<String, Arrival> arrivals(Connection connection, Collection<String> ids, long since)
      throws SQLException {
    Map<String, Arrival> arrivals = new HashMap<>();
    if (!ids.isEmpty()) {
      Sql.of(
              """
              select id, max(n) as n, max(place) as place from change
              where id = any(string_to_array(:ids, ',')) and place in (1, 3, 5, 7) and n >= :since
              group by id
              """)
          .bind("ids", String.join(",", ids))
          .bind("since", since)
          .each(
              connection,
              row ->
                  arrivals.put(
                      row.getString("id"), new Arrival(row.getLong("n"), row.getInt("place"))));
    }
    return arrivals;
  }
}
