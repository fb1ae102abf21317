package org.marquee.store.reconcile.ids;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.rules.MoveRule;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Moved showtimes ([MoveRule]): finds the candidates, and gives the stored showtime its new
/// external id. It keeps its own id.
///
/// In a cinema that the `Guard` keeps, no start and no screen changes by a guess.
public record Moves(ImportSql sql) {
  /// The most pairs of a stored and a new showtime that are weighed in one cinema. Of more, none
  /// counts as moved: many showings at one time would fill the memory.
  private static final int MOST_CANDIDATES = 100_000;

  /// Gives the staged showtimes that were moved before the ids that they keep.
  ///
  /// One whose external id would give it the id of a showtime that has moved on since gets an id of
  /// its own.
  public void recall() throws SQLException {
    if (!sql.any("select from rekeyed where provider_id = :provider")) {
      return;
    }
    for (String table :
        List.of("staged_showtime", "staged_mention", "staged_cancellation", "staged_withdrawal")) {
      sql.run(
          "update %s s set id = k.id from rekeyed k where k.provider_id = :provider and k.key_id = s.id"
              .formatted(table));
    }
    sql.run(
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

  /// Finds the showtimes that were moved, which then count as listed; [#apply] changes them.
  public void findMoved() throws SQLException {
    if (!MoveRule.appliesTo(sql.header())) {
      return;
    }
    CopyRows moved = TempTable.MOVED_SHOWTIME.rows();
    List<MoveRule.Candidate> ofCinema = new ArrayList<>();
    String[] last = {""};
    long found =
        sql.statement(
                """
                -- Apart, so that they are joined by cinema and title at once. One film has one title.
                with listed as materialized (
                  select s.id, s.cinema_id, s.starts_at, s.screen_id, s.film_id, f.sort_key
                  from staged_showtime s join film f on f.id = s.film_id
                  where s.line is not null and not exists (select from provider_showtime o where o.id = s.id)),
                stored as materialized (
                  select t.id, t.cinema_id, t.starts_at, t.screen_id, t.film_id, f.sort_key,
                    coalesce(u.withdrawn, false) as gone
                  from provider_showtime t join film f on f.id = t.film_id left join unlisted_showtime u on u.id = t.id
                  where %s and %s
                    -- At once: the planner would expect nothing to be left by the first one.
                    and not exists (select from (
                      select id from staged_showtime union all select id from staged_mention
                      union all select id from staged_cancellation) o where o.id = t.id))
                select t.cinema_id, t.id as stored, s.id as listed, t.starts_at as stored_start, s.starts_at as listed_start,
                  t.screen_id as stored_screen, s.screen_id as listed_screen, s.film_id = t.film_id as same_film, t.gone
                from listed s join stored t on t.cinema_id = s.cinema_id and t.sort_key = s.sort_key
                  and t.starts_at between s.starts_at - :seconds * interval '1 second'
                    and s.starts_at + :seconds * interval '1 second'
                order by t.cinema_id
                """
                    .formatted(sql.ofProvider("t"), sql.inScope("t.cinema_id")))
            .bind("seconds", MoveRule.FARTHEST.toSeconds())
            .each(
                sql.connection(),
                rows -> {
                  if (!rows.getString("cinema_id").equals(last[0])) {
                    add(ofCinema, moved);
                    ofCinema.clear();
                    last[0] = rows.getString("cinema_id");
                  }
                  if (ofCinema.size() <= MOST_CANDIDATES) {
                    ofCinema.add(candidate(rows));
                  }
                });
    if (found > 0) {
      add(ofCinema, moved);
      moved.send(sql.connection());
      sql.run("delete from unlisted_showtime u using moved_showtime m where u.id = m.stored");
    }
  }

  private static void add(List<MoveRule.Candidate> ofCinema, CopyRows moved) {
    if (ofCinema.size() > MOST_CANDIDATES) {
      return;
    }
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

  /// Gives what was moved its new external ids. The `Guard` has decided which cinemas it keeps.
  public void apply() throws SQLException {
    if (!sql.any("select from moved_showtime")) {
      return;
    }
    staysWhereKept();
    sql.fill(
        TempTable.MOVED_KEY,
        """
        select m.stored, coalesce(k.key_id, m.listed) as key_id from moved_showtime m left join rekeyed k on k.id = m.listed
        """);
    sql.run(
        "update staged_showtime s set id = m.stored from moved_showtime m where m.listed = s.id");
    // What a showtime was known by before may come to mean another one.
    sql.run(
        "delete from rekeyed k using moved_showtime m where k.id = m.stored or k.id = m.listed");
    sql.run(
        """
        insert into rekeyed (provider_id, key_id, id) select :provider, key_id, stored from moved_key
        on conflict (key_id) do update set id = excluded.id
        """);
  }

  /// In a kept cinema the stored showtime was not moved by a guess: it stays as it is, and the new
  /// one is another showtime.
  private void staysWhereKept() throws SQLException {
    sql.run(
        """
        with stays as (
          delete from moved_showtime m using provider_showtime t join kept_cinema k on k.id = t.cinema_id
          where t.id = m.stored and t.provider_id = :provider and m.guess
          returning m.stored)
        insert into unlisted_showtime select stored, false from stays
        """);
  }

  public void report() throws SQLException {
    if (sql.header().guard() != FeedHeader.Guard.EACH_CINEMA) {
      return;
    }
    sql.reportLines(
        Code.SHOWING_MOVED,
        "showtime",
        """
        select s.line, s.external_id, t.starts_at as before, s.starts_at as after
        from staged_showtime s join provider_showtime t on t.id = s.id
        where s.starts_at <> t.starts_at and s.line is not null order by s.line
        """,
        row ->
            "from %s to %s"
                .formatted(
                    Timestamps.write(Sql.instant(row, "before")),
                    Timestamps.write(Sql.instant(row, "after"))));
  }
}
