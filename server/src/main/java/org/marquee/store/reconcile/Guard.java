package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.store.sql.Sql;

/// Keeps what a cinema had where a full feed lists so little of it that its source is probably
/// broken ([Loss]): nothing of its programme is withdrawn, what is new goes in, and the cinema is
/// marked until it recovers. For feeds that say so ([FeedHeader.Guard]).
final class Guard {
  static final String CREATE =
      """
      create temporary table kept_cinema (id text collate "C" primary key, reason text, stored bigint, gone bigint,
        listed bigint);
      create temporary table forgotten_held (like held_back);
      """;

  private final Connection connection;
  private final Writing writing;
  private final Scope scope;
  private final boolean watches;
  private final Notices notices;

  Guard(Connection connection, Writing writing, Scope scope, FeedHeader header, Notices notices) {
    this.connection = connection;
    this.writing = writing;
    this.scope = scope;
    this.watches = scope.full() && header.guard() == FeedHeader.Guard.EACH_CINEMA;
    this.notices = notices;
  }

  /// Looks at what [UnlistedRecords] and [Moves] have found, and keeps what is to be kept.
  void keep(Shrinking shrinking) throws SQLException {
    if (!watches) {
      return;
    }
    if (shrinking == Shrinking.REFUSED) {
      for (Found found : losses()) {
        mark(found);
      }
    }
    release(shrinking);
    writing.run(
        """
        insert into guarded (provider_id, cinema_id, reason, stored, gone, listed, since, seen)
        select :provider, id, reason, stored, gone, listed, :taken::timestamptz, :taken::timestamptz from kept_cinema
        on conflict (provider_id, cinema_id) do update set reason = excluded.reason, stored = excluded.stored,
          gone = excluded.gone, listed = excluded.listed, seen = excluded.seen
        """);
    writing.run(
        """
        update unlisted u set withdrawn = false from provider_showtime t join kept_cinema k on k.id = t.cinema_id
        where t.id = u.id and u.withdrawn
        """);
    keepHeldBack();
  }

  /// What waits in a kept cinema goes on waiting, with the films that it waits for.
  private void keepHeldBack() throws SQLException {
    writing.run(
        """
        insert into held_back select f.* from forgotten_held f
        where f.kind = 'showtime' and exists (
          select from cinema_source w join kept_cinema k on k.id = w.record_id where w.id = f.cinema_id)
        """);
    writing.run(
        """
        insert into held_back select f.* from forgotten_held f
        where f.kind = 'film' and exists (
          select from held_back h where h.kind = 'showtime' and h.provider_id = :provider and h.film_id = f.id)
        on conflict (id) do nothing
        """);
  }

  /// Whether the feed lists nothing of any kind, and that is not meant: then films, cinemas and
  /// chains stay too.
  boolean hasSeenNothing(Shrinking shrinking) throws SQLException {
    return watches
        && shrinking == Shrinking.REFUSED
        && writing.number(
                """
                select count(*) from (
                  select from staged_chain where line > 0 union all select from staged_cinema where line > 0
                  union all select from staged_film where line > 0 union all select from staged_screen where line > 0
                  union all select from staged_showtime where line > 0 union all select from mentioned
                  union all select from called_off) listed
                """)
            == 0;
  }

  private record Found(String id, String externalId, Loss loss) {}

  private List<Found> losses() throws SQLException {
    if (writing.number("select count(*) from unlisted where withdrawn") == 0) {
      return List.of();
    }
    layOutDays();
    return new ArrayList<>(
        writing
            .sql(
                """
                select c.id, %s, sum(d.stored) as stored, sum(d.gone) as gone,
                  sum(greatest(d.gone - d.added, 0)) as missed, sum(d.listed) as listed,
                  max(d.last_stored) as last_stored, max(d.last_listed) as last_listed,
                  (select count(*) from unlisted u join provider_showtime t on t.id = u.id
                    where u.withdrawn and t.cinema_id = c.id and t.starts_at > (
                      select max(l.last_listed) from programme_day l where l.cinema_id = c.id)) as beyond
                from programme_day d join cinema c on c.id = d.cinema_id
                group by c.id having sum(d.gone) > 0 order by external_id
                """
                    .formatted(ProgrammeCounts.EXTERNAL_ID))
            .list(connection, this::found));
  }

