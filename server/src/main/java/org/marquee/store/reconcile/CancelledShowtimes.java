package org.marquee.store.reconcile;

import java.sql.SQLException;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;

/// Showtimes that their provider says are not to be shown: cancelled, or private. Where they are
/// stored they are withdrawn on that word, however many they are, and the guard has no say in it.
final class CancelledShowtimes {
  private final Writing writing;
  private final Notices notices;

  CancelledShowtimes(Writing writing, Notices notices) {
    this.writing = writing;
    this.notices = notices;
  }

  /// Leaves in `called_off` what is stored, still to be shown, and not listed all the same: where a
  /// feed lists a showtime and cancels it, it is shown. Of several feeds that are read as one the
  /// last line counts. What was held back is forgotten.
  ///
  /// @param sequence whether several feeds are read as one
  /// @return how many lines were replaced by a later one that calls their showtime off
  long settle(boolean sequence) throws SQLException {
    long replaced = sequence ? replaceEarlier() : 0;
    writing.run(
        """
        delete from called_off o where exists (select from staged_showtime s where s.id = o.id)
          or exists (select from mentioned m where m.kind = 'showtime' and m.id = o.id)
        """);
    writing.run(
        """
        delete from held_back h using called_off o where o.id = h.id and h.provider_id = :provider
        """);
    // One that was moved, and is now known by another external id, is not meant by its old one.
    writing.run(
        """
        delete from called_off o where not exists (
          select from provider_showtime t
          where t.id = o.id and t.external_id = o.external_id and t.provider_id = :provider and t.starts_at >= :taken)
        """);
    writing.run(
        """
        insert into touched select distinct t.cinema_id from provider_showtime t join called_off o on o.id = t.id
        """);
    return replaced;
  }

  private long replaceEarlier() throws SQLException {
    return writing
        .sql(
            """
            delete from staged_showtime s using (select id, max(line) as line from called_off group by id) o
            where o.id = s.id and o.line > s.line
            returning s.line, s.external_id, o.line as last
            """)
        .each(
            writing.connection(),
            rows ->
                notices.add(
                    new Notice(
                        Code.RECORD_REPEATED,
                        "line " + rows.getLong("line"),
                        "showtime " + rows.getString("external_id"),
                        "the same stands on line " + rows.getLong("last"))));
  }

  /// Puts what is called off among what is withdrawn.
  void withdraw() throws SQLException {
    writing.run("insert into unlisted select distinct id, true from called_off");
  }
}
