package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.marquee.listing.Kind;
import org.marquee.matching.Clustering;
import org.marquee.matching.Decisions;
import org.marquee.matching.Identity;
import org.marquee.matching.SourceRecord;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Makes one record of the words that are about one film or cinema: gives each word the id of its
/// record, moves what refers to records that are no more, and publishes what the words say
/// together.
///
/// Works within the transaction that wrote the words, after its revision was raised.
public final class RecordLinkage {
  /// Where words are noted that left a record, and those that change theirs.
  public static final String CREATE =
      """
      create temporary table left_record (kind text collate "C", id text collate "C");
      create temporary table moved_source (
        id text collate "C" primary key, provider_id integer, before text collate "C", after text collate "C",
        born bigint);
      """;

  private final Connection connection;

  public RecordLinkage(Connection connection) {
    this.connection = connection;
  }

  /// Judges anew whatever is not judged yet, and publishes what was written in this revision.
  public void join() throws SQLException {
    joinCinemas();
    joinFilms();
  }

  void joinCinemas() throws SQLException {
    join(new SourceRecords.Cinemas());
  }

  void joinFilms() throws SQLException {
    join(new SourceRecords.Films());
  }

  /// Whether words have left records since.
  boolean isLeft() throws SQLException {
    return number("select count(*) from left_record") > 0;
  }

  private <W extends SourceRecord> void join(SourceRecords<W> words) throws SQLException {
    boolean unjudged =
        number("select count(*) from %s where not judged".formatted(words.table())) > 0;
    boolean left =
        number("select count(*) from left_record where kind = '%s'".formatted(words.kind().word()))
            > 0;
    if (unjudged || left) {
      judge(words);
    }
    new CanonicalRecords(connection).publish(words.kind());
    run("delete from left_record where kind = '%s'".formatted(words.kind().word()));
  }

  /// All words again: which of them are one depends on all of them.
  private <W extends SourceRecord> void judge(SourceRecords<W> words) throws SQLException {
    List<SourceRecords.Known<W>> all = words.load(connection);
    Map<String, SourceRecords.Known<W>> byId = HashMap.newHashMap(all.size());
    all.forEach(each -> byId.put(each.word().id(), each));
    List<W> said = all.stream().map(SourceRecords.Known::word).toList();
    Decisions decisions = words.decisions(connection);
    List<List<Identity.Bearer>> groups = new ArrayList<>();
    for (List<W> group : Clustering.of(said, words.rules(said, decisions), decisions).groups()) {
      groups.add(group.stream().map(word -> known(byId, word.id()).bearer()).toList());
    }
    CopyRows moved = new CopyRows("moved_source", 5);
    Identity.of(groups)
        .forEach((id, record) -> {
          SourceRecords.Known<W> word = known(byId, id);
          if (!word.bearer().record().equals(record)) {
            moved
                .row()
                .text(id)
                .integer(word.word().provider())
                .text(word.bearer().record().id())
                .text(record.id())
                .bigint(record.born());
          }
        });
    run("update %s set judged = true where not judged".formatted(words.table()));
    run("truncate moved_source");
    moved.send(connection);
    if (number("select count(*) from moved_source") > 0) {
      move(words);
    }
    // A word that came back may be a record by itself again.
    run("delete from alias a using %s w where w.record_id = a.id".formatted(words.table()));
  }

  private static <W extends SourceRecord> SourceRecords.Known<W> known(
      Map<String, SourceRecords.Known<W>> byId, String id) {
    return Objects.requireNonNull(byId.get(id));
  }

  private <W extends SourceRecord> void move(SourceRecords<W> words) throws SQLException {
    run("analyze moved_source");
    run(
        """
        insert into left_record select distinct '%s', before from moved_source
        """
            .formatted(words.kind().word()));
    run(
        """
        update %s w set record_id = m.after, record_born = m.born, written = (select n from revision)
        from moved_source m where m.id = w.id
        """
            .formatted(words.table()));
    if (words.kind() == Kind.FILM) {
      moveFilms();
    } else {
      moveCinemas();
    }
    renewAliases(words.table());
  }

  /// Each showtime remembers which of its provider's words it refers to.
  private void moveFilms() throws SQLException {
    run(
        """
        update showtime s set film_id = m.after, source_film_id = nullif(m.id, m.after)
        from moved_source m
        where s.film_id = m.before and s.provider_id = m.provider_id and coalesce(s.source_film_id, s.film_id) = m.id
          and s.merged is null
        """);
    run(
        """
        update showtime_source s set film_id = m.after, source_film_id = nullif(m.id, m.after),
          written = (select n from revision)
        from moved_source m
        where s.film_id = m.before and s.provider_id = m.provider_id and coalesce(s.source_film_id, s.film_id) = m.id
        """);
  }

  /// A provider has one word on a cinema, so what it says there moves along with that.
  private void moveCinemas() throws SQLException {
    String move =
        """
        update %s s set cinema_id = m.after%s from moved_source m
        where s.cinema_id = m.before and s.provider_id = m.provider_id%s
        """;
    run(move.formatted("screen", "", ""));
    run(move.formatted("showtime", "", " and s.merged is null"));
    run(move.formatted("showtime_source", ", written = (select n from revision)", ""));
    run(
        """
        create temporary table moved_programme as
        select m.after, g.provider_id, g.observed_at, g.source_updated_at, g.last_feed_at
        from programme g join moved_source m on m.before = g.cinema_id and m.provider_id = g.provider_id
        """);
    run(
        """
        delete from programme g using moved_source m
        where m.before = g.cinema_id and m.provider_id = g.provider_id
        """);
    run(
        """
        insert into programme (cinema_id, provider_id, observed_at, source_updated_at, last_feed_at)
        select after, provider_id, observed_at, source_updated_at, last_feed_at from moved_programme
        on conflict (cinema_id, provider_id) do update
        set observed_at = excluded.observed_at, source_updated_at = excluded.source_updated_at,
          last_feed_at = greatest(programme.last_feed_at, excluded.last_feed_at)
        """);
    run("drop table moved_programme");
  }

  /// Every id that ever was a record's, or is a word's, answers with the record.
  private void renewAliases(String table) throws SQLException {
    run("delete from alias a using moved_source m where a.id in (m.id, m.after)");
    run(
        """
        update alias a set survivor = m.after from (
          select before, min(after) as after from moved_source m
          where not exists (select from %1$s w where w.record_id = m.before) group by before) m
        where a.survivor = m.before
        """
            .formatted(table));
    run(
        """
        insert into alias (id, survivor)
        select m.id, m.after from moved_source m where m.id <> m.after
        on conflict (id) do update set survivor = excluded.survivor
        """);
    // A record whose own word is gone has no word to be found by.
    run(
        """
        insert into alias (id, survivor)
        select m.before, min(m.after) from moved_source m
        where not exists (select from %1$s w where w.id = m.before or w.record_id = m.before) group by m.before
        on conflict (id) do update set survivor = excluded.survivor
        """
            .formatted(table));
  }

  private void run(String text) throws SQLException {
    Sql.of(text).run(connection);
  }

  private long number(String text) throws SQLException {
    return Sql.of(text).number(connection);
  }
}
