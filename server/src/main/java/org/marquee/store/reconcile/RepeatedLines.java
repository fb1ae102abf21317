package org.marquee.store.reconcile;

import java.sql.SQLException;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.store.record.RecordTable;

/// Several lines for one record: the last one counts.
final class RepeatedLines {
  private final ImportSql sql;
  private final Notices notices;

  RepeatedLines(ImportSql sql, Notices notices) {
    this.sql = sql;
    this.notices = notices;
  }

  long merge(RecordTable<?> table) throws SQLException {
    return merge(
        table.kind().word(),
        """
        delete from %1$s s using (
          select id, max(line) as last from %1$s group by id having count(*) > 1) d
        where s.id = d.id and s.line < d.last
        returning s.line, s.external_id, d.last
        """
            .formatted(table.staged()));
  }

  /// Runs a statement that deletes lines and returns the `line` and `external_id` of each with the
  /// `last` line of its record.
  long merge(String kind, String deletion) throws SQLException {
    return sql.statement(deletion)
        .each(
            sql.connection(),
            rows ->
                notices.add(
                    new Notice(
                        Code.RECORD_REPEATED,
                        "line " + rows.getLong("line"),
                        kind + " " + rows.getString("external_id"),
                        "the same stands on line " + rows.getLong("last"))));
  }
}
