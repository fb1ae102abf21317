package org.marquee.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.What;
import org.marquee.listing.Kind;
import org.marquee.store.PostgresCorrections.Stored;
import org.marquee.store.reconcile.CorrectedRecords;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Sql;

/// The rows of corrections, and what they have published anew, within a transaction that links the
/// records again afterwards.
///
/// @param actor who makes them
record CorrectionRows(Connection connection, Actor actor) {
  private static final String SELECT =
      """
      select c.*, (select case c.kind
          when 'cinema' then (select name from cinema where id = r.id)
          when 'film' then (select title from film where id = r.id)
          else (select f.title from showtime s join film f on f.id = s.film_id where s.id = r.id) end
        from (select %s as id) r) as name
      from correction c
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
    return new Stored(
        row.getLong("id"),
        Correction.stored(
            Kind.find(row.getString("kind")).orElseThrow(),
            row.getString("record"),
            row.getString("what"),
            row.getString("value"),
            row.getString("note")),
        row.getString("made_by"),
        Sql.instant(row, "made_at"),
        row.getString("name"));
  }

  /// Adds a correction.
  ///
  /// @return its number
  /// @throws PostgresDecisions.Undecidable if records cannot be merged or split so
  long add(Correction correction) throws SQLException {
    long id =
        bound(
                """
                insert into correction (kind, record, what, value, note, made_by)
                values (:kind, :record, :what, :value, :note, :made_by) returning id
                """,
                correction)
            .number(connection);
    LinkDecisions links = new LinkDecisions(connection, correction.kind());
    switch (correction.what()) {
      case What.Same(String other) -> links.merge(id, correction.record(), other);
      case What.Differs(List<String> others) -> links.split(id, correction.record(), others);
      case What.Is _, What.Hidden _, What.NotAFilm _ -> {}
    }
    publishAgain(correction);
    return id;
  }

  /// Gives a correction another value or note.
  void change(long id, Correction correction) throws SQLException {
    bound(
            """
            update correction set value = :value, note = :note, made_by = :made_by, made_at = clock_timestamp()
            where id = :id
            """,
            correction)
        .bind("id", id)
        .run(connection);
    publishAgain(correction);
  }

  void remove(Stored stored) throws SQLException {
    publishAgain(stored.correction());
    Sql.of("delete from correction where id = :id").bind("id", stored.id()).run(connection);
  }

  private Sql bound(String text, Correction correction) {
    return Sql.of(text)
        .bind("kind", correction.kind().word())
        .bind("record", correction.record())
        .bind("what", correction.what().word())
        .bind("value", correction.what().value())
        .bind("note", correction.note())
        .bind("made_by", actor.user());
  }

  /// Has the record published again, or the rules see it again; what is hidden is settled in any
  /// case.
  private void publishAgain(Correction correction) throws SQLException {
    String how =
        switch (correction.what()) {
          case What.Is _ -> "written = (select n from revision)";
          case What.Same _, What.Differs _ -> "judged = false";
          case What.Hidden(), What.NotAFilm() -> null;
        };
    if (how != null) {
      Sql.of(
              "update %s_source set %s where record_id = :record"
                  .formatted(correction.kind().word(), how))
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

  /// What is stored under an id: a published or hidden record, one that is held back, or nothing.
  Standing standing(Kind kind, String present) throws SQLException {
    @Nullable String found =
        Sql.of(
                """
                select case when exists (select from %1$s where id = :id) then 'STORED'
                  when exists (select from held_back where id = :id) then 'HELD_BACK' else 'UNKNOWN' end
                """
                    .formatted(kind.word()))
            .bind("id", present)
            .first(connection, row -> row.getString(1))
            .orElse(null);
    return found == null ? Standing.UNKNOWN : Standing.valueOf(found);
  }

  enum Standing {
    STORED,
    HELD_BACK,
    UNKNOWN
  }
}
