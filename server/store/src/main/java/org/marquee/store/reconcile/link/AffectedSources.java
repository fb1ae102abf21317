package org.marquee.store.reconcile.link;

import static java.util.stream.Collectors.toSet;

import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.marquee.listing.Kind;
import org.marquee.matching.Clustering;
import org.marquee.matching.Decisions;
import org.marquee.matching.Identity;
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
  /// SQL: one of those that are near. The planner expects ten rows from an array; of a table it
  /// knows the number, and reads all source records rather than a twentieth of them.
  static final String NEAR = "any(array(select id from near_source))";

  /// @param touched those that are new, changed or gone
  /// @param few if fewer are touched, only those affected are read, else all
  /// @param choice which of those that are read are compared
  static <W extends SourceRecord> AffectedSources<W> read(
      Statements sql,
      SourceRecords<W> sources,
      Decisions decisions,
      Collection<String> touched,
      int few,
      UnaryOperator<List<SourceRecords.LinkedSource<W>>> choice)
      throws SQLException {
    if (sources.kind() == Kind.FILM) {
      SourceRecords.cleanTitles(sql);
    }
    if (touched.size() >= few) {
      List<SourceRecords.LinkedSource<W>> all = choice.apply(sources.reading().read(sql, "true"));
      return new AffectedSources<>(all, ids(all));
    }
    sql.run(TempTable.NEAR_SOURCE.createEmpty());
    addNear(sql, sources, decisions, touched);
    List<SourceRecords.LinkedSource<W>> read =
        choice.apply(sources.reading().read(sql, "w.id = " + NEAR));
    Set<String> ids = new HashSet<>();
    Set<String> more = ids(read);
    while (ids.addAll(more)) {
      addNear(sql, sources, decisions, more);
      read = choice.apply(sources.reading().read(sql, "w.id = " + NEAR));
      List<W> all = read.stream().map(SourceRecords.LinkedSource::source).toList();
      more = Clustering.connected(all, sources.rules().apply(all, decisions), decisions, ids);
      more.removeAll(ids);
    }
    return new AffectedSources<>(read, ids);
  }

  /// Of source records of equal form in one record one stands for the others, so that what hundreds
  /// of providers say alike is compared once. Each of `touched` and of its provider stays, since
  /// rules ask whether two are of one provider, and so does what people have decided on, and each
  /// of a provider that has several.
  static <W extends SourceRecord> UnaryOperator<List<SourceRecords.LinkedSource<W>>> oneOfEach(
      SourceRecords<W> sources, Decisions decisions, Set<String> touched) {
    return read -> {
      Set<String> kept = new HashSet<>(decisions.about(ids(read)));
      kept.addAll(touched);
      Set<Integer> seen = new HashSet<>();
      Set<Integer> providers =
          read.stream()
              .filter(each ->
                  !seen.add(each.source().provider()) || touched.contains(each.source().id()))
              .map(each -> each.source().provider())
              .collect(toSet());
      Map<Object, SourceRecords.LinkedSource<W>> chosen = new LinkedHashMap<>();
      read.stream()
          .sorted(Comparator.comparing(each -> each.bearer().own(), Identity.OLDEST))
          .forEach(each -> {
            W source = each.source();
            Object form = sources.form().apply(source);
            Object key = source.id();
            if (form != null
                && !kept.contains(source.id())
                && !providers.contains(source.provider())) {
              key = List.of(form, each.bearer().record());
            }
            chosen.merge(
                key,
                each,
                (one, other) ->
                    new SourceRecords.LinkedSource<>(
                        sources.joined().apply(one.source(), other.source()), one.bearer()));
          });
      return List.copyOf(chosen.values());
    };
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
            union select id from %1$s
              where record_id = any(array(select s.record_id from %1$s s where s.id = any (:ids)))
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
