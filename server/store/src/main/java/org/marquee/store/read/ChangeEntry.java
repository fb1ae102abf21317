package org.marquee.store.read;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.marquee.listing.ChangeFeed.Breadth;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ChangePosition.Mark;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.store.sql.Sql;

/// A row of the log of changes that followers read.
///
/// @param at when it was committed
/// @param place within its commit
/// @param written distinguishes entries of one place
record ChangeEntry(
    Kind kind, Step step, String id, Instant at, Revision revision, int place, long written) {
  /// What a commit did to a record.
  enum Step {
    CAME,
    CHANGED,
    WENT,
    /// Only its details, which not every follower asks for.
    DETAILED
  }

  /// The kinds in the order in which they come.
  private static final List<Kind> COMING =
      List.of(Kind.CHAIN, Kind.FILM, Kind.CINEMA, Kind.SCREEN, Kind.SHOWTIME);

  /// Places behind this one are those of details.
  static final int LAST_OF_RECORDS = 20;

  /// The place of an entry within its commit, as `change_place` has it.
  static int place(Kind kind, Step step) {
    int rank = COMING.indexOf(kind) + 1;
    return switch (step) {
      case CAME -> 2 * rank - 1;
      case CHANGED -> 2 * rank;
      case WENT -> 22 - 2 * rank;
      case DETAILED -> LAST_OF_RECORDS + rank;
    };
  }

  /// What an entry is at each place.
  private record Meaning(Kind kind, Step step) {}

  private static final Map<Integer, Meaning> MEANINGS = new TreeMap<>();

  static {
    for (Kind kind : COMING) {
      for (Step step : Step.values()) {
        MEANINGS.put(place(kind, step), new Meaning(kind, step));
      }
    }
  }

  /// SQL of the entries of the record `e.id`, which an index finds one by one. When showtimes came
  /// is not in it.
  static final String OF_RECORD =
      "select n, place, written from change where id = e.id and place <> 9";

  private static final String ENTRIES =
      """
      select c.n, c.place, c.written, c.id, a.made_at, r.epoch,
        case when c.n = r.n then r.mark else coalesce(
          (select f.follows from revision_at f where f.n = c.n + 1), '00000000-0000-0000-0000-000000000000') end as mark
      from (%s) c
      join revision_at a on a.n = c.n, revision r
      order by %s
      """;

  /// The places of some kinds, with commas between them.
  private static String places(Set<Kind> kinds, Breadth breadth) {
    return MEANINGS.entrySet().stream()
        .filter(each -> kinds.contains(each.getValue().kind()))
        .filter(each -> breadth == Breadth.WITH_DETAILS || each.getKey() <= LAST_OF_RECORDS)
        .map(each -> each.getKey().toString())
        .collect(joining(","));
  }

  /// The entries that follow a position, in order.
  static List<ChangeEntry> after(
      Connection connection, ChangePosition position, Set<Kind> kinds, Breadth breadth, int limit)
      throws SQLException {
    return Sql.of(
            ENTRIES.formatted(
                """
                select n, place, written, id from change
                where place is not null and (n, place, written) > (:n, :place, :written)
                  and place = any(string_to_array(:places, ',')::smallint[])
                order by n, place, written limit :limit
                """,
                "c.n, c.place, c.written"))
        .bind("n", position.revision().number())
        .bind("place", position.place())
        .bind("written", position.written())
        .bind("places", places(kinds, breadth))
        .bind("limit", limit)
        .list(connection, ChangeEntry::read);
  }

  /// The kinds that others refer to, in the order in which they come.
  static List<Kind> referredTo() {
    return COMING.subList(0, COMING.size() - 1);
  }

  /// The kinds in the order in which they go.
  static List<Kind> leaving() {
    return COMING.reversed();
  }

  /// Where the entry stands among those of its place.
  Mark mark() {
    return new Mark(revision.number(), written);
  }

  /// Entries of one place, over all commits from a mark on.
  static List<ChangeEntry> at(Connection connection, int place, Mark mark, int limit)
      throws SQLException {
    return Sql.of(
            ENTRIES.formatted(
                """
                select w.* from revision_at f
                cross join lateral (
                  select n, place, written, id from change
                  where place is not null and n = f.n and place = :place and written > :written
                  order by written limit :limit) w
                where f.n >= :n order by f.n, w.written limit :limit
                """,
                "c.n, c.written"))
        .bind("n", mark.revision())
        .bind("place", place)
        .bind("written", mark.written())
        .bind("limit", limit)
        .list(connection, ChangeEntry::read);
  }

  /// When a revision was committed.
  static Instant madeAt(Connection connection, long revision) throws SQLException {
    return Sql.of("select made_at from revision_at where n = :n")
        .bind("n", revision)
        .first(connection, row -> Sql.instant(row, "made_at"))
        .orElseThrow();
  }

  /// When the last withdrawals of records that are gone were written, by the records' ids.
  static Map<String, Long> lastWithdrawals(Connection connection, List<ChangeEntry> entries)
      throws SQLException {
    Map<String, Long> last = new HashMap<>();
    if (!entries.isEmpty()) {
      Sql.of(
              // Of a record that is gone the last entry is its withdrawal.
              "select e.id, w.written from unnest(string_to_array(:ids, ',')) e(id) cross join lateral ("
                  + OF_RECORD
                  + " order by n desc limit 1) w")
          .bind("ids", entries.stream().map(ChangeEntry::id).collect(joining(",")))
          .each(connection, row -> last.put(row.getString("id"), row.getLong("written")));
    }
    return last;
  }

  private static ChangeEntry read(ResultSet row) throws SQLException {
    int place = row.getInt("place");
    Meaning meaning = Objects.requireNonNull(MEANINGS.get(place));
    Revision revision =
        new Revision(
            row.getObject("epoch", UUID.class),
            row.getLong("n"),
            row.getObject("mark", UUID.class));
    return new ChangeEntry(
        meaning.kind(),
        meaning.step(),
        row.getString("id"),
        Sql.instant(row, "made_at"),
        revision,
        place,
        row.getLong("written"));
  }

  /// When a record came.
  record Arrival(int place, Mark mark) {
    boolean isAfter(ChangeEntry entry) {
      return mark.revision() > entry.revision().number()
          || (mark.revision() == entry.revision().number() && place > entry.place());
    }
  }

  /// When some records came last. Showtimes are not known.
  static Map<String, Arrival> arrivals(Connection connection, Collection<String> ids)
      throws SQLException {
    Map<String, Arrival> arrivals = new HashMap<>();
    if (!ids.isEmpty()) {
      Sql.of(
              """
              select e.id, w.* from unnest(string_to_array(:ids, ',')) e(id) cross join lateral (
                select n, place, written from change
                where id = e.id and place in (1, 3, 5, 7) order by n desc limit 1) w
              """)
          .bind("ids", String.join(",", ids))
          .each(
              connection,
              row ->
                  arrivals.put(
                      row.getString("id"),
                      new Arrival(
                          row.getInt("place"),
                          new Mark(row.getLong("n"), row.getLong("written")))));
    }
    return arrivals;
  }
}
