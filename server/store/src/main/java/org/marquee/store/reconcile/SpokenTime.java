package org.marquee.store.reconcile;

import java.sql.SQLException;

/// Stores the time that a full feed covers for its cinemas: since when without a gap, and how far
/// (docs/decisions/0050). Runs after [FeedTimes#confirm].
///
/// A feed without an end covers the time that its programme spans without a gap of more than a
/// week. For a cinema of which it lists nothing, that is the programme of all its cinemas. A cinema
/// that keeps its showtimes keeps their time too ([Guard]).
final class SpokenTime {
  /// In days. Beyond a longer gap lie single showtimes that are sold long before the rest of their
  /// week is known.
  private static final int LONGEST_GAP = 7;

  private SpokenTime() {}

  static void note(ImportSql sql) throws SQLException {
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
