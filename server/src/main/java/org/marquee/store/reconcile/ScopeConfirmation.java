package org.marquee.store.reconcile;

import java.sql.SQLException;

/// Moves the observations of programmes, of the provider and of whole kinds, which confirm every
/// record that has no observation of its own. Runs after everything else is written.
final class ScopeConfirmation {
  private final ImportSql sql;

  ScopeConfirmation(ImportSql sql) {
    this.sql = sql;
  }

  void run() throws SQLException {
    if (sql.scope().full()) {
      sql.run(
          """
          insert into programme (cinema_id, provider_id, observed_at, source_updated_at, last_feed_at)
          select c.record_id, :provider, :taken, :updated, :taken from cinema_source c
          where c.provider_id = :provider and %s
          on conflict (cinema_id, provider_id) do update
          set observed_at = excluded.observed_at, source_updated_at = excluded.source_updated_at,
            last_feed_at = greatest(programme.last_feed_at, excluded.last_feed_at)
          where programme.observed_at is distinct from excluded.observed_at
            or programme.source_updated_at is distinct from excluded.source_updated_at
            or programme.last_feed_at < excluded.last_feed_at
          """
              .formatted(sql.inScope("c.record_id")));
    }
    // Cinemas that are not stored, not yet or no more, included: an older feed of them may still
    // come.
    sql.run(
        """
        insert into programme (cinema_id, provider_id, last_feed_at)
        select coalesce(w.record_id, c.id) as cinema, :provider::integer, coalesce(max(c.taken), :taken::timestamptz)
        from (
          select id, max(observed_at) as taken from staged_cinema where line is not null group by id
          union all select cinema_id, max(observed_at) from staged_screen where line is not null group by cinema_id
          union all select cinema_id, max(observed_at) from staged_showtime where line is not null group by cinema_id
          union all select cinema_id, :last::timestamptz from touched_cinema
          union all select id, null from scope_cinema) c
        left join cinema_source w on w.id = c.id and w.provider_id = :provider
        group by cinema
        on conflict (cinema_id, provider_id) do update
        set last_feed_at = excluded.last_feed_at where programme.last_feed_at < excluded.last_feed_at
        """);
    sql.run(
        """
        update provider set last_feed_at = :taken
        where id = :provider and (last_feed_at is null or last_feed_at < :taken::timestamptz)
        """);
    if (sql.scope().whole()) {
      sql.run(
          """
          update provider set observed_at = :taken, source_updated_at = :updated::timestamptz
          where id = :provider and (observed_at is distinct from :taken::timestamptz
            or source_updated_at is distinct from :updated::timestamptz)
          """);
    }
    sql.run(
        """
        insert into kind_observed (kind, newest)
        select kind, :taken::timestamptz from (
          select 'chain' as kind where exists (select from staged_chain)
          union all select 'cinema' where exists (select from staged_cinema)
          union all select 'film' where exists (select from staged_film)
          union all select 'screen' where exists (select from staged_screen) or exists (select from mentioned_screen)
          union all select 'showtime' where exists (select from staged_showtime)) k
        on conflict (kind) do update set newest = excluded.newest where kind_observed.newest < excluded.newest
        """);
  }
}
