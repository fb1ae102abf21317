package org.marquee.store.reconcile.publish;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.marquee.listing.Kind;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.sql.Sql;

/// When the feeds of programmes and of the provider were taken, what that confirms, and for which
/// time they speak.
public final class FeedTimes {
  /// In days. Beyond a longer gap lie single showtimes that are sold long before the rest of their
  /// week is known.
  private static final int LONGEST_GAP = 7;

  private FeedTimes() {}

  /// When the last imported feed was taken of the cinemas that a feed lists or covers
  /// ([org.marquee.ingest.guard.WholeFeedRules]).
  public static Optional<Instant> lastTaken(ImportSql sql) throws SQLException {
    // Staged rows refer to source records at this point, `programme` to records.
    String source =
        """
        coalesce((select c.id from cinema_source c where c.record_id = g.cinema_id and c.provider_id = g.provider_id),
          g.cinema_id)
        """;
    String spoken =
        """
        select cinema_id from staged_showtime union select id from staged_cinema
        union select cinema_id from staged_screen
        union select coalesce(c.id, s.cinema_id) from (
            select id from staged_withdrawal union all select id from staged_cancellation) w
          join provider_showtime s on s.id = w.id
          left join cinema_source c on c.record_id = s.cinema_id and c.provider_id = s.provider_id
        union select id from staged_withdrawal where kind = 'cinema'
        union select cinema_id from staged_withdrawal
        """;
    boolean all = sql.scope().full() && sql.scope().cinemas() == null;
    return sql
        .list(
            """
            select max(taken) as taken from (
              select max(g.last_feed_at) as taken from programme g where g.provider_id = :provider and %s
              union all
              select p.observed_at from provider p where p.id = :provider and (%s or exists (
                select from staged_showtime union all select from staged_cinema union all select from staged_screen
                union all select from staged_cancellation
                union all select from staged_withdrawal where kind in ('showtime', 'cinema', 'screen')))
            ) t having max(taken) is not null
            """
                .formatted(
                    all
                        ? "true"
                        : "(%1$s or %2$s in (%3$s))".formatted(sql.inScope(source), source, spoken),
                    sql.scope().full()),
            row -> Sql.instant(row, "taken"))
        .stream()
        .findFirst();
  }

  /// Moves the observations of programmes, of the provider and of whole kinds, which confirm every
  /// record that has no observation of its own.
  public static void confirm(ImportSql sql) throws SQLException {
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
    // A feed of which nothing is published is no news of its source. What is held back needs a
    // time.
    sql.run(
        """
        update provider set last_feed_at = :taken
        where id = :provider and case when last_feed_at is null
          then %1$s or exists (select from held_back where provider_id = :provider)
          else %1$s and last_feed_at < :taken::timestamptz end
        """
            .formatted(!sql.count(Kind.SHOWTIME).outcome().isNothingPublished()));
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

  /// Stores the time that a full feed covers for its cinemas: since when without a gap, and how far
  /// (docs/decisions/0050).
  ///
  /// A feed without an end covers the time that its programme spans without a gap of more than a
  /// week. For a cinema of which it lists nothing, that is the programme of all its cinemas. A
  /// cinema that keeps its showtimes keeps their time too (`Guard`).
  public static void noteSpoken(ImportSql sql) throws SQLException {
    if (!sql.scope().full()) {
      return;
    }
    sql.statement(
            """
            with listed as (
              select cinema_id, starts_at, id, offset_minutes,
                ((starts_at at time zone 'UTC') + offset_minutes * interval '1 minute' - interval '5 hours')::date as day
              from staged_showtime where line is not null and starts_at >= :taken::timestamptz),
            cinema_day as (
              select cinema_id, day, min(starts_at) as first from listed group by cinema_id, day),
            days as (
              select cinema_id, day from cinema_day
              union all select null, day from cinema_day group by day),
            steps as (
              select cinema_id, day, lag(day, 1, ((:taken::timestamptz at time zone 'UTC') - interval '5 hours')::date)
                over (partition by cinema_id order by day) as before
              from days),
            reach as (
              select cinema_id, coalesce(min(before) filter (where day - before > :gap), max(day)) as last_day
              from steps group by cinema_id),
            clock as (
              select cinema_id, (array_agg(l.offset_minutes order by l.id))[1] as offset_minutes
              from listed l join (select cinema_id, min(first) as starts_at from cinema_day group by cinema_id) f
                using (cinema_id, starts_at)
              group by cinema_id),
            spoken as (
              select g.cinema_id,
                case when :from::timestamptz <= greatest(g.spoken_until,
                    (greatest(g.last_day, (g.spoken_from at time zone 'UTC')::date) + 2)::timestamp at time zone 'UTC')
                  then least(g.spoken_from, :from::timestamptz) else :from::timestamptz end as spoken_from,
                case when :until::timestamptz is null then null
                  else greatest(g.spoken_until, :until::timestamptz) end as spoken_until,
                case when :until::timestamptz is not null then g.last_day
                  when k.id is not null then greatest(g.last_day, r.last_day)
                  else coalesce(r.last_day, (select last_day from reach where cinema_id is null)) end as last_day,
                coalesce(c.offset_minutes, g.offset_minutes) as offset_minutes
              from programme g
                left join reach r on r.cinema_id = g.cinema_id
                left join clock c on c.cinema_id = g.cinema_id
                left join kept_cinema k on k.id = g.cinema_id
              where g.provider_id = :provider and %s and exists (
                select from cinema_source w where w.provider_id = :provider and w.record_id = g.cinema_id))
            update programme g set spoken_from = s.spoken_from, spoken_until = s.spoken_until, last_day = s.last_day,
              offset_minutes = s.offset_minutes, feed = :feed
            from spoken s
            where g.provider_id = :provider and g.cinema_id = s.cinema_id
              and row(g.spoken_from, g.spoken_until, g.last_day, g.offset_minutes, g.feed) is distinct from
                row(s.spoken_from, s.spoken_until, s.last_day, s.offset_minutes, :feed)
            """
                .formatted(sql.inScope("g.cinema_id")))
        .bind("gap", LONGEST_GAP)
        .bind("feed", sql.feed().name())
        .run(sql.connection());
  }
}
