package org.marquee.store;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.listing.Kind;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.matching.Decisions.Decision;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.reconcile.Relinking;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// What people decide: that two records are one, or that they are not. A decision counts more than
/// the rules and stays until another one replaces it.
public final class PostgresDecisions {
  private final Database database;

  public PostgresDecisions(Database database) {
    this.database = database;
  }

  /// A decision that cannot be stored.
  public static final class Undecidable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Undecidable(String message) {
      super(message);
    }
  }

  /// Merges two records.
  ///
  /// @return the id of the merged record
  /// @throws Undecidable if one of them is not there, or one provider lists both as cinemas
  public String merge(Kind kind, String one, String other) {
    return decide(
        kind,
        kind == Kind.FILM ? Audited.FILM_MERGE : Audited.CINEMA_MERGE,
        List.of(one, other),
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
              pair("delete from decision where (one, other) = (%s)", each.id(), member.id())
                  .run(connection);
            }
          }
          keepTogether(connection, ours, named(ours, one));
          keepTogether(connection, theirs, named(theirs, other));
          store(connection, new Decision(named(ours, one), named(theirs, other), true));
          return one;
        });
  }

  /// Keeps a record together when one of its source records is merged: the rules might find that
  /// the others contradict the record that it is merged with.
  private static void keepTogether(Connection connection, List<Member> record, String by)
      throws SQLException {
    for (Member each : record) {
      if (!each.id().equals(by)) {
        store(connection, new Decision(by, each.id(), true));
      }
    }
  }

  /// Splits a source record off from its record.
  ///
  /// @param id of the source record
  /// @return the id of the record that it is now
  /// @throws Undecidable if there is no such source record, or it is the only one of its record
  public String split(Kind kind, String id) {
    return decide(
        kind,
        splitting(kind),
        List.of(id),
        connection -> splitOff(connection, record(connection, kind, id), id));
  }

  private static Audited splitting(Kind kind) {
    return kind == Kind.FILM ? Audited.FILM_SPLIT : Audited.CINEMA_SPLIT;
  }

  /// @param all the source records of the record
  private static String splitOff(Connection connection, List<Member> all, String id)
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
        store(connection, new Decision(id, each.id(), false));
      }
    }
    return id;
  }

  /// Keeps two records apart: they are neither linked nor reviewed again. If they are merged, the
  /// source record `other` is split off.
  ///
  /// @return the id of the record of `other`
  /// @throws Undecidable if one of them is not there, or cannot be taken out of the record of both
  public String keepApart(Kind kind, String one, String other) {
    return decide(
        kind,
        splitting(kind),
        List.of(one, other),
        connection -> {
          List<Member> ours = record(connection, kind, one);
          List<Member> theirs = record(connection, kind, other);
          if (ours.getFirst().record().equals(theirs.getFirst().record())) {
            return splitOff(connection, theirs, other);
          }
          for (Member each : ours) {
            for (Member member : theirs) {
              store(connection, new Decision(each.id(), member.id(), false));
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

  private static void store(Connection connection, Decision decision) throws SQLException {
    pair(
            """
            insert into decision (one, other, same) values (%s, :same)
            on conflict (one, other) do update set same = excluded.same, made_at = excluded.made_at
            """,
            decision.one(), decision.other())
        .bind("same", decision.same())
        .run(connection);
  }

  /// @param text with a place for the pair, in the order in which it is stored
  private static Sql pair(String text, String one, String other) {
    return Sql.of(
            text.formatted(
                "least(:one::text collate \"C\", :other), greatest(:one::text collate \"C\", :other)"))
        .bind("one", one)
        .bind("other", other);
  }

  /// @param ids as they were given
  /// @param deciding gives the id whose record is asked for afterwards
  private String decide(Kind kind, Audited what, List<String> ids, Work<String> deciding) {
    return Work.on(
        () -> database.connect("decision"),
        e -> new ListingsUnavailable("the decision was not stored: " + Outage.why(e), e),
        connection ->
            Revisions.change(
                connection,
                () ->
                    new Audit(database.actor())
                        .change(
                            connection,
                            what,
                            String.join(" ", ids),
                            _ -> decide(connection, kind, deciding)),
                _ -> true));
  }

  private static String decide(Connection connection, Kind kind, Work<String> deciding)
      throws SQLException {
    Relinking relinking = Relinking.begin(connection);
    String id = deciding.on(connection);
    Sql.of("update %s_source set judged = false where id = :id".formatted(kind.word()))
        .bind("id", named(record(connection, kind, id), id))
        .run(connection);
    relinking.run();
    return record(connection, kind, id).getFirst().record();
  }
}
