package org.marquee.store.reconcile;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.marquee.listing.Kind;
import org.marquee.matching.Decisions;
import org.marquee.matching.Identity;
import org.marquee.matching.SourceRecord;
import org.marquee.store.sql.CopyRows;

/// Links the source records of one film or cinema: gives each the id of its record, moves
/// references from records that no longer exist, and publishes the records.
///
/// Works within the transaction that wrote the source records, after its revision was raised.
record RecordLinkage(Statements sql) {

  /// Links source records that are new or changed, and publishes what was written in this revision.
  void join() throws SQLException {
    joinCinemas();
    joinFilms();
  }

  void joinCinemas() throws SQLException {
    join(SourceRecords.CINEMAS);
  }

  void joinFilms() throws SQLException {
    join(SourceRecords.FILMS);
  }

  /// The same at the end of an import. Zones can have changed only if source records have left
  /// their records since.
  void joinAgain() throws SQLException {
    if (!sql.any("select from left_record")) {
      join();
      return;
    }
    StartTimes.noteZones(sql);
    join();
    StartTimes.settleZones(sql);
  }

  private <W extends SourceRecord> void join(SourceRecords<W> sources) throws SQLException {
    String left = "select from left_record where kind = '%s'".formatted(sources.kind().word());
    if (sql.any("select from %s where not judged".formatted(sources.table())) || sql.any(left)) {
      judge(sources);
    }
    new CanonicalRecords(sql).publish(sources.kind());
    sql.run("delete from left_record where kind = '%s'".formatted(sources.kind().word()));
  }

  /// All source records again: which of them are linked depends on all of them.
  private <W extends SourceRecord> void judge(SourceRecords<W> sources) throws SQLException {
    List<SourceRecords.LinkedSource<W>> all = sources.load(sql.connection());
    Map<String, SourceRecords.LinkedSource<W>> byId = HashMap.newHashMap(all.size());
    all.forEach(each -> byId.put(each.source().id(), each));
    List<W> present = all.stream().map(SourceRecords.LinkedSource::source).toList();
    Decisions decisions = sources.decisions(sql.connection());
    List<List<Identity.Bearer>> groups = new ArrayList<>();
    for (List<W> group : sources.group(present, decisions).groups()) {
      groups.add(group.stream().map(each -> known(byId, each.id()).bearer()).toList());
    }
    CopyRows moved = TempTable.RELINKED_SOURCE.rows();
    Identity.of(groups)
        .forEach((id, record) -> {
          SourceRecords.LinkedSource<W> source = known(byId, id);
          if (!source.bearer().record().equals(record)) {
            moved
                .row()
                .text(id)
                .integer(source.source().provider())
                .text(source.bearer().record().id())
                .text(record.id())
                .bigint(record.born());
          }
        });
    sql.run("update %s set judged = true where not judged".formatted(sources.table()));
    sql.clear(TempTable.RELINKED_SOURCE);
    moved.send(sql.connection());
    if (sql.any("select from relinked_source")) {
      move(sources);
    }
    // A source record that came back may be a record by itself again.
    sql.run("delete from alias a using %s w where w.record_id = a.id".formatted(sources.table()));
  }

  private static <W extends SourceRecord> SourceRecords.LinkedSource<W> known(
      Map<String, SourceRecords.LinkedSource<W>> byId, String id) {
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
    sql.run(
        """
        update showtime s set film_id = m.after, source_film_id = nullif(m.id, m.after)
        from relinked_source m
        where s.film_id = m.before and s.provider_id = m.provider_id and coalesce(s.source_film_id, s.film_id) = m.id
          and s.merged is null
        """);
    sql.run(
        """
        update showtime_source s set film_id = m.after, source_film_id = nullif(m.id, m.after),
          written = (select n from revision)
        from relinked_source m
        where s.film_id = m.before and s.provider_id = m.provider_id and coalesce(s.source_film_id, s.film_id) = m.id
        """);
  }

  /// A provider has one source record for a cinema, so all its showtimes there move along.
  private void moveCinemas() throws SQLException {
    String move =
        """
        update %s s set cinema_id = m.after%s from relinked_source m
        where s.cinema_id = m.before and s.provider_id = m.provider_id%s
        """;
    sql.run(move.formatted("screen", "", ""));
    sql.run(move.formatted("showtime", "", " and s.merged is null"));
    sql.run(move.formatted("showtime_source", ", written = (select n from revision)", ""));
    sql.fill(
        TempTable.RELINKED_PROGRAMME,
        """
        select m.after, g.provider_id, g.observed_at, g.source_updated_at, g.last_feed_at, g.spoken_from,
          g.spoken_until, g.last_day, g.offset_minutes, g.feed
        from programme g join relinked_source m on m.before = g.cinema_id and m.provider_id = g.provider_id
        """);
    sql.run(
        """
        delete from programme g using relinked_source m
        where m.before = g.cinema_id and m.provider_id = g.provider_id
        """);
    sql.run(
        """
        insert into programme (cinema_id, provider_id, observed_at, source_updated_at, last_feed_at, spoken_from,
          spoken_until, last_day, offset_minutes, feed)
        select after, provider_id, observed_at, source_updated_at, last_feed_at, spoken_from, spoken_until, last_day,
          offset_minutes, feed
        from relinked_programme
        on conflict (cinema_id, provider_id) do update
        set observed_at = excluded.observed_at, source_updated_at = excluded.source_updated_at,
          spoken_from = excluded.spoken_from, spoken_until = excluded.spoken_until, last_day = excluded.last_day,
          offset_minutes = excluded.offset_minutes, feed = excluded.feed,
          last_feed_at = greatest(programme.last_feed_at, excluded.last_feed_at)
        """);
    sql.clear(TempTable.RELINKED_PROGRAMME);
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
