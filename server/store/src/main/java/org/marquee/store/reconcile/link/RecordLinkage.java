package org.marquee.store.reconcile.link;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.marquee.listing.Kind;
import org.marquee.matching.Decisions;
import org.marquee.matching.Identity;
import org.marquee.matching.SourceRecord;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.sql.CopyRows;

/// Links the source records of one film or cinema: gives each the id of its record, moves
/// references from records that no longer exist, and publishes the records.
///
/// Works within the transaction that wrote the source records, after its revision was raised.
///
/// @param few if fewer source records are new, changed or gone, only those are read that may be
///   linked otherwise; 0 after what no source record tells, such as a decision of a person
public record RecordLinkage(Statements sql, int few) {
  /// Of an import: where it brings more, reading everything once costs less.
  public static final int FEW = 1_000;

  /// Links source records that are new or changed, and publishes what was written in this revision.
  public void join() throws SQLException {
    join(SourceRecords.CINEMAS);
    join(SourceRecords.FILMS);
  }

  public <W extends SourceRecord> void join(SourceRecords<W> sources) throws SQLException {
    boolean hasLeft =
        sql.any("select from left_record where kind = '%s'".formatted(sources.kind().word()));
    if (hasLeft || sql.any("select from %s where not judged".formatted(sources.table()))) {
      judge(sources);
    }
    if (hasLeft) {
      new ReleaseDue(sql).noteLook(sources.kind());
    }
    new CanonicalRecords(sql).publish(sources.kind());
    for (String left : List.of("left_record", "left_source")) {
      sql.run("delete from %s where kind = '%s'".formatted(left, sources.kind().word()));
    }
  }

  /// A source record that becomes part of another record.
  private record Move(String id, int provider, String before, Identity.Id after) {}

  private <W extends SourceRecord> void judge(SourceRecords<W> sources) throws SQLException {
    Decisions decisions = sources.decisions(sql.connection());
    Set<String> touched = touched(sources);
    List<Move> moves =
        moves(sources, decisions, touched, AffectedSources.oneOfEach(sources, decisions, touched));
    if (!moves.stream().allMatch(move -> touched.contains(move.id()))) {
      // Those that another one stood for may move with it.
      moves = moves(sources, decisions, touched, UnaryOperator.identity());
    }
    CopyRows moved = TempTable.RELINKED_SOURCE.rows();
    for (Move each : moves) {
      moved
          .row()
          .text(each.id())
          .integer(each.provider())
          .text(each.before())
          .text(each.after().id())
          .bigint(each.after().born());
    }
    sql.run("update %s set judged = true where not judged".formatted(sources.table()));
    sql.fill(TempTable.RELINKED_SOURCE, moved);
    if (sql.any("select from relinked_source")) {
      move(sources);
    }
    // A source record that came back may be a record by itself again.
    sql.run(
        "delete from alias a using %s w where w.record_id = a.id and w.written = :revision"
            .formatted(sources.table()));
  }

  /// The source records that become part of another record.
  ///
  /// @param choice which of those that are near are compared
  private <W extends SourceRecord> List<Move> moves(
      SourceRecords<W> sources,
      Decisions decisions,
      Set<String> touched,
      UnaryOperator<List<SourceRecords.LinkedSource<W>>> choice)
      throws SQLException {
    AffectedSources<W> affected =
        AffectedSources.read(sql, sources, decisions, touched, few, choice);
    Map<String, Identity.Bearer> bearers = new HashMap<>();
    affected.read().forEach(each -> bearers.put(each.source().id(), each.bearer()));
    List<List<W>> groups = affected.groups(sources, decisions);
    Map<String, Identity.Id> records =
        Identity.of(
            groups.stream()
                .map(group -> group.stream().map(each -> known(bearers, each.id())).toList())
                .toList());
    List<Move> moves = new ArrayList<>();
    for (W source : groups.stream().flatMap(List::stream).toList()) {
      Identity.Id before = known(bearers, source.id()).record();
      Identity.Id after = known(records, source.id());
      if (!before.equals(after)) {
        moves.add(new Move(source.id(), source.provider(), before.id(), after));
      }
    }
    return moves;
  }

  private Set<String> touched(SourceRecords<?> sources) throws SQLException {
    return new HashSet<>(
        sql.list(
            """
            select id from %1$s where not judged
            union select w.id from left_record l join %1$s w on w.record_id = l.id where l.kind = '%2$s'
            union select unnest(array[id, external_id]) from left_source where kind = '%2$s'
            """
                .formatted(sources.table(), sources.kind().word()),
            row -> row.getString("id")));
  }

