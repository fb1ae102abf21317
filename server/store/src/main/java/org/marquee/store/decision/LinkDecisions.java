package org.marquee.store.decision;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.marquee.correction.CorrectionRefused;
import org.marquee.listing.Kind;
import org.marquee.matching.Decisions.Decision;
import org.marquee.store.sql.Sql;

/// The decisions about source records that merges and splits are made of, within a transaction that
/// links the records again afterwards.
record LinkDecisions(Connection connection, Kind kind) {
  /// A source record.
  record Member(String id, int provider, String record) {}

  /// The source records of a record, the oldest first.
  ///
  /// @throws CorrectionRefused if there is none
  List<Member> members(String id) throws SQLException {
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
      throw new CorrectionRefused("there is no " + kind.word() + " " + id);
    }
    return members;
  }

  /// The source record that decisions about an id are stored for.
  static String named(List<Member> members, String id) {
    return members.stream()
        .map(Member::id)
        .filter(id::equals)
        .findFirst()
        .orElse(members.getFirst().id());
  }

  /// Stores that two records are one.
  ///
  /// @param correction that this belongs to
  /// @throws CorrectionRefused if one provider lists both as cinemas
  void merge(long correction, String one, String other) throws SQLException {
    List<Member> ours = members(one);
    List<Member> theirs = members(other);
    String first = named(ours, one);
    String second = named(theirs, other);
    List<Decision> decisions = new ArrayList<>();
    keepTogether(ours, first, decisions);
    if (ours.equals(theirs)) {
      // The rules have merged them: now it stays so.
      store(correction, decisions);
      return;
    }
    for (Member each : ours) {
      for (Member member : theirs) {
        if (kind == Kind.CINEMA && member.provider() == each.provider()) {
          throw new CorrectionRefused(
              "one provider lists both of these cinemas, so they differ: see " + each.id());
        }
        pair("delete from decision where (one, other) = (%s)", each.id(), member.id())
            .run(connection);
      }
    }
    keepTogether(theirs, second, decisions);
    decisions.add(new Decision(first, second, true));
    store(correction, decisions);
  }

  /// Keeps a record together when one of its source records is merged: the rules might find that
  /// the others contradict the record that it is merged with.
  private static void keepTogether(List<Member> record, String by, List<Decision> decisions) {
    record.stream()
        .map(Member::id)
        .filter(id -> !id.equals(by))
        .forEach(id -> decisions.add(new Decision(by, id, true)));
  }

  /// The other source records of the record of a source record.
  ///
  /// @throws CorrectionRefused if it is the only one, or none
  List<String> others(String id) throws SQLException {
    return others(members(id), id);
  }

  private static List<String> others(List<Member> all, String id) {
    if (all.stream().noneMatch(member -> member.id().equals(id))) {
      throw new CorrectionRefused(
          id
              + " is the id of a merged record. Split one of its source records: "
              + all.stream().map(Member::id).collect(joining(", ")));
    }
    if (all.size() == 1) {
      throw new CorrectionRefused(id + " is not merged with anything");
    }
    return all.stream().map(Member::id).filter(each -> !each.equals(id)).toList();
  }

  /// Stores that records differ. From one that it is merged with, the source record `id` is split
  /// off.
  void split(long correction, String id, List<String> others) throws SQLException {
    List<Member> ours = members(id);
    List<Decision> decisions = new ArrayList<>();
    for (String other : others) {
      List<Member> theirs = members(other);
      if (ours.equals(theirs)) {
        others(ours, id).forEach(each -> decisions.add(new Decision(id, each, false)));
      } else {
        for (Member each : ours) {
          for (Member member : theirs) {
            decisions.add(new Decision(each.id(), member.id(), false));
          }
        }
      }
    }
    store(correction, decisions);
  }

  /// A decision belongs to the correction that made it first. A correction that later ones leave
  /// nothing of is gone.
  private void store(long correction, List<Decision> decisions) throws SQLException {
    for (Decision decision : decisions) {
      pair(
              """
              insert into decision as d (one, other, same, correction) values (%s, :same, :correction)
              on conflict (one, other) do update
              set same = excluded.same, made_at = excluded.made_at, correction = excluded.correction
              where d.same <> excluded.same or d.correction is null
              """,
              decision.one(), decision.other())
          .bind("same", decision.same())
          .bind("correction", correction)
          .run(connection);
    }
    Sql.of(
            """
            delete from correction c where c.kind = :kind and (
              c.what = 'split' and not exists (select from decision d where d.correction = c.id)
              or c.what = 'merge' and not exists (select from decision d where d.correction = c.id and d.same
                and d.one in (c.record, c.value) and d.other in (c.record, c.value)))
            """)
        .bind("kind", kind.word())
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
}
