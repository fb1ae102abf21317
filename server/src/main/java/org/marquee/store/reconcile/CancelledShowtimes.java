package org.marquee.store.reconcile;

import java.sql.SQLException;
import org.marquee.notice.Notices;

/// Showtimes that their provider cancels or makes private. Stored ones are withdrawn, however many
/// they are: the guard does not apply to them.
final class CancelledShowtimes {
  private final ImportSql sql;
  private final RepeatedLines repeated;

  CancelledShowtimes(ImportSql sql, Notices notices) {
    this.sql = sql;
    this.repeated = new RepeatedLines(sql, notices);
  }

  /// Leaves in `staged_cancellation` the stored, upcoming showtimes that the feed does not list. A
  /// showtime that one feed both lists and cancels is shown. Of several feeds that are read as one
  /// the last line counts. Held-back showtimes that are cancelled are forgotten.
  ///
  /// @param sequence whether several feeds are read as one
  /// @return how many lines a later cancellation replaced
  long settle(boolean sequence) throws SQLException {
    long replaced = sequence ? replaceEarlier() : 0;
    sql.run(
        """
        delete from staged_cancellation o where exists (select from staged_showtime s where s.id = o.id)
          or exists (select from staged_mention m where m.kind = 'showtime' and m.id = o.id)
        """);
    sql.run(
        """
        delete from held_back h using staged_cancellation o where o.id = h.id and h.provider_id = :provider
        """);
    // A moved showtime has another external id by now; the cancellation does not mean it.
    sql.run(
        """
        delete from staged_cancellation o where not exists (
          select from provider_showtime t
          where t.id = o.id and t.external_id = o.external_id and t.provider_id = :provider and t.starts_at >= :taken)
        """);
    sql.run(
        """
        insert into touched_cinema select distinct t.cinema_id from provider_showtime t join staged_cancellation o on o.id = t.id
        """);
    return replaced;
  }

  private long replaceEarlier() throws SQLException {
    return repeated.merge(
        "showtime",
        """
        delete from staged_showtime s using (
          select id, max(line) as line from staged_cancellation group by id) o
        where o.id = s.id and o.line > s.line
        returning s.line, s.external_id, o.line as last
        """);
  }

  void withdraw() throws SQLException {
    sql.run("insert into unlisted_showtime select distinct id, true from staged_cancellation");
  }
}