  private static <T> T known(Map<String, T> byId, String id) {
    return Objects.requireNonNull(byId.get(id));
  }

  private <W extends SourceRecord> void move(SourceRecords<W> sources) throws SQLException {
    sql.run("analyze relinked_source");
    sql.run(
        """
        insert into left_record select distinct '%s', before from relinked_source
        """
            .formatted(sources.kind().word()));
    sql.run(
        """
        update %s w set record_id = m.after, record_born = m.born, written = (select n from revision)
        from relinked_source m where m.id = w.id
        """
            .formatted(sources.table()));
    if (sources.kind() == Kind.CINEMA) {
      moveCinemas();
    } else if (sql.any(
        """
        select from relinked_source m where (
          select count(*) from provider_showtime t where t.film_id = m.before and t.provider_id = m.provider_id) > 0
        """)) {
      // New films have no showtimes yet: the planner would read all showtimes, to move none.
      moveFilms();
    }
    renewAliases(sources.table());
  }

  /// Each showtime keeps the id of the source record that its provider refers to.
  private void moveFilms() throws SQLException {
    for (String table : List.of("showtime", "showtime_source")) {
      sql.run(
          """
          update %s s set film_id = m.after, source_film_id = nullif(m.id, m.after)%s
          from relinked_source m
          where s.film_id = m.before and s.provider_id = m.provider_id and coalesce(s.source_film_id, s.film_id) = m.id%s
          """
              .formatted(table, Statements.written(table), Statements.alone("s", table)));
    }
  }

  /// A provider has one source record for a cinema, so all its showtimes there move along. If a
  /// source record comes back under the id of a record that another one of its provider has taken
  /// over, they stay with that other one.
  private void moveCinemas() throws SQLException {
    String relinked =
        """
        (select m.* from relinked_source m where m.id <> m.before or not exists (
          select from relinked_source o
          where o.before = m.before and o.provider_id = m.provider_id and o.id <> m.id)) m
        """;
    for (String table : List.of("screen", "showtime", "showtime_source")) {
      sql.run(
          """
          update %s s set cinema_id = m.after%s from %s
          where s.cinema_id = m.before and s.provider_id = m.provider_id%s
          """
              .formatted(table, Statements.written(table), relinked, Statements.alone("s", table)));
    }
    String moved = relinked + "where m.before = g.cinema_id and m.provider_id = g.provider_id";
    sql.fill(TempTable.RELINKED_PROGRAMME, "select g.* from programme g, " + moved);
    sql.run("delete from programme g using " + moved);
    sql.run("update relinked_programme g set cinema_id = m.after from " + moved);
    sql.run(
        """
        insert into programme select * from relinked_programme
        on conflict (cinema_id, provider_id) do update
        set observed_at = excluded.observed_at, source_updated_at = excluded.source_updated_at,
          spoken_from = excluded.spoken_from, spoken_until = excluded.spoken_until, last_day = excluded.last_day,
          offset_minutes = excluded.offset_minutes, feed = excluded.feed, lacking_since = excluded.lacking_since,
          waiting_since = excluded.waiting_since,
          last_feed_at = greatest(programme.last_feed_at, excluded.last_feed_at)
        """);
  }

  /// Every id that a record or source record ever had answers with the record.
  private void renewAliases(String table) throws SQLException {
    sql.run("delete from alias a using relinked_source m where a.id in (m.id, m.after)");
    sql.run(
        """
        update alias a set survivor = m.after from (
          select before, min(after) as after from relinked_source m
          where not exists (select from %1$s w where w.record_id = m.before) group by before) m
        where a.survivor = m.before
        """
            .formatted(table));
    sql.run(
        """
        insert into alias (id, survivor)
        select m.id, m.after from relinked_source m where m.id <> m.after
        on conflict (id) do update set survivor = excluded.survivor
        """);
    // A record whose own source record is gone.
    sql.run(
        """
        insert into alias (id, survivor)
        select m.before, min(m.after) from relinked_source m
        where not exists (select from %1$s w where w.id = m.before or w.record_id = m.before) group by m.before
        on conflict (id) do update set survivor = excluded.survivor
        """
            .formatted(table));
  }
}
