package org.marquee.store.read;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kept;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Overview;
import org.marquee.store.reconcile.link.CorrectedRecords;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Answers what pages show beside the interface, from the tables and the log of changes.
public final class PostgresOverview implements Overview {
  private final Database database;
  private final Kept<Map<String, List<HandCorrection>>> corrections =
      new Kept<>(this::corrections, Map.of());

  public PostgresOverview(Database database) {
    this.database = database;
  }

  @Override
  public List<NewFilm> listedSince(Instant since, int most) {
    return ask(connection ->
        Sql.of(
                """
                select c.id, min(r.made_at) as listed_at
                from revision_at r
                cross join lateral (
                  select id from change where n = r.n and place = change_place('film', '+') offset 0) c
                join film f on f.id = c.id and not f.hidden
                where r.made_at >= :since
                group by c.id order by listed_at desc, c.id limit :most
                """)
            .bind("since", since)
            .bind("most", most)
            .list(
                connection,
                row -> new NewFilm(row.getString("id"), Sql.instant(row, "listed_at"))));
  }

  @Override
  public List<FirstListed> firstListed(
      Collection<String> cinemaIds, @Nullable String filmId, Instant since, int most) {
    return ask(connection ->
        Sql.of(
                """
                with place as (
                  select unnest(:cinemas::text[]) as id
                  union select id from alias where survivor = any(:cinemas)),
                news as (
                  select distinct coalesce(a.survivor, n.film_id) as film_id
                  from first_listed n left join alias a on a.id = n.film_id
                  where n.cinema_id in (select id from place) and n.listed_at >= :since%s),
                told as (
                  select coalesce(a.survivor, t.film_id) as film_id, t.film_id as told_as, t.day, t.listed_at
                  from first_listed t left join alias a on a.id = t.film_id
                  where t.cinema_id in (select id from place) and t.film_id in (
                    select film_id from news union select id from alias where survivor in (select film_id from news))),
                films as (
                  select distinct on (film_id) * from told order by film_id, listed_at, told_as, day),
                days as (
                  select distinct on (film_id, day) * from told order by film_id, day, listed_at, told_as)
                select film_id, told_as, day, listed_at, false as further from films where listed_at >= :since
                union all
                select d.film_id, d.told_as, d.day, d.listed_at, true from days d join films f using (film_id)
                where d.listed_at > f.listed_at and d.listed_at >= :since
                order by listed_at desc, day, film_id limit :most
                """
                    .formatted(
                        filmId == null ? "" : " and coalesce(a.survivor, n.film_id) = :film"))
            .bind("cinemas", cinemaIds.toArray(String[]::new))
            .bind("film", filmId)
            .bind("since", since)
            .bind("most", most)
            .list(
                connection,
                row ->
                    new FirstListed(
                        row.getString("film_id"),
                        row.getString("told_as"),
                        row.getObject("day", LocalDate.class),
                        row.getBoolean("further"),
                        Sql.instant(row, "listed_at"))));
  }

  @Override
  public boolean isGone(String id) {
    return ask(connection ->
        Sql.of(
                "select 1 from change where id = :id and place <> 9 and place >= change_place('showtime', '-') limit 1")
            .bind("id", id)
            .first(connection, _ -> true)
            .orElse(false));
  }

  @Override
  public List<HandCorrection> correctionsOf(String id) {
    return corrections.get().getOrDefault(id, List.of());
  }

  private Map<String, List<HandCorrection>> corrections() {
    Map<String, List<HandCorrection>> all = new HashMap<>();
    ask(connection ->
        Sql.of(
                """
                select %s as present, array_agg(c.what order by c.id) as fields, c.note from correction c
                where c.what not in ('hide', 'not-a-film', 'merge', 'split') group by 1, c.note order by min(c.id)
                """
                    .formatted(CorrectedRecords.PRESENT))
            .each(
                connection,
                row ->
                    all.computeIfAbsent(row.getString("present"), _ -> new ArrayList<>())
                        .add(
                            new HandCorrection(
                                List.of((String[]) row.getArray("fields").getArray()),
                                row.getString("note")))));
    return all;
  }

  private <T> T ask(Work<T> work) {
    return Work.on(
        database.pool()::getConnection,
        e -> new ListingsUnavailable("the overview cannot be read: " + Outage.why(e), e),
        work);
  }
}