  /// What was and is still to be shown, by cinema and local day, of the cinemas that something is
  /// gone of. A refused line counts as listed. What was moved counts as stored, and as listed where
  /// it is now. What is called off counts neither as stored nor as listed, but the source that says
  /// so is there, and reaches that far.
  private void layOutDays() throws SQLException {
    writing.run(
        """
        create temporary table programme_day as
        with shrinking as (
          select distinct t.cinema_id from unlisted u join provider_showtime t on t.id = u.id where u.withdrawn),
        before as (
          select t.cinema_id, t.starts_at, t.offset_minutes, u.id is not null as gone, false as added,
            o.id is null as stored, u.id is null and o.id is null as listed,
            u.id is null as spoken_of
          from provider_showtime t left join unlisted u on u.id = t.id and u.withdrawn
            left join (select distinct id from called_off) o on o.id = t.id
          where t.provider_id = :provider and t.cinema_id in (select cinema_id from shrinking)
            and %1$s and not exists (select from staged_showtime s where s.id = t.id)
            and not exists (select from moved m where m.stored = t.id)),
        now as (
          select s.cinema_id, s.starts_at, s.offset_minutes, false as gone, t.id is null as added,
            t.id is not null as stored, true as listed,
            true as spoken_of
          from staged_showtime s left join moved m on m.listed = s.id
            left join provider_showtime t on t.id = coalesce(m.stored, s.id)
          where s.cinema_id in (select cinema_id from shrinking) and s.line > 0 and %2$s)
        select cinema_id, (starts_at at time zone 'UTC' + offset_minutes * interval '1 minute')::date as day,
          count(*) filter (where stored) as stored, count(*) filter (where gone) as gone,
          count(*) filter (where added) as added, count(*) filter (where listed) as listed,
          max(starts_at) filter (where stored) as last_stored, max(starts_at) filter (where spoken_of) as last_listed
        from (select * from before union all select * from now) a
        group by 1, 2
        """
            .formatted(scope.window("t.starts_at"), scope.window("s.starts_at")));
  }

  private Found found(ResultSet rows) throws SQLException {
    return new Found(
        rows.getString("id"),
        rows.getString("external_id"),
        new Loss(
            scope.from(),
            rows.getLong("stored"),
            rows.getLong("gone"),
            rows.getLong("missed"),
            rows.getLong("beyond"),
            rows.getLong("listed"),
            Sql.instant(rows, "last_stored"),
            Sql.instantOrNull(rows, "last_listed")));
  }

  private void mark(Found found) throws SQLException {
    Loss loss = found.loss();
    Loss.Reason reason = loss.reason().orElse(null);
    if (reason == null) {
      return;
    }
    writing
        .sql("insert into kept_cinema values (:id, :reason, :stored, :gone, :listed)")
        .bind("id", found.id())
        .bind("reason", reason.name().toLowerCase(Locale.ROOT))
        .bind("stored", loss.stored())
        .bind("gone", loss.gone())
        .bind("listed", loss.listed())
        .run(connection);
    notices.add(
        new Notice(
            Code.CINEMA_KEPT,
            "",
            "cinema " + found.externalId(),
            reason.words()
                + ": "
                + loss.gone()
                + " of "
                + loss.stored()
                + " showtimes are not listed, "
                + loss.listed()
                + " are"
                + (loss.lastListed() == null
                    ? ""
                    : ", the last at "
                        + Timestamps.write(loss.lastListed())
                        + " instead of "
                        + Timestamps.write(loss.lastStored()))));
  }

  /// Takes the mark from the cinemas that list something again, and enough of it; from all that the
  /// feed speaks for where the operator says that it is meant.
  private void release(Shrinking shrinking) throws SQLException {
    String recovered =
        shrinking == Shrinking.ACCEPTED
            ? "true"
            : """
            exists (select from staged_showtime s where s.cinema_id = g.cinema_id and s.line > 0 and %s)
              or exists (select from called_off o join provider_showtime t on t.id = o.id where t.cinema_id = g.cinema_id)
            """
                .formatted(scope.window("s.starts_at"));
    writing
        .sql(
            """
            with recovered as (
              delete from guarded g using cinema c
              where c.id = g.cinema_id and g.provider_id = :provider and %s and (%s)
                and not exists (select from kept_cinema k where k.id = g.cinema_id)
              returning %s, g.since)
            select external_id, since from recovered order by external_id collate "C"
            """
                .formatted(scope.holds("g.cinema_id"), recovered, ProgrammeCounts.EXTERNAL_ID))
        .each(
            connection,
            rows ->
                notices.add(
                    new Notice(
                        Code.CINEMA_RECOVERED,
                        "",
                        "cinema " + rows.getString("external_id"),
                        "it was marked since " + Timestamps.write(Sql.instant(rows, "since")))));
  }
}
