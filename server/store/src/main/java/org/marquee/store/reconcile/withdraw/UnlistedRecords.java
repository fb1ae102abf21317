package org.marquee.store.reconcile.withdraw;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.marquee.ingest.guard.WholeFeedRules;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;
import org.marquee.store.reconcile.stage.FormerSources;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.record.ChainColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;

/// What a full feed no longer lists: withdrawn if it is in the feed's scope, else left with the
/// observation that it had (docs/feeds.md, "What is no longer listed").
public record UnlistedRecords(ImportSql sql) {
  /// SQL: nothing refers to the source record `r` of a film.
  public static final String FILM_UNUSED =
      """
      not exists (select from provider_showtime t
        where t.provider_id = r.provider_id and t.film_id = r.record_id and coalesce(t.source_film_id, t.film_id) = r.id)
      and not exists (select from held_back h where h.film_id = r.id)
      """;

  /// SQL: nothing refers to the chain `r`.
  public static final String CHAIN_UNUSED =
      """
      not exists (select from cinema_source c where c.provider_id = r.provider_id and c.chain_id = r.id)
      and not exists (select from held_back h
        where h.provider_id = r.provider_id and h.kind = 'cinema' and h.record ->> 'chain_id' = r.id)
      """;

  /// Finds the showtimes in scope that are not listed, with the past ones that have no observation
  /// of their own.
  public void findUnlisted() throws SQLException {
    sql.run(
        """
        insert into unlisted_showtime
        select t.id, %1$s as withdrawn from provider_showtime t
        where %3$s and %2$s and (t.observed_at is null or (%1$s))
          and not exists (select from staged_showtime s where s.id = t.id)
          and not exists (select from staged_cancellation o where o.id = t.id)
        """
            .formatted(
                sql.inWindow("t.starts_at"), sql.inScope("t.cinema_id"), sql.ofProvider("t")));
    sql.run(
        """
        update unlisted_showtime u set withdrawn = false from staged_mention m where m.kind = 'showtime' and m.id = u.id
        """);
  }

  /// Why the feed is refused as a whole, if it would withdraw too much ([WholeFeedRules#shrunk]).
  public Optional<Notice> shrinkage() throws SQLException {
    if (!WholeFeedRules.mayBeShrunk(sql.header(), sql.rules().shrinking())) {
      return Optional.empty();
    }
    long withdrawn = sql.number("select count(*) from unlisted_showtime where withdrawn");
    if (withdrawn == 0) {
      return Optional.empty();
    }
    long stored =
        sql.number(
            """
            select count(*) from provider_showtime t where %s and %s and %s
            """
                .formatted(
                    sql.ofProvider("t"), sql.inWindow("t.starts_at"), sql.inScope("t.cinema_id")));
    return WholeFeedRules.shrunk(stored, withdrawn, sql.scope().from());
  }

  public void withdrawShowtimes() throws SQLException {
    sql.run("analyze unlisted_showtime");
    sql.count(Kind.SHOWTIME).unlisted +=
        sql.number(
            """
            with alone as (
              delete from showtime t using unlisted_showtime u where u.id = t.id and u.withdrawn and t.merged is null
              returning t.cinema_id, t.film_id, t.starts_at),
            shared as (
              delete from showtime_source t using unlisted_showtime u where u.id = t.id and u.withdrawn returning t.record_id),
            looked as (
              insert into touched_showing select * from alone a where exists (
                select from cinema_source c where c.record_id = a.cinema_id and c.provider_id <> :provider)),
            gone as (insert into left_record select 'showtime', record_id from shared)
            select (select count(*) from alone) + (select count(*) from shared)
            """);
  }

  /// Gives what stays without being listed the observation of the feed before.
  public void keepObservations() throws SQLException {
    if (!sql.scope().full()) {
      return;
    }
    for (String table : List.of("showtime", "showtime_source")) {
      keep(
          table,
          "unlisted_showtime u, programme g",
          "u.id = r.id and not u.withdrawn and g.cinema_id = r.cinema_id and g.provider_id = :provider");
    }
    keep(
        "screen",
        "programme g",
        """
        r.provider_id = :provider and %s and g.cinema_id = r.cinema_id and g.provider_id = :provider
          and not exists (select from staged_screen s where s.id = r.id)
          and not exists (select from mentioned_screen s where s.id = r.id and s.listed)
        """
            .formatted(sql.inScope("r.cinema_id")));
    keep(
        "cinema_source",
        "programme g",
        """
        r.provider_id = :provider and %s and g.cinema_id = r.record_id and g.provider_id = :provider
          and not exists (select from staged_cinema s where s.id = r.id)
        """
            .formatted(sql.inScope("r.record_id")));
    if (sql.scope().whole()) {
      for (RecordTable<?> table : List.of(FilmColumns.TABLE, ChainColumns.TABLE)) {
        keep(
            table.stored(),
            "provider g",
            "g.id = :provider and r.provider_id = :provider and not exists (select from %s s where s.id = r.id)"
                .formatted(table.staged()));
      }
    }
  }

  /// @param from what has the observation `g` of the records `r`
  private void keep(String table, String from, String where) throws SQLException {
    sql.run(
        """
        update %s r set observed_at = g.observed_at, observed_updated_at = g.source_updated_at%s
        from %s where r.observed_at is null and %s%s
        """
            .formatted(
                table, Statements.written(table), from, where, Statements.alone("r", table)));
  }

  /// A normal feed does not withdraw what a newer one brought.
  private String notListed(String staged) {
    return """
    r.provider_id = :provider %2$s
      and not exists (select from %1$s s where s.id = r.id)
      and not exists (select from staged_mention m where m.id = r.id)
    """
        .formatted(
            staged,
            sql.replacesNewer() ? "" : "and (r.observed_at is null or r.observed_at <= :taken)");
  }

  /// Withdraws the films, cinemas and chains that a whole feed does not list and nothing refers to.
  /// Cinemas leave with their screens, which are part of them.
  public void withdrawRecords() throws SQLException {
    sql.count(Kind.FILM).unlisted +=
        sql.run(
            FormerSources.leave(
                Kind.FILM,
                "delete from film_source r where %s and %s"
                    .formatted(notListed("staged_film"), FILM_UNUSED)));
    sql.fill(
        TempTable.CLOSED_CINEMA,
        """
        select r.id, r.record_id from cinema_source r where %s
          and not exists (select from provider_showtime t where t.cinema_id = r.record_id and t.provider_id = :provider)
          and not exists (select from held_back h where h.cinema_id = r.id)
        """
            .formatted(notListed("staged_cinema")));
    sql.count(Kind.SCREEN).unlisted +=
        sql.run(
            """
            delete from screen where provider_id = :provider and cinema_id in (select record_id from closed_cinema)
            """);
    sql.run(
        """
        delete from programme where provider_id = :provider and cinema_id in (select record_id from closed_cinema)
        """);
    sql.count(Kind.CINEMA).unlisted +=
        sql.run(
            FormerSources.leave(
                Kind.CINEMA,
                "delete from cinema_source r where r.id in (select id from closed_cinema)"));
    sql.count(Kind.CHAIN).unlisted +=
        sql.run("delete from chain r where " + notListed("staged_chain") + " and " + CHAIN_UNUSED);
  }
}
