package org.marquee.store.reconcile.link;

import static java.util.stream.Collectors.toSet;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.marquee.listing.Kind;
import org.marquee.matching.Clustering;
import org.marquee.matching.Decisions;
import org.marquee.matching.SourceRecord;
import org.marquee.store.reconcile.stage.FormerSources;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;

/// The source records that may be linked otherwise than before, and those that decide on it.
///
/// What is new, changed or gone makes or ends links of those that share a key with it, now or
/// before; a second film of a title ends links between others of that title. Beyond these a group
/// depends on what links lead to ([Clustering#connected]), so all others stay as they are.
///
/// @param read those that are affected, and all that share a key with one of them
/// @param ids of those that are affected
record AffectedSources<W extends SourceRecord>(
    List<SourceRecords.LinkedSource<W>> read, Set<String> ids) {
  private static final String NEAR = "w.id in (select id from near_source)";

  /// Cinemas that an older program has written: any other may be near.
  private static final String KEYLESS =
      "select from cinema_source where keys is null union all select from left_source where keys is null";

  /// @param touched those that are new, changed or gone
  /// @param few if fewer are touched, and all have keys, only those affected are read, else all
  static <W extends SourceRecord> AffectedSources<W> read(
      Statements sql,
      SourceRecords<W> sources,
      Decisions decisions,
      Collection<String> touched,
      int few)
      throws SQLException {
    if (sources.kind() == Kind.FILM) {
      SourceRecords.cleanTitles(sql);
    }
    if (touched.size() >= few || (sources.kind() == Kind.CINEMA && sql.any(KEYLESS))) {
      List<SourceRecords.LinkedSource<W>> all = sources.reading().read(sql, "true");
      return new AffectedSources<>(all, ids(all));
    }
    sql.run(TempTable.NEAR_SOURCE.createEmpty());
    addNear(sql, sources, decisions, touched);
    List<SourceRecords.LinkedSource<W>> read = sources.reading().read(sql, NEAR);
    Set<String> ids = new HashSet<>();
    Set<String> more = ids(read);
    while (ids.addAll(more)) {
      addNear(sql, sources, decisions, more);
      read = sources.reading().read(sql, NEAR);
      List<W> all = read.stream().map(SourceRecords.LinkedSource::source).toList();
      more = Clustering.connected(all, sources.rules().apply(all, decisions), decisions, ids);
      more.removeAll(ids);
    }
    return new AffectedSources<>(read, ids);
  }

  /// Puts those that describe one thing together, of those that are affected.
  List<List<W>> groups(SourceRecords<W> sources, Decisions decisions) {
    List<W> all = read.stream().map(SourceRecords.LinkedSource::source).toList();
    return sources.group(all, decisions).groups().stream()
        .filter(group -> ids.contains(group.getFirst().id()))
        .toList();
  }

  /// Adds those that share a key, a record or a decision with one of `ids`.
  private static void addNear(
      Statements sql, SourceRecords<?> sources, Decisions decisions, Collection<String> ids)
      throws SQLException {
    sql.statement(
            """
            insert into near_source
            with key as (
              select unnest(%3$s) as key from %1$s s where s.id = any (:ids)
              union select unnest(keys) from left_source where kind = '%2$s')
            select o.id from key k join %1$s o on %4$s @> array[k.key]
            union select id from %1$s where id = any (:ids) or id = any (:decided)
            union select o.id from %1$s s join %1$s o on o.record_id = s.record_id where s.id = any (:ids)
            on conflict do nothing
            """
                .formatted(
                    sources.table(),
                    sources.kind().word(),
                    FormerSources.keys(sources.kind(), "s"),
                    FormerSources.keys(sources.kind(), "o")))
        .bind("ids", ids)
        .bind("decided", decisions.about(ids))
        .run(sql.connection());
    sql.run("analyze near_source");
  }

  private static <W extends SourceRecord> Set<String> ids(
      List<SourceRecords.LinkedSource<W>> some) {
    return some.stream().map(each -> each.source().id()).collect(toSet());
  }
}
