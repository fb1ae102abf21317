package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.rules.MoveRule;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Moved showtimes ([MoveRule]): finds the candidates, and gives the stored showtime its new external
/// id. It keeps its own id.
///
/// In a cinema that the [Guard] keeps, no start and no screen changes by a guess.
final class Moves {
  static final String CREATE =
      """
      create temporary table moved (stored text collate "C", listed text collate "C", guess boolean);
      """;

  private final Connection connection;
  private final Writing writing;
  private final Notices notices;
  private final boolean follows;
  private final boolean tells;

  Moves(Connection connection, Writing writing, FeedHeader header, Notices notices) {
    this.connection = connection;
    this.writing = writing;
    this.notices = notices;
    this.tells = header.guard() == FeedHeader.Guard.EACH_CINEMA;
    this.follows = MoveRule.appliesTo(header);
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

  /// Finds the showtimes that were moved, which then count as listed; [#apply] changes them. Runs
  /// after [UnlistedRecords#find].
  void find() throws SQLException {
    if (!follows) {
      return;
    }
    CopyRows moved = new CopyRows("moved", 3);
    List<MoveRule.Candidate> ofCinema = new ArrayList<>();
    String[] last = {""};
    long found =
        writing
            .sql(
                """
                select t.cinema_id, t.id as stored, s.id as listed, t.starts_at as stored_start, s.starts_at as listed_start,
                  t.screen_id as stored_screen, s.screen_id as listed_screen, n.id = f.id as same_film,
                  coalesce(u.withdrawn, false) as gone
                from staged_showtime s join film n on n.id = s.film_id
                join provider_showtime t on t.cinema_id = s.cinema_id and t.provider_id = :provider
                  and t.starts_at between s.starts_at - :seconds * interval '1 second'
                    and s.starts_at + :seconds * interval '1 second'
                join film f on f.id = t.film_id
                left join unlisted u on u.id = t.id
                where s.line is not null and (n.id = f.id or n.sort_key = f.sort_key)
                  and not exists (select from provider_showtime o where o.id = s.id)
                  and not exists (select from staged_showtime o where o.id = t.id)
                  and not exists (select from mentioned m where m.id = t.id)
                  and not exists (select from called_off o where o.id = t.id)
                order by t.cinema_id
                """)
            .bind("seconds", MoveRule.FARTHEST.toSeconds())
            .each(
                connection,
                rows -> {
                  if (!rows.getString("cinema_id").equals(last[0])) {
                    add(ofCinema, moved);
                    ofCinema.clear();
                    last[0] = rows.getString("cinema_id");
                  }
                  ofCinema.add(candidate(rows));
                });
    if (found > 0) {
      add(ofCinema, moved);
      moved.send(connection);
      writing.run("delete from unlisted u using moved m where u.id = m.stored");
    }
  }

  private static void add(List<MoveRule.Candidate> ofCinema, CopyRows moved) {
    for (MoveRule.Candidate move : MoveRule.choose(ofCinema)) {
      moved.row().text(move.stored()).text(move.listed()).flag(move.isGuess());
    }
  }

  private static MoveRule.Candidate candidate(ResultSet rows) throws SQLException {
    return new MoveRule.Candidate(
        rows.getString("stored"),
        rows.getString("listed"),
        Sql.instant(rows, "stored_start"),
        Sql.instant(rows, "listed_start"),
        rows.getString("stored_screen"),
        rows.getString("listed_screen"),
        rows.getBoolean("same_film"),
        rows.getBoolean("gone"));
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

  /// In a kept cinema the stored showtime was not moved by a guess: it stays as it is, and the new
  /// one is another showtime.
  private void staysWhereKept() throws SQLException {
    writing.run(
        """
        with stays as (
          delete from moved m using provider_showtime t join kept_cinema k on k.id = t.cinema_id
          where t.id = m.stored and t.provider_id = :provider and m.guess
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
            where s.starts_at <> t.starts_at and s.line is not null order by s.line
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
