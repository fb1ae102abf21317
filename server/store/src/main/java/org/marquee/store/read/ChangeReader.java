package org.marquee.store.read;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Kind;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.sql.Sql;

/// Tells records one by one, as they are seen in one transaction.
///
/// @param showtimes reads those
record ChangeReader(Connection connection, ShowtimeStream showtimes, ChangeSink sink) {
  /// Tells everything.
  void all() throws SQLException {
    for (Kind kind : Kind.values()) {
      if (kind == Kind.SHOWTIME) {
        showtimes.all(connection, sink);
      } else {
        Sql.of(select(kind)).each(connection, row -> emit(kind, row));
      }
    }
  }

  /// Tells what has become of the records that were written.
  void some(Changes changes) throws SQLException {
    for (Kind kind : Kind.values()) {
      Set<String> ids = changes.of(kind);
      if (ids.isEmpty()) {
        continue;
      }
      sink.changed(kind, ids);
      if (kind == Kind.SHOWTIME) {
        showtimes.some(connection, changes.array(kind), sink);
      } else {
        Sql.of(select(kind) + " where x.id = any(" + changes.array(kind) + ")")
            .each(connection, row -> emit(kind, row));
      }
    }
  }

  /// What a reader is given, and what only a copy needs beside it.
  private static String select(Kind kind) {
    return """
    select r.*, %s case when x.observed_at is not null then 'ALONE'
      when x.source_updated_at is not null then 'TOGETHER_UPDATED_ALONE' else 'TOGETHER' end as observed
    from (%s) r join %s x on x.id = r.id
    """
        .formatted(
            kind == Kind.CINEMA ? "x.postcode_key, x.search_text, x.time_zone," : "",
            RecordQuery.of(kind).select(),
            kind.word());
  }

  private void emit(Kind kind, ResultSet row) throws SQLException {
    Observed observed = Observed.valueOf(row.getString("observed"));
    switch (kind) {
      case FILM -> sink.film(RecordQuery.FILMS.read(row), row.getString("sort_key"), observed);
      case CINEMA ->
          sink.cinema(
              RecordQuery.CINEMAS.read(row),
              row.getString("sort_key"),
              row.getString("postcode_key"),
              row.getString("search_text"),
              CinemaColumns.clock(row),
              observed);
      case CHAIN -> sink.chain(RecordQuery.CHAINS.read(row), row.getString("sort_key"), observed);
      case SCREEN ->
          sink.screen(RecordQuery.SCREENS.read(row), row.getString("sort_key"), observed);
      case SHOWTIME -> sink.showtime(RecordQuery.SHOWTIMES.read(row), observed);
    }
  }
}
