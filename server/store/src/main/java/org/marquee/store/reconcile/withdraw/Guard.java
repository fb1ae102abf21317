package org.marquee.store.reconcile.withdraw;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.marquee.ingest.guard.CinemaGuardRule;
import org.marquee.ingest.guard.CinemaLoss;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Keeps the programme of a cinema if the feed lists too little of it ([CinemaGuardRule]): nothing
/// of it is withdrawn, new showtimes are added, and the cinema is marked until it recovers.
public record Guard(ImportSql sql) {
  private CinemaGuardRule rule() {
    return CinemaGuardRule.of(sql.header(), sql.rules().shrinking());
  }

  /// Takes the showtimes of cinemas that keep their programme out of those to be withdrawn, and
  /// marks these cinemas.
  public void keep() throws SQLException {
    if (!rule().watches()) {
      return;
    }
    if (rule().keeps() && sql.any("select from unlisted_showtime where withdrawn")) {
      countDays();
      mark();
    }
    release();
    if (!sql.any("select from kept_cinema")) {
      return;
    }
    sql.run(
        """
        insert into guarded (provider_id, cinema_id, reason, stored, gone, listed, since, seen)
        select :provider, id, reason, stored, gone, listed, :taken::timestamptz, :taken::timestamptz from kept_cinema
        on conflict (provider_id, cinema_id) do update set reason = excluded.reason, stored = excluded.stored,
          gone = excluded.gone, listed = excluded.listed, seen = excluded.seen
        """);
    sql.run(
        """
        update unlisted_showtime u set withdrawn = false from provider_showtime t join kept_cinema k on k.id = t.cinema_id
        where t.id = u.id and u.withdrawn
        """);
    keepHeldBack();
  }

  /// Held-back showtimes of kept cinemas stay held back, with their held-back films.
  private void keepHeldBack() throws SQLException {
    sql.run(
        """
        insert into held_back select f.* from forgotten_held_back f
        where f.kind = 'showtime' and exists (
          select from cinema_source w join kept_cinema k on k.id = w.record_id where w.id = f.cinema_id)
        """);
    sql.run(
        """
        insert into held_back select f.* from forgotten_held_back f
        where f.kind = 'film' and exists (
          select from held_back h where h.kind = 'showtime' and h.provider_id = :provider and h.film_id = f.id)
        on conflict (id) do nothing
        """);
  }

  /// Whether films, cinemas and chains that the feed does not list stay.
  public boolean keepsRecords() throws SQLException {
    return rule()
        .keepsRecords(
            sql.any(
                """
                select from %s s where line is not null
                union all select from staged_mention
                union all select from staged_cancellation
                """
                    .formatted(TempTable.STAGED)));
  }

  /// Counts the upcoming showtimes that were stored and that are listed now, by cinema and local
  /// day, of the cinemas that lose any. A refused line counts as listed. A moved showtime counts as
  /// stored and as listed where it is now. A cancelled one counts as neither; but its source works,
  /// and its programme reaches that far.
  private void countDays() throws SQLException {
    sql.fill(
        TempTable.PROGRAMME_DAY,
        """
        with shrinking as (
          select distinct t.cinema_id from unlisted_showtime u join provider_showtime t on t.id = u.id where u.withdrawn),
        before as (
          select t.cinema_id, t.starts_at, t.offset_minutes, u.id is not null as gone, false as added,
            o.id is null as stored, u.id is null and o.id is null as listed,
            u.id is null as spoken
          from provider_showtime t left join unlisted_showtime u on u.id = t.id and u.withdrawn
            left join (select distinct id from staged_cancellation) o on o.id = t.id
          where t.provider_id = :provider and t.cinema_id in (select cinema_id from shrinking)
            and %1$s and not exists (select from staged_showtime s where s.id = t.id)
            and not exists (select from moved_showtime m where m.stored = t.id)),
        now as (
          select s.cinema_id, s.starts_at, s.offset_minutes, false as gone, t.id is null as added,
            t.id is not null as stored, true as listed,
            true as spoken
          from staged_showtime s left join moved_showtime m on m.listed = s.id
            left join provider_showtime t on t.id = coalesce(m.stored, s.id)
          where s.cinema_id in (select cinema_id from shrinking) and s.line is not null and %2$s)
        select cinema_id, (starts_at at time zone 'UTC' + offset_minutes * interval '1 minute')::date as day,
          count(*) filter (where stored) as stored, count(*) filter (where gone) as gone,
          count(*) filter (where added) as added, count(*) filter (where listed) as listed,
          count(*) filter (where gone and starts_at > reach) as beyond,
          max(starts_at) filter (where stored) as last_stored, max(starts_at) filter (where spoken) as last_listed
        from (
          select *, max(starts_at) filter (where spoken) over (partition by cinema_id) as reach
          from (select * from before union all select * from now) a) b
        group by 1, 2
        """
            .formatted(sql.inWindow("t.starts_at"), sql.inWindow("s.starts_at")));
  }

