package org.marquee.store.reconcile;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.matching.CinemaSource;
import org.marquee.matching.Clustering;
import org.marquee.matching.Decisions;
import org.marquee.matching.Directors;
import org.marquee.matching.FilmPeriods;
import org.marquee.matching.FilmSource;
import org.marquee.matching.SourceRecord;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Finds words that lack something themselves, but are about a film or cinema of which other words
/// say it: those of this feed need not be held back, and those of other providers that were held
/// back are so no longer.
final class Completion {
  static final String NOT_COMPLETED = "not exists (select from completed k where k.id = s.id)";

  private final Writing writing;
  private final Notices notices;

  /// Words of the house that name others by their id.
  private final List<Decisions.Decision> named = new ArrayList<>();

  private int house;

  Completion(Writing writing, Notices notices) {
    this.writing = writing;
    this.notices = notices;
  }

  void find() throws SQLException {
    house =
        Sql.of("select id from provider where name = :house")
            .bind("house", Providers.HOUSE)
            .first(writing.connection(), rows -> rows.getInt(1))
            .orElse(0);
    if (isIncomplete("cinema", INCOMPLETE_CINEMA)) {
      findCinemas();
      release(StagingTables.CINEMA);
    }
    if (isIncomplete("film", "title is null")) {
      findFilms();
      release(StagingTables.FILM);
    }
  }

  private static final String INCOMPLETE_CINEMA =
      "(coalesce(postcode, missing_postcode) is null or locality is null or country_code is null)";

  private boolean isIncomplete(String kind, String condition) throws SQLException {
    return writing.number(
            """
            select count(*) from (
              (select from staged_%1$s where %2$s limit 1)
              union all (select from held_back where kind = '%1$s' and provider_id <> :provider limit 1)) w
            """
                .formatted(kind, condition))
        > 0;
  }

  /// All words there will be, those that are held back elsewhere included.
  private static String all(StagingTables.Table table, String columns) {
    return """
    select w.id, w.provider_id, %4$s from %1$s w where not exists (select from %2$s s where s.id = w.id)
    union all
    select w.id, :provider as provider_id, %4$s from %2$s w
    union all
    select h.id, h.provider_id, %4$s from held_back h, jsonb_populate_record(null::%2$s, h.record) w
    where h.kind = '%3$s' and h.provider_id <> :provider
    """
        .formatted(table.stored(), table.staged(), table.kind().word(), columns);
  }

  private void findCinemas() throws SQLException {
    List<CinemaSource> words = new ArrayList<>();
    Map<String, Set<String>> says = new HashMap<>();
    writing
        .sql(
            """
            select a.*, h.name as chain from (%s) a left join chain h on h.id = a.chain_id
            """
                .formatted(
                    all(
                        StagingTables.CINEMA,
                        "w.external_id, w.name, w.chain_id, w.locality, w.country_code, w.postcode,"
                            + " w.missing_postcode, w.latitude, w.longitude")))
        .each(
            writing.connection(),
            rows -> {
              words.add(SourceRecords.Cinemas.cinema(rows));
              name(rows);
              Set<String> said = new HashSet<>();
              for (String column : List.of("locality", "country_code", "postcode")) {
                if (rows.getString(column) != null) {
                  said.add(column);
                }
              }
              if (rows.getString("missing_postcode") != null) {
                said.add("postcode");
              }
              says.put(rows.getString("id"), said);
            });
    note(words, new SourceRecords.Cinemas(), says, 3);
  }

  /// A film without a title is known by a catalogue, or by a person.
  private void findFilms() throws SQLException {
    List<FilmSource> words = new ArrayList<>();
    Map<String, Set<String>> says = new HashMap<>();
    writing
        .sql(
            all(
                StagingTables.FILM,
                "w.external_id, w.title, w.ext_catalog_a_id, w.ext_catalog_b_id"))
        .each(
            writing.connection(),
            rows -> {
              String id = rows.getString("id");
              name(rows);
              words.add(
                  new FilmSource(
                      id,
                      rows.getInt("provider_id"),
                      null,
                      null,
                      null,
                      Directors.NONE,
                      rows.getString("ext_catalog_a_id"),
                      rows.getString("ext_catalog_b_id"),
                      FilmPeriods.NEVER));
              says.put(id, rows.getString("title") == null ? Set.of() : Set.of("title"));
            });
    note(words, new SourceRecords.Films(), says, 1);
  }

  private void name(ResultSet rows) throws SQLException {
    if (rows.getInt("provider_id") == house) {
      named.add(new Decisions.Decision(rows.getString("id"), rows.getString("external_id"), true));
    }
  }

  /// Notes the words that lack something which their group has.
  private <W extends SourceRecord> void note(
      List<W> words, SourceRecords<W> kind, Map<String, Set<String>> says, int needed)
      throws SQLException {
    CopyRows completed = new CopyRows("completed", 1);
    Decisions decisions = kind.decisions(writing.connection()).or(named);
    for (List<W> group : Clustering.of(words, kind.rules(words, decisions), decisions).groups()) {
      Set<String> together = new HashSet<>();
      group.forEach(word -> together.addAll(says.getOrDefault(word.id(), Set.of())));
      if (together.size() == needed) {
        for (W word : group) {
          if (says.getOrDefault(word.id(), Set.of()).size() < needed) {
            completed.row().text(word.id());
          }
        }
      }
    }
    completed.send(writing.connection());
  }

  /// Makes stored words of those that other providers said and that waited.
  private void release(StagingTables.Table table) throws SQLException {
    writing
        .sql(
            """
            select p.name, h.record ->> 'external_id' as external_id from held_back h
            join completed k on k.id = h.id join provider p on p.id = h.provider_id
            where h.kind = '%s' and h.provider_id <> :provider
            """
                .formatted(table.kind().word()))
        .each(
            writing.connection(),
            rows ->
                notices.add(
                    new Notice(
                        Code.RELEASED,
                        "provider " + rows.getString("name"),
                        table.kind().word() + " " + rows.getString("external_id"),
                        "")));
    String columns = String.join(", ", table.kept());
    writing.run(
        """
        with released as (
          delete from held_back h using completed k
          where k.id = h.id and h.kind = '%1$s' and h.provider_id <> :provider returning h.*)
        insert into %2$s (id, provider_id, %3$s, observed_at, observed_updated_at, record_id, record_born, born, written)
        select h.id, h.provider_id, %4$s, h.observed_at, h.observed_updated_at, h.id, n, n, n
        from released h, revision, jsonb_populate_record(null::%5$s, h.record) w
        where not exists (select from %2$s r where r.id = h.id)
        """
            .formatted(
                table.kind().word(),
                table.stored(),
                columns,
                "w." + columns.replace(", ", ", w."),
                table.staged()));
  }
}
