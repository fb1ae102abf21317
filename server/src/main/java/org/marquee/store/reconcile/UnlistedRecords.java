package org.marquee.store.reconcile;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.marquee.ingest.rules.FeedScope;
import org.marquee.ingest.rules.FeedShrinkRule;
import org.marquee.notice.Notice;

/// What a full feed no longer lists: withdrawn where it still had to be listed, else left with the
/// observation that it had (feed format, "What is no longer listed").
final class UnlistedRecords {
  /// SQL: nothing refers to the source record `r` of a film.
  static final String FILM_UNUSED =
      """
      not exists (select from provider_showtime t
        where t.film_id = r.record_id and coalesce(t.source_film_id, t.film_id) = r.id)
      and not exists (select from held_back h where h.film_id = r.id)
      """;

  /// SQL: nothing refers to the chain `r`.
  static final String CHAIN_UNUSED =
      """
      not exists (select from cinema_source c where c.chain_id = r.id)
      and not exists (select from held_back h where h.kind = 'cinema' and h.record ->> 'chain_id' = r.id)
      """;

  private final Writing writing;
  private final FeedScope scope;

  UnlistedRecords(Writing writing, FeedScope scope) {
    this.writing = writing;
    this.scope = scope;
  }

  /// Finds the showtimes that are spoken for and not listed, those that are past but have no
  /// observation of their own included.
  void find() throws SQLException {
    writing.run(
        """
        insert into unlisted
        select t.id, %1$s as withdrawn from provider_showtime t
        where t.provider_id = :provider and %2$s and (t.observed_at is null or (%1$s))
          and not exists (select from staged_showtime s where s.id = t.id)
          and not exists (select from called_off o where o.id = t.id)
        """
            .formatted(writing.inWindow("t.starts_at"), writing.inScope("t.cinema_id")));
    writing.run(
        """
        update unlisted u set withdrawn = false from mentioned m where m.kind = 'showtime' and m.id = u.id
        """);
  }

  /// Why the feed is refused as a whole, if it would withdraw too much ([FeedShrinkRule]).
  Optional<Notice> refusal() throws SQLException {
    long withdrawn = writing.number("select count(*) from unlisted where withdrawn");
    if (withdrawn == 0) {
      return Optional.empty();
    }
    long stored =
        writing.number(
            """
            select count(*) from provider_showtime t where t.provider_id = :provider and %s and %s
            """
                .formatted(writing.inWindow("t.starts_at"), writing.inScope("t.cinema_id")));
    return FeedShrinkRule.refusal(stored, withdrawn, scope.from());
  }

  long withdrawShowtimes() throws SQLException {
    return writing.number(
        """
        with alone as (
          delete from showtime t using unlisted u where u.id = t.id and u.withdrawn and t.merged is null
          returning t.cinema_id, t.film_id, t.starts_at),
        shared as (
          delete from showtime_source t using unlisted u where u.id = t.id and u.withdrawn returning t.record_id),
        looked as (
          insert into touched_block select * from alone where cinema_id in (
            select record_id from cinema_source group by record_id having count(*) > 1)),
        gone as (insert into left_record select 'showtime', record_id from shared)
        select (select count(*) from alone) + (select count(*) from shared)
        """);
  }

  /// What stays without having been listed was last confirmed by the feed before, and keeps saying
  /// so.
  void keepObservations() throws SQLException {
    if (!scope.full()) {
      return;
    }
    writing.run(
        """
        update showtime t set observed_at = g.observed_at, observed_updated_at = g.source_updated_at
        from unlisted u, programme g
        where u.id = t.id and not u.withdrawn and t.observed_at is null and t.merged is null
          and g.cinema_id = t.cinema_id and g.provider_id = :provider
        """);
    writing.run(
        """
        update showtime_source t set observed_at = g.observed_at, observed_updated_at = g.source_updated_at,
          written = (select n from revision)
        from unlisted u, programme g
        where u.id = t.id and not u.withdrawn and t.observed_at is null
          and g.cinema_id = t.cinema_id and g.provider_id = :provider
        """);
    writing.run(
        """
        update screen r set observed_at = g.observed_at, observed_updated_at = g.source_updated_at
        from programme g
        where r.provider_id = :provider and r.observed_at is null and %s
          and g.cinema_id = r.cinema_id and g.provider_id = :provider
          and not exists (select from staged_screen s where s.id = r.id)
          and not exists (select from seen_screen s where s.id = r.id and s.listed)
        """
            .formatted(writing.inScope("r.cinema_id")));
    writing.run(
        """
        update cinema_source c set observed_at = g.observed_at, observed_updated_at = g.source_updated_at,
          written = (select n from revision)
        from programme g
        where c.provider_id = :provider and c.observed_at is null and %s
          and g.cinema_id = c.record_id and g.provider_id = :provider
          and not exists (select from staged_cinema s where s.id = c.id)
        """
            .formatted(writing.inScope("c.record_id")));
    if (scope.whole()) {
      for (StagingTables.Table table : List.of(StagingTables.FILM, StagingTables.CHAIN)) {
        writing.run(
            """
            update %1$s r set observed_at = p.observed_at, observed_updated_at = p.source_updated_at%3$s
            from provider p
            where p.id = :provider and r.provider_id = :provider and r.observed_at is null
              and not exists (select from %2$s s where s.id = r.id)
            """
                .formatted(
                    table.stored(),
                    table.staged(),
                    table.isOfWords() ? ", written = (select n from revision)" : ""));
      }
    }
  }

  /// A normal feed does not withdraw what a newer one brought.
  private String notListed(String staged) {
    return """
    r.provider_id = :provider %2$s
      and not exists (select from %1$s s where s.id = r.id)
      and not exists (select from mentioned m where m.id = r.id)
    """
        .formatted(
            staged,
            writing.replacesNewer() ? "" : "and (r.observed_at is null or r.observed_at <= :taken)");
  }

  long withdrawFilms() throws SQLException {
    return writing.run(
        "with gone as (delete from film_source r where "
            + notListed("staged_film")
            + " and "
            + FILM_UNUSED
            + " returning r.record_id) insert into left_record select 'film', record_id from gone");
  }

  /// Cinemas leave with their screens, which are part of them.
  long countScreensOfCinemas() throws SQLException {
    writing.run(
        "create temporary table closed_cinema as select r.id, r.record_id from cinema_source r where "
            + notListed("staged_cinema")
            + """
              and not exists (select from provider_showtime t where t.cinema_id = r.record_id and t.provider_id = :provider)
              and not exists (select from held_back h where h.cinema_id = r.id)
            """);
    return writing.run(
        """
        delete from screen where provider_id = :provider and cinema_id in (select record_id from closed_cinema)
        """);
  }

  long withdrawCinemas() throws SQLException {
    writing.run(
        """
        delete from programme where provider_id = :provider and cinema_id in (select record_id from closed_cinema)
        """);
    writing.run("insert into left_record select 'cinema', record_id from closed_cinema");
    return writing.run("delete from cinema_source where id in (select id from closed_cinema)");
  }

  long withdrawChains() throws SQLException {
    return writing.run(
        "delete from chain r where " + notListed("staged_chain") + " and " + CHAIN_UNUSED);
  }
}
