package org.marquee.store.reconcile.link;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.marquee.listing.Kind;
import org.marquee.matching.Identity;
import org.marquee.matching.SourceRecord;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.sql.CopyRows;

/// Links the source records of one film or cinema: gives each the id of its record, moves
/// references from records that no longer exist, and publishes the records.
///
/// Works within the transaction that wrote the source records, after its revision was raised.
public record RecordLinkage(Statements sql) {

  /// Links source records that are new or changed, and publishes what was written in this revision.
  public void join() throws SQLException {
    join(SourceRecords.CINEMAS);
    join(SourceRecords.FILMS);
  }

  public <W extends SourceRecord> void join(SourceRecords<W> sources) throws SQLException {
    String left = "select from left_record where kind = '%s'".formatted(sources.kind().word());
    boolean hasLeft = sql.any(left);
    if (hasLeft || sql.any("select from %s where not judged".formatted(sources.table()))) {
      judge(sources);
    }
    if (hasLeft) {
      new ReleaseDue(sql).noteLook(sources.kind());
    }
    new CanonicalRecords(sql).publish(sources.kind());
    sql.run("delete from left_record where kind = '%s'".formatted(sources.kind().word()));
  }

  /// All source records again: which of them are linked depends on all of them.
  private <W extends SourceRecord> void judge(SourceRecords<W> sources) throws SQLException {
    Map<String, Identity.Bearer> bearers = new HashMap<>();
    List<W> present = new ArrayList<>();
    for (SourceRecords.LinkedSource<W> each : sources.all().on(sql.connection())) {
      present.add(each.source());
      bearers.put(each.source().id(), each.bearer());
    }
    List<List<Identity.Bearer>> groups =
        sources.group(present, sources.decisions(sql.connection())).groups().stream()
            .map(group -> group.stream().map(each -> known(bearers, each.id())).toList())
            .toList();
    Map<String, Identity.Id> records = Identity.of(groups);
    CopyRows moved = TempTable.RELINKED_SOURCE.rows();
    for (W source : present) {
      Identity.Id before = known(bearers, source.id()).record();
      Identity.Id after = known(records, source.id());
      if (!before.equals(after)) {
        moved
            .row()
            .text(source.id())
            .integer(source.provider())
            .text(before.id())
            .text(after.id())
            .bigint(after.born());
      }
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
    if (sources.kind() == Kind.FILM) {
      moveFilms();
    } else {
      moveCinemas();
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

  /// A provider has one source record for a cinema, so all its showtimes there move along.
  private void moveCinemas() throws SQLException {
    for (String table : List.of("screen", "showtime", "showtime_source")) {
      sql.run(
          """
          update %s s set cinema_id = m.after%s from relinked_source m
          where s.cinema_id = m.before and s.provider_id = m.provider_id%s
          """
              .formatted(table, Statements.written(table), Statements.alone("s", table)));
    }
    String moved =
        "relinked_source m where m.before = g.cinema_id and m.provider_id = g.provider_id";
    sql.fill(TempTable.RELINKED_PROGRAMME, "select g.* from programme g, " + moved);
    sql.run("delete from programme g using " + moved);
    sql.run("update relinked_programme g set cinema_id = m.after from " + moved);
    sql.run(
        """
        insert into programme select * from relinked_programme
        on conflict (cinema_id, provider_id) do update
        set observed_at = excluded.observed_at, source_updated_at = excluded.source_updated_at,
          spoken_from = excluded.spoken_from, spoken_until = excluded.spoken_until, last_day = excluded.last_day,
          offset_minutes = excluded.offset_minutes, feed = excluded.feed,
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
