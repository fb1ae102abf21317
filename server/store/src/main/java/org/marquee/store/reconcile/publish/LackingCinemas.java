package org.marquee.store.reconcile.publish;

import java.sql.SQLException;
import org.marquee.notice.Code;
import org.marquee.store.reconcile.stage.ImportSql;

/// Cinemas of which showtimes were refused, or are held back: a day without showtimes must not look
/// as if nothing were on (docs/api.md, "Coverage").
public final class LackingCinemas {
  private LackingCinemas() {}

  /// Notes since when upcoming showtimes of a cinema are held back, as long as some are.
  public static void noteWaiting(ImportSql sql) throws SQLException {
    sql.run(
        """
        update programme g set waiting_since = case when f.waits then :taken::timestamptz end
        from (
          select o.cinema_id, exists (
            select from cinema_source w join held_back b on b.cinema_id = w.id
            where w.record_id = o.cinema_id and w.provider_id = :provider
              and b.kind = 'showtime' and b.starts_at > :taken::timestamptz - interval '1 day') as waits
          from programme o where o.provider_id = :provider) f
        where g.provider_id = :provider and g.cinema_id = f.cinema_id
          and (g.waiting_since is not null) <> f.waits
        """);
  }

  /// Notes since when feeds lack showtimes of a cinema; a full feed that lacks none ends it.
  ///
  /// A line whose cinema cannot be read, or that nobody knows, may be of one of which nothing else
  /// is listed: that cinema may have another id by now.
  public static void note(ImportSql sql) throws SQLException {
    if (!sql.scope().full() && !sql.any("select from lacking_cinema")) {
      return;
    }
    sql.run(
        """
        with lacking as (
          select distinct l.id, w.record_id from lacking_cinema l left join cinema_source w on w.id = l.id),
        found as (
          select g.cinema_id, g.cinema_id in (select record_id from lacking where record_id is not null)
            or exists (select from lacking l where l.record_id is null
                and not exists (select from held_back h where h.id = l.id)
                and not exists (select from staged_mention m where m.kind = 'cinema' and m.id = l.id))
              and %1$s and not exists (
                select from staged_showtime s where s.cinema_id = g.cinema_id and s.line is not null) as lacks
          from programme g where g.provider_id = :provider)
        update programme g set lacking_since = case when f.lacks then :taken::timestamptz end
        from found f
        where g.provider_id = :provider and g.cinema_id = f.cinema_id and (f.lacks or %1$s)
          and (g.lacking_since is not null) <> f.lacks
        """
            .formatted(sql.inScope("g.cinema_id")));
    sql.each(
        """
        select c.external_id, c.name, count(*) as lines from lacking_cinema l join cinema_source c on c.id = l.id
        where not exists (select from staged_showtime s where s.cinema_id = c.record_id)
        group by c.id order by c.external_id
        """,
        row ->
            sql.report(
                Code.PROGRAMME_REFUSED,
                "",
                "cinema " + row.getString("external_id"),
                "\"%s\": %d of its showtimes"
                    .formatted(row.getString("name"), row.getLong("lines"))));
  }
}