  /// Marks the cinemas that keep their programme.
  private void mark() throws SQLException {
    CopyRows kept = TempTable.KEPT_CINEMA.rows();
    sql.each(
        """
        select c.id, %s, sum(d.stored) as stored, sum(d.gone) as gone,
          sum(greatest(d.gone - d.added, 0)) as missed, sum(d.listed) as listed,
          sum(d.beyond) as beyond, max(d.last_stored) as last_stored, max(d.last_listed) as last_listed
        from programme_day d join cinema c on c.id = d.cinema_id
        group by c.id having sum(d.gone) > 0 order by external_id
        """
            .formatted(ImportSql.EXTERNAL_ID),
        row -> {
          CinemaLoss loss = loss(row);
          CinemaLoss.Reason reason = rule().reason(loss).orElse(null);
          if (reason != null) {
            kept.row()
                .text(row.getString("id"))
                .text(reason.name().toLowerCase(Locale.ROOT))
                .bigint(loss.stored())
                .bigint(loss.gone())
                .bigint(loss.listed());
            report(row.getString("external_id"), loss, reason);
          }
        });
    kept.send(sql.connection());
  }

  private CinemaLoss loss(ResultSet row) throws SQLException {
    return new CinemaLoss(
        sql.scope().from(),
        row.getLong("stored"),
        row.getLong("gone"),
        row.getLong("missed"),
        row.getLong("beyond"),
        row.getLong("listed"),
        Sql.instant(row, "last_stored"),
        Sql.instantOrNull(row, "last_listed"));
  }

  private void report(String cinema, CinemaLoss loss, CinemaLoss.Reason reason) {
    String ends =
        loss.lastListed() == null
            ? ""
            : ", the last at %s instead of %s"
                .formatted(
                    Timestamps.write(loss.lastListed()), Timestamps.write(loss.lastStored()));
    sql.report(
        Code.CINEMA_KEPT,
        "",
        "cinema " + cinema,
        "%s: %d of %d showtimes are not listed, %d are%s"
            .formatted(reason.words(), loss.gone(), loss.stored(), loss.listed(), ends));
  }

  /// Takes the mark from the cinemas that have recovered.
  private void release() throws SQLException {
    List<String> recovered = new ArrayList<>();
    sql.each(
        """
        select c.id, %s, g.since, g.cinema_id in (select id from kept_cinema) as kept,
          g.cinema_id in (select s.cinema_id from staged_showtime s where s.line is not null and %s)
            or g.cinema_id in (
              select t.cinema_id from staged_cancellation o join provider_showtime t on t.id = o.id) as speaks
        from guarded g join cinema c on c.id = g.cinema_id
        where g.provider_id = :provider and %s
        order by external_id collate "C"
        """
            .formatted(
                ImportSql.EXTERNAL_ID, sql.inWindow("s.starts_at"), sql.inScope("g.cinema_id")),
        row -> {
          if (rule().isRecovered(row.getBoolean("kept"), row.getBoolean("speaks"))) {
            recovered.add(row.getString("id"));
            sql.report(
                Code.CINEMA_RECOVERED,
                "",
                "cinema " + row.getString("external_id"),
                "it was marked since " + Timestamps.write(Sql.instant(row, "since")));
          }
        });
    sql.statement("delete from guarded where provider_id = :provider and cinema_id = any(:ids)")
        .bind("ids", recovered.toArray(String[]::new))
        .run(sql.connection());
  }
}
