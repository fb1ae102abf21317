package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.marquee.feed.FeedHeader;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Follows showtimes whose external ids are made of their starts ([FeedHeader.Keys]): one that is
/// no longer listed and one that is new, of the same film in the same cinema within a few hours,
/// are one that was moved. It keeps its id, and goes on under its new external id.
///
/// In a cinema that the [Guard] keeps, no start and no screen changes by such a guess: what is new
/// may as well be another showing.
final class Moves {
  static final String CREATE =
      """
      create temporary table moved (stored text collate "C", listed text collate "C");
      """;

  /// As far as a showtime can be moved and still be the same (docs/decisions/0051).
  private static final String FARTHEST = "6 hours";

  private final Connection connection;
  private final Writing writing;
  private final Notices notices;
  private final boolean follows;
  private final boolean tells;

  Moves(Connection connection, Writing writing, Scope scope, FeedHeader header, Notices notices) {
    this.connection = connection;
    this.writing = writing;
    this.notices = notices;
    this.tells = header.guard() == FeedHeader.Guard.EACH_CINEMA;
    this.follows = scope.full() && header.keys() == FeedHeader.Keys.MADE;
  }

  /// Gives the laid-out showtimes the ids that they go on under.
  ///
  /// One whose external id would give it the id of a showtime that has moved on since gets an id of
  /// its own.
  void recall() throws SQLException {
    if (writing.number("select count(*) from rekeyed where provider_id = :provider") == 0) {
      return;
    }
    writing.run(
        """
        update staged_showtime s set id = k.id from rekeyed k where k.provider_id = :provider and k.key_id = s.id
        """);
    writing.run(
        """
        update mentioned m set id = k.id from rekeyed k
        where k.provider_id = :provider and k.key_id = m.id and m.kind = 'showtime'
        """);
    writing.run(
        """
        update called_off o set id = k.id from rekeyed k where k.provider_id = :provider and k.key_id = o.id
        """);
    writing.run(
        """
        update staged_withdrawal w set id = k.id from rekeyed k
        where k.provider_id = :provider and k.key_id = w.id and w.kind = 'showtime'
        """);
    writing.run(
        """
        with fresh as (
          update staged_showtime s set id = s.id || '-' || (select n from revision) from provider_showtime t
          where t.id = s.id and t.external_id <> s.external_id
            and exists (select from rekeyed k where k.provider_id = :provider and k.id = s.id)
          returning t.id as key_id, s.id)
        insert into rekeyed (provider_id, key_id, id) select distinct :provider::integer, key_id, id from fresh
        on conflict (key_id) do update set id = excluded.id
        """);
  }

  /// One possible move.
  private record Move(String stored, String listed) {}

  /// Finds what was moved among what [UnlistedRecords] has found, which then counts as listed; and
  /// what has another external id, but starts when it did, past showtimes included. [#apply] makes
  /// it so.
  void find() throws SQLException {
    if (!follows) {
      return;
    }
    CopyRows moved = new CopyRows("moved", 2);
    Set<String> taken = new HashSet<>();
    for (Move move : possible()) {
      // An id is a stored showtime's or a new one's, so one set does for both.
      if (!taken.contains(move.stored()) && !taken.contains(move.listed())) {
        taken.add(move.stored());
        taken.add(move.listed());
        moved.row().text(move.stored()).text(move.listed());
      }
    }
    if (!taken.isEmpty()) {
      moved.send(connection);
      writing.run("delete from unlisted u using moved m where u.id = m.stored");
    }
  }

  /// Nearest first: on the same screen, then by the time between; of equals the earlier ones, so
  /// that a whole programme that is moved stays in its order. A film that is another one by its id,
  /// but not by its title, has to be shown at the same time: it gained a year, or lost it.
  private List<Move> possible() throws SQLException {
    return writing
        .sql(
            """
            select t.id as stored, s.id as listed
            from staged_showtime s join film n on n.id = s.film_id
            join provider_showtime t on t.cinema_id = s.cinema_id and t.provider_id = :provider
              and t.starts_at between s.starts_at - interval '%1$s' and s.starts_at + interval '%1$s'
            join film f on f.id = t.film_id
            where s.line > 0 and not exists (select from provider_showtime o where o.id = s.id)
              and (t.starts_at = s.starts_at or exists (select from unlisted u where u.id = t.id and u.withdrawn))
              and not exists (select from staged_showtime o where o.id = t.id)
              and not exists (select from mentioned m where m.id = t.id)
              and not exists (select from called_off o where o.id = t.id)
              and (s.screen_id is not distinct from t.screen_id or s.screen_id is null or t.screen_id is null
                or s.starts_at = t.starts_at)
              and (n.id = f.id or (n.sort_key = f.sort_key and s.starts_at = t.starts_at))
            order by s.screen_id is distinct from t.screen_id, n.id <> f.id,
              abs(extract(epoch from s.starts_at - t.starts_at)), t.starts_at, s.starts_at, t.id, s.id
            """
                .formatted(FARTHEST))
        .list(connection, Moves::move);
  }

  private static Move move(ResultSet rows) throws SQLException {
    return new Move(rows.getString("stored"), rows.getString("listed"));
  }

  /// Gives what was moved its new external ids. To be called when the [Guard] has decided which
  /// cinemas it keeps.
  void apply() throws SQLException {
    if (writing.number("select count(*) from moved") == 0) {
      return;
    }
    staysWhereKept();
    writing.run(
        """
        create temporary table moved_key as
        select m.stored, coalesce(k.key_id, m.listed) as key_id from moved m left join rekeyed k on k.id = m.listed
        """);
    writing.run("update staged_showtime s set id = m.stored from moved m where m.listed = s.id");
    // What a showtime was known by before may come to mean another one.
    writing.run("delete from rekeyed k using moved m where k.id = m.stored or k.id = m.listed");
    writing.run(
        """
        insert into rekeyed (provider_id, key_id, id) select :provider, key_id, stored from moved_key
        on conflict (key_id) do update set id = excluded.id
        """);
  }

  /// In a kept cinema the showtime that was stored is not listed after all, and stays; what is
  /// listed is another one. A new external id at the same time and place is no move.
  private void staysWhereKept() throws SQLException {
    writing.run(
        """
        with stays as (
          delete from moved m using provider_showtime t join kept_cinema k on k.id = t.cinema_id, staged_showtime s
          where t.id = m.stored and t.provider_id = :provider and s.id = m.listed
            and (s.starts_at <> t.starts_at
              or (s.screen_id is distinct from t.screen_id and s.screen_id is not null and t.screen_id is not null))
          returning m.stored)
        insert into unlisted select stored, false from stays
        """);
  }

  /// Tells which of the stored showtimes that are listed start at another time now.
  void tell() throws SQLException {
    if (!tells) {
      return;
    }
    writing
        .sql(
            """
            select s.line, s.external_id, t.starts_at as before, s.starts_at as after
            from staged_showtime s join provider_showtime t on t.id = s.id
            where s.starts_at <> t.starts_at and s.line > 0 order by s.line
            """)
        .each(
            connection,
            rows ->
                notices.add(
                    new Notice(
                        Code.SHOWING_MOVED,
                        "line " + rows.getLong("line"),
                        "showtime " + rows.getString("external_id"),
                        "from "
                            + Timestamps.write(Sql.instant(rows, "before"))
                            + " to "
                            + Timestamps.write(Sql.instant(rows, "after")))));
  }
}
