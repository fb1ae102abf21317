package org.marquee.store.reconcile;

import java.sql.SQLException;

/// Replaces the ids of source records by those of records in what is staged, once they are linked.
final class RecordReferences {
  private final ImportSql sql;

  RecordReferences(ImportSql sql) {
    this.sql = sql;
  }

  void toRecords() throws SQLException {
    if (isJoined("film_source")) {
      sql.run(
          """
          update staged_showtime s set source_film_id = s.film_id, film_id = w.record_id
          from film_source w where w.id = s.film_id and w.record_id <> w.id
          """);
    }
    if (isJoined("cinema_source")) {
      cinemas("staged_showtime", "cinema_id");
      cinemas("staged_screen", "cinema_id");
      cinemas("staged_withdrawal", "cinema_id");
      cinemas("scope_cinema", "id");
    }
  }

  private boolean isJoined(String table) throws SQLException {
    return sql.number(
            "select count(*) from %s where provider_id = :provider and record_id <> id"
                .formatted(table))
        > 0;
  }

  private void cinemas(String table, String column) throws SQLException {
    sql.run(
        """
        update %1$s s set %2$s = w.record_id from cinema_source w where w.id = s.%2$s and w.record_id <> w.id
        """
            .formatted(table, column));
  }
}
