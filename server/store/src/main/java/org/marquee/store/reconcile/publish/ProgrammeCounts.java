package org.marquee.store.reconcile.publish;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.CinemaProgramme.Day;
import org.marquee.notice.CinemaProgramme.Extent;
import org.marquee.notice.CinemaProgramme.Start;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.sql.Sql;

/// Counts the upcoming showtimes of each cinema that a feed covers or lists, before and after the
/// import, for the report.
public record ProgrammeCounts(ImportSql sql) {
  /// Counts what is stored as it is now.
  public void before() throws SQLException {
    sql.fill(
        TempTable.REPORTED_CINEMA,
        """
        select id from cinema where provider_id = :provider and %s
          and id in (select record_id from cinema_source where provider_id = :provider)
        union select cinema_id from staged_showtime where line is not null
        union select t.cinema_id from provider_showtime t join staged_withdrawal w on w.id = t.id
        union select t.cinema_id from provider_showtime t join staged_cancellation o on o.id = t.id
        """
            .formatted(sql.inScope("id")));
    sql.run("analyze reported_cinema");
    count(TempTable.PROGRAMME_BEFORE);
  }

  private void count(TempTable table) throws SQLException {
    // On a day with a clock change the offsets of its ends may be those of its middle.
    sql.fill(
        table,
        """
        select t.cinema_id, (t.starts_at at time zone 'UTC' + t.offset_minutes * interval '1 minute')::date as day,
          count(*) as number, min(t.starts_at) as first, max(t.starts_at) as last,
          min(t.offset_minutes) as first_offset, max(t.offset_minutes) as last_offset
        from provider_showtime t
        where t.provider_id = :provider and t.starts_at >= :taken and t.cinema_id in (select id from reported_cinema)
        group by 1, 2
        """);
  }

  /// The programmes where nothing of them was written since.
  public List<CinemaProgramme> unchanged() throws SQLException {
    return compared(TempTable.PROGRAMME_BEFORE);
  }

  public List<CinemaProgramme> after() throws SQLException {
    count(TempTable.PROGRAMME_AFTER);
    return compared(TempTable.PROGRAMME_AFTER);
  }

  /// The programmes of the cinemas that were counted, changed ones first, at most
  /// [CinemaProgramme#MOST]: those of a whole country are some 200,000 days, which nobody is going
  /// to read.
  private List<CinemaProgramme> compared(TempTable after) throws SQLException {
    Map<String, Draft> drafts = new LinkedHashMap<>();
    sql.statement(
            """
            with counted as materialized (
              select coalesce(a.cinema_id, b.cinema_id) as cinema_id, coalesce(a.day, b.day) as day,
                b.number as before, b.first as before_first, b.first_offset as before_first_offset,
                b.last as before_last, b.last_offset as before_last_offset,
                a.number as after, a.first as after_first, a.first_offset as after_first_offset,
                a.last as after_last, a.last_offset as after_last_offset
              from programme_before b full join %s a on a.cinema_id = b.cinema_id and a.day = b.day
            ), chosen as (
              select k.id, k.external_id, k.name, k.sort_key, g.reason
              from cinema k
              left join (
                select cinema_id, bool_or(before is distinct from after) as grown,
                  bool_or((before_first, before_first_offset, before_last, before_last_offset)
                    is distinct from (after_first, after_first_offset, after_last, after_last_offset)) as moved
                from counted group by cinema_id) d on d.cinema_id = k.id
              left join guarded g on g.cinema_id = k.id and g.provider_id = :provider
              where k.id in (select id from reported_cinema) and (d.cinema_id is not null or g.reason is not null)
              order by case when g.reason is not null or d.grown then 1 when d.moved then 2 else 3 end, k.sort_key, k.id
              limit :most)
            select c.id, %s, c.name, c.reason, d.*
            from chosen c left join counted d on d.cinema_id = c.id
            order by c.sort_key, c.id, d.day
            """
                .formatted(after.sqlName(), ImportSql.EXTERNAL_ID))
        .bind("most", CinemaProgramme.MOST)
        .each(sql.connection(), row -> addDay(row, drafts));
    return drafts.values().stream()
        .map(Draft::done)
        .sorted(Comparator.comparing((CinemaProgramme programme) -> !programme.isNews()))
        .toList();
  }

  private static void addDay(ResultSet row, Map<String, Draft> drafts) throws SQLException {
    String id = row.getString("id");
    Draft draft = drafts.get(id);
    if (draft == null) {
      draft =
          new Draft(row.getString("external_id"), row.getString("name"), row.getString("reason"));
      drafts.put(id, draft);
    }
    LocalDate day = row.getObject("day", LocalDate.class);
    if (day != null) {
      draft.days.add(new Day(day, row.getLong("before"), row.getLong("after")));
      draft.before = longer(draft.before, row, "before");
      draft.after = longer(draft.after, row, "after");
    }
  }

  /// The days come in order, so the first one has the first start, and the last one the last.
  private static Extent longer(Extent extent, ResultSet row, String when) throws SQLException {
    long number = row.getLong(when);
    if (number == 0) {
      return extent;
    }
    Start first = extent.first() == null ? start(row, when + "_first") : extent.first();
    return new Extent(extent.showtimes() + number, first, start(row, when + "_last"));
  }

  private static Start start(ResultSet row, String column) throws SQLException {
    return new Start(Sql.instant(row, column), row.getInt(column + "_offset"));
  }

  private static final class Draft {
    final String cinema;
    final String name;
    final @Nullable String kept;
    final List<Day> days = new ArrayList<>();
    Extent before = Extent.NONE;
    Extent after = Extent.NONE;

    Draft(String cinema, String name, @Nullable String kept) {
      this.cinema = cinema;
      this.name = name;
      this.kept = kept;
    }

    CinemaProgramme done() {
      return new CinemaProgramme(cinema, name, before, after, days, kept);
    }
  }
}
