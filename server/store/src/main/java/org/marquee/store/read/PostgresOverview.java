package org.marquee.store.read;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
