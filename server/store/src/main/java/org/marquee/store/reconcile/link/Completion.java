package org.marquee.store.reconcile.link;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.ingest.rules.RequiredField;
import org.marquee.listing.Kind;
import org.marquee.matching.Clustering;
import org.marquee.matching.Decisions;
import org.marquee.matching.FilmPeriods;
import org.marquee.matching.FilmSource;
import org.marquee.matching.SourceRecord;
import org.marquee.notice.Code;
import org.marquee.store.reconcile.stage.FormerSources;
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

  private static final String NEAR = " where a.id = " + AffectedSources.NEAR;

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
        CinemaColumns.TABLE,
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
        FilmColumns.TABLE,
        "select a.* from (%s) a"
            .formatted(all(FilmColumns.TABLE, "w.title, w.ext_catalog_a_id, w.ext_catalog_b_id")),
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

  /// Source records that were read, and which required fields each of them has.
  private record Read<W extends SourceRecord>(
      List<W> sources, Map<String, Set<RequiredField>> fields, Decisions decisions) {
    Set<RequiredField> fieldsOf(W source) {
      return fields.getOrDefault(source.id(), Set.of());
    }
  }

  /// Notes the source records that lack a required field, where those linked with them have it.
  ///
  /// Only what links lead to from what is new, changed or incomplete is compared, as
  /// [AffectedSources] does. What no source record tells, [ReleaseDue] notes: then all are.
  private <W extends SourceRecord> void complete(
      SourceRecords<W> kind, RecordTable<?> table, String query, Sql.Row<W> reading)
      throws SQLException {
    Decisions decisions = kind.decisions(sql.connection());
    Set<String> ids = new HashSet<>();
    Read<W> read;
    Set<String> more = touched(table);
    boolean all =
        more.size() >= RecordLinkage.FEW
            || sql.any("select from release_due where provider_id = :provider");
    if (all) {
      read = read(query, reading, decisions);
    } else {
      sql.run(TempTable.NEAR_SOURCE.createEmpty());
      addNear(table, more, decisions.about(more));
      read = read(query + NEAR, reading, decisions);
      more = Set.copyOf(read.fields().keySet());
      while (ids.addAll(more)) {
        addNear(table, more, decisions.about(more));
        read = read(query + NEAR, reading, decisions);
        more =
            Clustering.connected(
                read.sources(),
                kind.rules().apply(read.sources(), read.decisions()),
                read.decisions(),
                ids);
        more.removeAll(ids);
      }
    }
    CopyRows completed = TempTable.COMPLETED_SOURCE.rows();
    for (List<W> group : kind.group(read.sources(), read.decisions()).groups()) {
      Set<RequiredField> together = EnumSet.noneOf(RequiredField.class);
      group.stream().map(read::fieldsOf).forEach(together::addAll);
      if (RequiredField.areAllIn(together, kind.kind())
          && (all || ids.contains(group.getFirst().id()))) {
        for (W source : group) {
          if (!RequiredField.areAllIn(read.fieldsOf(source), kind.kind())) {
            completed.row().text(source.id());
          }
        }
      }
    }
    completed.send(sql.connection());
  }

  private Set<String> touched(RecordTable<?> table) throws SQLException {
    return new HashSet<>(
        sql.list(
            """
            select s.id from %1$s s left join %2$s w on w.id = s.id
            where %3$s or row(%4$s) is distinct from row(%5$s)
            """
                .formatted(
                    table.staged(),
                    table.stored(),
                    RequiredSql.incomplete(table.kind(), "s"),
                    RecordTable.of("w", table.content()),
                    RecordTable.of("s", table.content())),
            row -> row.getString("id")));
  }

  private <W extends SourceRecord> Read<W> read(
      String query, Sql.Row<W> reading, Decisions decisions) throws SQLException {
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
    return new Read<>(sources, fields, decisions.or(named));
  }

  /// Adds those that share a key with one of `ids`, or that the house says are the same.
  private void addNear(RecordTable<?> table, Set<String> ids, List<String> decided)
      throws SQLException {
    sql.statement(
            """
            insert into near_source
            with said as (
              select id, %5$s as keys, external_id, :provider as provider_id from %2$s s
              union all
              select id, %6$s, record ->> 'external_id', provider_id from held_back h where kind = '%3$s'),
            key as (
              select unnest(%4$s) as key from %1$s s where id = any(:ids)
              union select unnest(keys) from said where id = any(:ids)
              union select unnest(keys) from left_source where kind = '%3$s')
            select o.id from key k join %1$s o on %7$s @> array[k.key]
            union select id from said where coalesce(keys && array(select key from key), true)
            union select unnest(:ids::text[])
            union select unnest(:decided::text[])
            union select unnest(array[w.id, w.external_id]) from (
                select id, external_id, provider_id from said
                union all select id, external_id, provider_id from %1$s) w
              join provider p on p.id = w.provider_id
              where p.name = '%8$s' and (w.id = any(:ids) or w.external_id = any(:ids))
            on conflict do nothing
            """
                .formatted(
                    table.stored(),
                    table.staged(),
                    table.kind().word(),
                    FormerSources.keys(table.kind(), "s"),
                    keys(table, "s.%s"),
                    keys(table, "h.record ->> '%s'"),
                    FormerSources.keys(table.kind(), "o"),
                    Providers.HOUSE))
        .bind("ids", ids.toArray(String[]::new))
        .bind("decided", decided.toArray(String[]::new))
        .run(sql.connection());
    sql.run("analyze near_source");
  }

  /// The keys of a source record that is not stored. The title of a film is not cleaned yet, and
  /// completes nothing.
  private static String keys(RecordTable<?> table, String column) {
    return table.kind() == Kind.CINEMA
        ? "string_to_array(%s, E'\\n')".formatted(column.formatted("keys"))
        : "film_keys(null, null, %s, %s, null)"
            .formatted(column.formatted("ext_catalog_a_id"), column.formatted("ext_catalog_b_id"));
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
