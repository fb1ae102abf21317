package org.marquee.store.reconcile.link;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.marquee.matching.FilmPeriods;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;

/// Remembers in which weeks and countries each provider shows a film ([FilmPeriods]): evidence
/// where another provider has the title too. They are remembered before it does: reading them then
/// could take all showtimes of the film.
///
/// Periods only grow. They stay when a showtime is withdrawn, so that records joined by them do not
/// part when a run ends. Only an undone import takes its periods along.
public final class ShowingPeriods {
  /// The periods of the showtimes at `day` in `country_code`.
  private static final String DAYS =
      "range_agg(daterange(day - %1$d, day + %1$d, '[]'))".formatted(FilmPeriods.MARGIN_DAYS);

  private ShowingPeriods() {}

  /// The periods of films whose titles another provider has too, by the id of the source record.
  ///
  /// @param which SQL of the source records `w`
  static Map<String, FilmPeriods> load(Statements sql, String which) throws SQLException {
    Map<String, List<FilmPeriods.Period>> periods = new HashMap<>();
    sql.each(
        """
        select p.film_id, p.country_code, lower(d) as first, upper(d) - 1 as last
        from film_source w join film_period p on p.film_id = w.id, unnest(p.days) d
        where %s and exists (
          select from film_source x where x.title_name = w.title_name and x.provider_id <> w.provider_id)
        """
            .formatted(which),
        rows ->
            periods
                .computeIfAbsent(rows.getString("film_id"), _ -> new ArrayList<>())
                .add(
                    new FilmPeriods.Period(
                        rows.getString("country_code"),
                        rows.getObject("first", LocalDate.class),
                        rows.getObject("last", LocalDate.class))));
    Map<String, FilmPeriods> shown = HashMap.newHashMap(periods.size());
    periods.forEach((film, some) -> shown.put(film, new FilmPeriods(some)));
    return shown;
  }

  /// Adds what the feed lists. Films that now meet another provider's film of that title for the
  /// first time are linked again, though their source records have not changed.
  ///
  /// It needs the countries, so the cinemas are joined and the films are not.
  public static void note(ImportSql sql) throws SQLException {
    findNamesakes(sql);
    if (sql.any("select from namesake_film")) {
      fill(sql);
      grow(sql);
    }
  }

  private static void findNamesakes(ImportSql sql) throws SQLException {
    SourceRecords.cleanTitles(sql);
    sql.fill(
        TempTable.NAMESAKE_FILM,
        """
        select w.id, w.provider_id, w.record_id, w.title_name from film_source w
        where w.title_name in (select o.title_name from film_source o where o.provider_id = :provider)
        """);
    sql.run("analyze namesake_film");
  }

  /// Reads the periods of films of which none are remembered from the stored showtimes: an older
  /// program remembered those of shared titles only. Each film is looked up by itself: the planner
  /// would read all showtimes first, although most often no film lacks its weeks.
  private static void fill(ImportSql sql) throws SQLException {
    sql.run(
        """
        insert into film_period (film_id, country_code, days)
        with lacking as materialized (
          select f.* from namesake_film f where not exists (select from film_period p where p.film_id = f.id))
        select f.id, d.country_code, %s
        from lacking f cross join lateral (
          select distinct c.country_code,
            (s.starts_at at time zone 'UTC' + s.offset_minutes * interval '1 minute')::date as day
          from provider_showtime s
          join cinema c on c.id = s.cinema_id
          where s.film_id = f.record_id and s.provider_id = f.provider_id
            and coalesce(s.source_film_id, s.film_id) = f.id) d
        group by f.id, d.country_code
        """
            .formatted(DAYS));
  }

  private static void grow(ImportSql sql) throws SQLException {
    sql.fill(
        TempTable.FEED_PERIOD,
        """
        select d.film_id, d.country_code, %s as days
        from (
          select distinct s.film_id, c.country_code,
            coalesce(s.local_start, s.starts_at at time zone 'UTC' + s.offset_minutes * interval '1 minute')::date as day
          from staged_showtime s
          join namesake_film f on f.id = s.film_id
          join cinema_source w on w.id = s.cinema_id
          join cinema c on c.id = w.record_id) d
        where d.day is not null
        group by d.film_id, d.country_code
        """
            .formatted(DAYS));
    // Without statistics the planner expects a few rows and compares each film with all others.
    sql.run("analyze feed_period");
    sql.run(
        """
        delete from feed_period n using film_period p
        where p.film_id = n.film_id and p.country_code = n.country_code and p.days @> n.days
        """);
    sql.run(
        """
        insert into left_record
        select distinct 'film', w.record_id
        from feed_period n
        join namesake_film w on w.id = n.film_id
        join namesake_film o on o.title_name = w.title_name and o.provider_id <> w.provider_id
          and o.record_id <> w.record_id
        join film_period q on q.film_id = o.id and q.country_code = n.country_code and q.days && n.days
        left join film_period p on p.film_id = n.film_id and p.country_code = n.country_code
        where p.days is null or not p.days && q.days
        """);
    sql.run(
        """
        insert into film_period as p (film_id, country_code, days) select film_id, country_code, days from feed_period
        on conflict (film_id, country_code) do update set days = p.days + excluded.days
        """);
  }

  /// Makes the provider's periods anew from the showtimes that are stored: for an undo, since the
  /// undone import may have brought the evidence that linked films.
  public static void renew(ImportSql sql) throws SQLException {
    sql.fill(
        TempTable.FORMER_PERIOD,
        """
        select p.* from film_period p join film_source w on w.id = p.film_id where w.provider_id = :provider
        """);
    sql.run(
        """
        delete from film_period p using film_source w where w.id = p.film_id and w.provider_id = :provider
        """);
    findNamesakes(sql);
    fill(sql);
    sql.run(
        """
        insert into left_record
        select distinct 'film', w.record_id
        from film_source w
        join former_period b on b.film_id = w.id
        left join film_period p on p.film_id = b.film_id and p.country_code = b.country_code
        where b.days is distinct from p.days
        """);
  }
}
