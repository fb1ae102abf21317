package org.marquee.store.reconcile;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.marquee.ingest.rules.FeedScope;
import org.marquee.store.sql.Sql;

/// The last imported feed of the cinemas that a feed lists or covers
/// ([org.marquee.ingest.rules.FeedAgeRule]).
final class LastFeed {
  private LastFeed() {}

  static Optional<Instant> takenAt(ImportSql sql) throws SQLException {
    // Staged rows refer to source records at this point, `programme` to records.
    FeedScope scope = sql.scope();
    String source =
        """
        coalesce((select c.id from cinema_source c where c.record_id = g.cinema_id and c.provider_id = g.provider_id),
          g.cinema_id)
        """;
    String same =
        scope.full() && scope.cinemas() == null
            ? "true"
            : """
            (%1$s or %2$s in (
              select cinema_id from staged_showtime union select id from staged_cinema
              union select cinema_id from staged_screen
              union select coalesce(c.id, s.cinema_id) from staged_withdrawal w join provider_showtime s on s.id = w.id
                left join cinema_source c on c.record_id = s.cinema_id and c.provider_id = s.provider_id
              union select coalesce(c.id, s.cinema_id) from staged_cancellation o join provider_showtime s on s.id = o.id
                left join cinema_source c on c.record_id = s.cinema_id and c.provider_id = s.provider_id
              union select id from staged_withdrawal where kind = 'cinema'
              union select cinema_id from staged_withdrawal))
            """
                .formatted(sql.inScope(source), source);
    return sql.statement(
            """
            select max(taken) as taken from (
              select max(g.last_feed_at) as taken from programme g where g.provider_id = :provider and %s
              union all
              select p.observed_at from provider p where p.id = :provider and (%s)
            ) t having max(taken) is not null
            """
                .formatted(
                    same,
                    scope.full()
                        ? "true"
                        : "exists (select from staged_showtime) or exists (select from"
                            + " staged_cinema) or exists (select from staged_screen) or exists"
                            + " (select from staged_cancellation) or exists (select from"
                            + " staged_withdrawal where kind in ('showtime', 'cinema',"
                            + " 'screen'))"))
        .first(sql.connection(), rows -> Sql.instant(rows, "taken"));
  }
}
