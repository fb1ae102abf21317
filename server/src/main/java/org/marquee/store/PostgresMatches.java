package org.marquee.store;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.marquee.listing.Kind;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.matching.Clustering;
import org.marquee.matching.Decisions;
import org.marquee.matching.SourceRecord;
import org.marquee.store.reconcile.Relinking;
import org.marquee.store.reconcile.SourceRecords;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// What persons may look at and decide: which films, or which cinemas, are one.
public final class PostgresMatches {
  private final Database database;

  public PostgresMatches(Database database) {
    this.database = database;
  }

  /// A word, for people.
  ///
  /// @param name title or name
  /// @param facts what else tells such things apart, in words
  public record Said(String id, String provider, String externalId, String name, String facts) {}

  /// What to look at.
  ///
  /// @param one the words of a record
  /// @param other those of another that may be the same; empty where `one` waits for something
  /// @param why in words
  public record Doubt(String id, List<Said> one, String otherId, List<Said> other, String why) {}

  /// What has become of a decision.
  ///
  /// @param record the id that answers for both from now on, or for what was split off
  public record Decided(String record) {}

  /// A decision that cannot be.
  public static final class Undecidable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Undecidable(String message) {
      super(message);
    }
  }

  /// The pairs of records that the rules leave to a person, and what waits for a missing piece.
  ///
  /// @param kind film or cinema
  public List<Doubt> review(Kind kind) {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      List<Doubt> doubts = new ArrayList<>(review(connection, words(kind)));
      connection.rollback();
      return doubts;
    } catch (SQLException e) {
      throw new ListingsUnavailable("the records cannot be compared: " + Outage.why(e), e);
    }
  }

  private static SourceRecords<?> words(Kind kind) {
    return switch (kind) {
      case FILM -> new SourceRecords.Films();
      case CINEMA -> new SourceRecords.Cinemas();
      case SHOWTIME, CHAIN, SCREEN -> throw new IllegalArgumentException(kind.word());
    };
  }

  private static <W extends SourceRecord> List<Doubt> review(
      Connection connection, SourceRecords<W> words) throws SQLException {
    Map<String, Said> said = said(connection, words.kind());
    Map<String, String> records = new HashMap<>();
    List<W> all = new ArrayList<>();
    for (SourceRecords.Known<W> each : words.load(connection)) {
      all.add(each.word());
      records.put(each.word().id(), each.bearer().record().id());
    }
    Decisions decisions = words.decisions(connection);
    List<Doubt> doubts = new ArrayList<>();
    for (Clustering.Near<W> near :
        Clustering.of(all, words.rules(all, decisions), decisions).near()) {
      doubts.add(
          new Doubt(
              records.getOrDefault(near.one().getFirst().id(), ""),
              said(said, near.one()),
              records.getOrDefault(near.other().getFirst().id(), ""),
              said(said, near.other()),
              near.why()));
    }
    doubts.addAll(waiting(connection, words.kind()));
    return doubts;
  }

  private static <W extends SourceRecord> List<Said> said(Map<String, Said> said, List<W> words) {
    return words.stream().map(word -> said.get(word.id())).toList();
  }

  private static Map<String, Said> said(Connection connection, Kind kind) throws SQLException {
    Map<String, Said> said = new HashMap<>();
    Sql.of(
            kind == Kind.FILM
                ? """
                select w.id, p.name as provider, w.external_id, coalesce(w.title, '') as name,
                  concat_ws(', ', w.release_date, w.duration_minutes || ' min',
                    'by ' || replace(w.directors, E'\\n', ', '), 'A ' || w.ext_catalog_a_id,
                    'B ' || w.ext_catalog_b_id) as facts
                from film_source w join provider p on p.id = w.provider_id
                """
                : """
                select w.id, p.name as provider, w.external_id, w.name,
                  concat_ws(', ', w.locality, w.postcode, w.country_code, w.latitude || ' ' || w.longitude) as facts
                from cinema_source w join provider p on p.id = w.provider_id
                """)
        .each(
            connection,
            rows ->
                said.put(
                    rows.getString("id"),
                    new Said(
                        rows.getString("id"),
                        rows.getString("provider"),
                        rows.getString("external_id"),
                        rows.getString("name"),
                        rows.getString("facts"))));
    return said;
  }

  private static List<Doubt> waiting(Connection connection, Kind kind) throws SQLException {
    return Sql.of(
            """
            select h.id, p.name as provider, h.record ->> 'external_id' as external_id,
              coalesce(h.record ->> 'name', h.record ->> 'title', '') as name, h.reason
            from held_back h join provider p on p.id = h.provider_id where h.kind = :kind
            order by p.name, h.id
            """)
        .bind("kind", kind.word())
        .list(
            connection,
            rows ->
                new Doubt(
                    rows.getString("id"),
                    List.of(
                        new Said(
                            rows.getString("id"),
                            rows.getString("provider"),
                            rows.getString("external_id"),
                            rows.getString("name"),
                            "")),
                    "",
                    List.of(),
                    "held back " + rows.getString("reason")));
  }

  /// Makes two records one, for ever.
  ///
  /// @throws Undecidable if one of them is not there, or a provider speaks of both as cinemas
  public Decided merge(Kind kind, String one, String other) {
    return decide(
        kind,
        connection -> {
          List<Member> ours = record(connection, kind, one);
          List<Member> theirs = record(connection, kind, other);
          if (ours.getFirst().record().equals(theirs.getFirst().record())) {
            throw new Undecidable(one + " and " + other + " are already merged");
          }
          if (kind == Kind.CINEMA) {
            for (Member each : ours) {
              if (theirs.stream().anyMatch(member -> member.provider() == each.provider())) {
                throw new Undecidable(
                    "one provider lists both of these cinemas, so they differ: see " + each.id());
              }
            }
          }
          for (Member each : ours) {
            for (Member member : theirs) {
              forget(connection, each.id(), member.id());
            }
          }
          hold(connection, ours, named(ours, one));
          hold(connection, theirs, named(theirs, other));
          say(connection, named(ours, one), named(theirs, other), true);
          return one;
        });
  }

  /// Lets a record go where one of its words goes: the rules that made it one may tell its other
  /// words apart from what it is merged with.
  private static void hold(Connection connection, List<Member> record, String by)
      throws SQLException {
    for (Member each : record) {
      if (!each.id().equals(by)) {
        say(connection, by, each.id(), true);
      }
    }
  }

  /// Takes what one provider says out of a record, for ever.
  ///
  /// @param id of the provider's word
  /// @throws Undecidable if there is no such word, or nothing else in its record
  public Decided split(Kind kind, String id) {
    return decide(kind, connection -> takenOut(connection, record(connection, kind, id), id));
  }

  /// @param all the words of the record
  private static String takenOut(Connection connection, List<Member> all, String id)
      throws SQLException {
    if (all.stream().noneMatch(member -> member.id().equals(id))) {
      throw new Undecidable(
          id
              + " is the id of a merged record. Split one of its source records: "
              + all.stream().map(Member::id).collect(joining(", ")));
    }
    if (all.size() == 1) {
      throw new Undecidable(id + " is not merged with anything");
    }
    for (Member each : all) {
      if (!each.id().equals(id)) {
        say(connection, id, each.id(), false);
      }
    }
    return id;
  }

  /// Says that two records are two, for ever: they are not joined, and no longer looked at. Where
  /// they are one, what `other` says goes out of it.
  ///
  /// @throws Undecidable if one of them is not there, or cannot be taken out of the record of both
  public Decided part(Kind kind, String one, String other) {
    return decide(
        kind,
        connection -> {
          List<Member> ours = record(connection, kind, one);
          List<Member> theirs = record(connection, kind, other);
          if (ours.getFirst().record().equals(theirs.getFirst().record())) {
            return takenOut(connection, theirs, other);
          }
          for (Member each : ours) {
            for (Member member : theirs) {
              say(connection, each.id(), member.id(), false);
            }
          }
          return other;
        });
  }

  private record Member(String id, int provider, String record) {}

  private static List<Member> record(Connection connection, Kind kind, String id)
      throws SQLException {
    List<Member> members =
        Sql.of(
                """
                select w.id, w.provider_id, w.record_id from %1$s_source w
                where w.record_id = coalesce((select n.record_id from %1$s_source n where n.id = :id),
                  (select survivor from alias where id = :id), :id)
                order by w.born, w.id
                """
                    .formatted(kind.word()))
            .bind("id", id)
            .list(
                connection,
                rows ->
                    new Member(
                        rows.getString("id"),
                        rows.getInt("provider_id"),
                        rows.getString("record_id")));
    if (members.isEmpty()) {
      throw new Undecidable("there is no " + kind.word() + " " + id);
    }
    return members;
  }

  private static String named(List<Member> members, String id) {
    return members.stream()
        .map(Member::id)
        .filter(id::equals)
        .findFirst()
        .orElse(members.getFirst().id());
  }

  private static void forget(Connection connection, String one, String other) throws SQLException {
    Pair pair = Pair.of(one, other);
    Sql.of("delete from decision where one = :one and other = :other")
        .bind("one", pair.one())
        .bind("other", pair.other())
        .run(connection);
  }

  private static void say(Connection connection, String one, String other, boolean same)
      throws SQLException {
    forget(connection, one, other);
    Pair pair = Pair.of(one, other);
    Sql.of("insert into decision (one, other, same) values (:one, :other, :same)")
        .bind("one", pair.one())
        .bind("other", pair.other())
        .bind("same", same)
        .run(connection);
  }

  private record Pair(String one, String other) {
    static Pair of(String one, String other) {
      return one.compareTo(other) < 0 ? new Pair(one, other) : new Pair(other, one);
    }
  }

  private interface Deciding {
    /// @return the id whose record is asked for afterwards
    String in(Connection connection) throws SQLException;
  }

  private Decided decide(Kind kind, Deciding deciding) {
    try (Connection connection = database.connect("decision")) {
      connection.setAutoCommit(false);
      // As for an import: changes follow one another, and each makes a revision.
      long revision = Revisions.begin(connection);
      Relinking relinking = Relinking.begin(connection);
      String id = deciding.in(connection);
      Sql.of("update %s_source set judged = false where id = :id".formatted(kind.word()))
          .bind("id", named(record(connection, kind, id), id))
          .run(connection);
      relinking.run();
      String record = record(connection, kind, id).getFirst().record();
      Revisions.publish(connection, revision);
      connection.commit();
      return new Decided(record);
    } catch (SQLException e) {
      throw new ListingsUnavailable("the decision was not stored: " + Outage.why(e), e);
    }
  }
}
