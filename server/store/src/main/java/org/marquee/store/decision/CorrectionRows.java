package org.marquee.store.decision;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.marquee.correction.Correction;
import org.marquee.correction.CorrectionRefused;
import org.marquee.correction.What;
import org.marquee.listing.Kind;
import org.marquee.store.decision.PostgresCorrections.Stored;
import org.marquee.store.reconcile.link.CorrectedRecords;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Sql;

/// The rows of corrections, and what they have published anew, within a transaction that links the
/// records again afterwards.
///
/// @param actor who makes them
record CorrectionRows(Connection connection, Actor actor) {
  private static final String SELECT =
      """
      select c.*, r.present, case c.kind
          when 'cinema' then (select name from cinema where id = r.present)
          when 'film' then (select title from film where id = r.present)
          else (select f.title from showtime s join film f on f.id = s.film_id where s.id = r.present) end as name
      from correction c cross join lateral (select %s as present) r
      """
          .formatted(CorrectedRecords.PRESENT);

  List<Stored> list() throws SQLException {
    return Sql.of(SELECT + " order by c.id").list(connection, CorrectionRows::read);
  }

  Optional<Stored> find(long id) throws SQLException {
    return Sql.of(SELECT + " where c.id = :id")
        .bind("id", id)
        .first(connection, CorrectionRows::read);
  }

  private static Stored read(ResultSet row) throws SQLException {
    Kind kind = Kind.find(row.getString("kind")).orElseThrow();
    Correction correction =
        new Correction(
            kind,
            row.getString("record"),
            What.find(kind, row.getString("what")).orElseThrow(),
            row.getString("value"),
            row.getString("note"));
    return new Stored(
        row.getLong("id"),
        correction,
        row.getString("made_by"),
        Sql.instant(row, "made_at"),
        row.getString("present"),
        row.getString("name"));
  }

  /// Adds a correction.
  ///
  /// @return its number
  /// @throws CorrectionRefused if records cannot be merged or split so
  long add(Correction correction) throws SQLException {
    long id =
        Sql.of(
                """
                insert into correction (kind, record, what, value, note, made_by)
                values (:kind, :record, :what, :value, :note, :made_by) returning id
                """)
            .bind("kind", correction.kind().word())
            .bind("record", correction.record())
            .bind("what", correction.what().word())
            .bind("value", correction.value())
            .bind("note", correction.note())
            .bind("made_by", actor.user())
            .number(connection);
    LinkDecisions links = new LinkDecisions(connection, correction.kind());
    if (correction.what() == What.MERGE) {
      links.merge(id, correction.record(), correction.others().getFirst());
    } else if (correction.what() == What.SPLIT) {
      links.split(id, correction.record(), correction.others());
    }
    publishAgain(correction);
    return id;
  }

  long remove(Stored stored) throws SQLException {
    publishAgain(stored.correction());
    return Sql.of("delete from correction where id = :id").bind("id", stored.id()).run(connection);
  }

  /// Has the record published again, or the rules see it again; what is hidden is settled in any
  /// case.
  private void publishAgain(Correction correction) throws SQLException {
    if (!correction.what().isHiding()) {
      Sql.of(
              "update %s_source set %s where record_id = :record"
                  .formatted(
                      correction.kind().word(),
                      correction.what().isField()
                          ? "written = (select n from revision)"
                          : "judged = false"))
          .bind("record", present(correction.kind(), correction.record()))
          .run(connection);
    }
  }

  /// The id of the record that answers for an id.
  String present(Kind kind, String id) throws SQLException {
    return Sql.of(
            "select %s from (select :kind::text as kind, :id::text as record) c"
                .formatted(CorrectedRecords.PRESENT))
        .bind("kind", kind.word())
        .bind("id", id)
        .first(connection, row -> row.getString(1))
        .orElse(id);
  }

  /// Whether a record answers for an id, published or hidden.
  boolean isStored(Kind kind, String id) throws SQLException {
    return Sql.of("select count(*) from %s where id = :id".formatted(kind.word()))
            .bind("id", present(kind, id))
            .number(connection)
        > 0;
  }
}
