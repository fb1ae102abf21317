package org.marquee.store.reconcile.link;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.ingest.rules.RequiredField;
import org.marquee.matching.Decisions;
import org.marquee.matching.FilmPeriods;
import org.marquee.matching.FilmSource;
import org.marquee.matching.SourceRecord;
import org.marquee.notice.Code;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.RequiredSql;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Finds source records that lack a required field which the source records linked with them have:
/// those of this feed need not be held back, and those of other providers are released.
public record Completion(ImportSql sql) {
  public static final String NOT_COMPLETED =
      "not exists (select from completed_source k where k.id = s.id)";

  public void findCompleted() throws SQLException {
    if (isAnyIncomplete(CinemaColumns.TABLE)) {
      findCinemas();
      release(CinemaColumns.TABLE);
    }
    if (isAnyIncomplete(FilmColumns.TABLE)) {
      findFilms();
      release(FilmColumns.TABLE);
    }
  }

  /// What other providers have held back may be complete by records that are new or changed; by
  /// those that leave, [ReleaseDue] has them looked at.
  private boolean isAnyIncomplete(RecordTable<?> table) throws SQLException {
    return sql.any(
        """
        (select from %2$s s where %4$s limit 1)
        union all (
          select from held_back h where h.kind = '%1$s' and h.provider_id <> :provider and exists (
            select from %2$s s left join %3$s w on w.id = s.id where row(%5$s) is distinct from row(%6$s))
          limit 1)
        """
            .formatted(
                table.kind().word(),
                table.staged(),
                table.stored(),
                RequiredSql.incomplete(table.kind(), "s"),
                RecordTable.of("w", table.content()),
                RecordTable.of("s", table.content())));
  }

  /// All source records after this feed, those that other providers have held back included.
  private static String all(RecordTable<?> table, String columns) {
    return """
    select a.*, a.provider_id in (select id from provider where name = '%5$s') as of_house
    from (
      select w.id, w.provider_id, w.external_id, %4$s from %1$s w where not exists (select from %2$s s where s.id = w.id)
      union all
      select w.id, :provider as provider_id, w.external_id, %4$s from %2$s w
      union all
      select h.id, h.provider_id, w.external_id, %4$s from held_back h, jsonb_populate_record(null::%2$s, h.record) w
      where h.kind = '%3$s' and h.provider_id <> :provider) a
    """
        .formatted(
            table.stored(),
            table.staged(),
            table.kind().word(),
            columns + ", " + RequiredSql.present(table.kind(), "w") + " as present",
            Providers.HOUSE);
  }

  private void findCinemas() throws SQLException {
    complete(
        SourceRecords.CINEMAS,
        "select a.*, h.name as chain from (%s) a left join chain h on h.id = a.chain_id"
            .formatted(
                all(
                    CinemaColumns.TABLE,
                    "w.name, w.chain_id, w.locality, w.country_code, w.postcode, w.latitude, w.longitude")),
        SourceRecords::cinema);
  }

  /// A film without a title is known by a catalogue, or by a person.
  private void findFilms() throws SQLException {
    complete(
        SourceRecords.FILMS,
        all(FilmColumns.TABLE, "w.title, w.ext_catalog_a_id, w.ext_catalog_b_id"),
        row ->
            new FilmSource(
                row.getString("id"),
                row.getInt("provider_id"),
                null,
                null,
                List.of(),
                FilmSource.Facts.ofCatalogues(
                    row.getString("ext_catalog_a_id"), row.getString("ext_catalog_b_id")),
                FilmPeriods.NEVER));
  }

  /// Notes the source records that lack a required field, where those linked with them have it.
  private <W extends SourceRecord> void complete(
      SourceRecords<W> kind, String query, Sql.Row<W> reading) throws SQLException {
    List<W> sources = new ArrayList<>();
    List<Decisions.Decision> named = new ArrayList<>();
    Map<String, Set<RequiredField>> fields = new HashMap<>();
    sql.each(
        query,
        row -> {
          W source = reading.read(row);
          sources.add(source);
          fields.put(source.id(), RequiredSql.read(row.getString("present")));
          if (row.getBoolean("of_house")) {
            named.add(new Decisions.Decision(source.id(), row.getString("external_id"), true));
          }
        });
    CopyRows completed = TempTable.COMPLETED_SOURCE.rows();
    Decisions decisions = kind.decisions(sql.connection()).or(named);
    for (List<W> group : kind.group(sources, decisions).groups()) {
      Set<RequiredField> together = EnumSet.noneOf(RequiredField.class);
      group.forEach(source -> together.addAll(fields.getOrDefault(source.id(), Set.of())));
      if (RequiredField.areAllIn(together, kind.kind())) {
        for (W source : group) {
          if (!RequiredField.areAllIn(fields.getOrDefault(source.id(), Set.of()), kind.kind())) {
            completed.row().text(source.id());
          }
        }
      }
    }
    completed.send(sql.connection());
  }

  /// Stores the source records of other providers that were held back and are complete now.
  private void release(RecordTable<?> table) throws SQLException {
    String kind = table.kind().word();
    sql.each(
        """
        select p.name, h.record ->> 'external_id' as external_id from held_back h
        join completed_source k on k.id = h.id join provider p on p.id = h.provider_id
        where h.kind = '%s' and h.provider_id <> :provider
        """
            .formatted(kind),
        row ->
            sql.report(
                Code.RELEASED,
                "provider " + row.getString("name"),
                kind + " " + row.getString("external_id"),
                ""));
    sql.run(
        """
        with released as (
          delete from held_back h using completed_source k
          where k.id = h.id and h.kind = '%1$s' and h.provider_id <> :provider returning h.*)
        insert into %2$s (id, provider_id, %3$s, observed_at, observed_updated_at, record_id, record_born, born, written)
        select h.id, h.provider_id, %4$s, h.observed_at, h.observed_updated_at, h.id, n, n, n
        from released h, revision, jsonb_populate_record(null::%5$s, h.record) w
        where not exists (select from %2$s r where r.id = h.id)
        """
            .formatted(
                kind,
                table.stored(),
                String.join(", ", table.kept()),
                RecordTable.of("w", table.kept()),
                table.staged()));
  }
}
