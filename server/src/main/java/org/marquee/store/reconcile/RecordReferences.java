package org.marquee.store.reconcile;

import java.sql.SQLException;

/// Puts the ids of records in the place of those of words, in what a feed laid out, once the words
/// are joined.
final class RecordReferences {
  private final Writing writing;

  RecordReferences(Writing writing) {
    this.writing = writing;
  }

  void toRecords() throws SQLException {
    if (isJoined("film_source")) {
      writing.run(
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
    return writing.number(
            "select count(*) from %s where provider_id = :provider and record_id <> id"
                .formatted(table))
        > 0;
  }

  private void cinemas(String table, String column) throws SQLException {
    writing.run(
        """
        update %1$s s set %2$s = w.record_id from cinema_source w where w.id = s.%2$s and w.record_id <> w.id
        """
            .formatted(table, column));
  }
}
