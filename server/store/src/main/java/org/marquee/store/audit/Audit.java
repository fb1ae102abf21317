package org.marquee.store.audit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Writes down who changed what, in the transaction of the change: both are kept, or neither is.
///
/// Every change of a record that [Audited] names runs within [#change].
///
/// @param actor who makes the changes
public record Audit(Actor actor) {
  /// Makes a change of one record, and writes it down if the record is another one afterwards.
  ///
  /// @param connection with a transaction, which nobody else's change of this record overlaps
  /// @param record its name or id
  public <T> T change(Connection connection, Audited what, String record, Work<T> change)
      throws SQLException {
    // Times in JSON are written in the zone of the session.
    Sql.of("set local timezone = 'UTC'").run(connection);
    Optional<String> before = state(connection, what, record);
    T result = change.on(connection);
    Optional<String> after = state(connection, what, record);
    if (!before.equals(after)) {
      note(connection, what, record, before.orElse(null), after.orElse(null));
    }
    return result;
  }

  private static Optional<String> state(Connection connection, Audited what, String record)
      throws SQLException {
    return Sql.of("select jsonb_strip_nulls(state) from (" + what.state() + ") s(state)")
        .bind("id", record)
        .first(connection, row -> row.getString(1));
  }

  /// Writes a change down that says itself what it changed.
  ///
  /// @param before JSON
  /// @param after JSON
  public void note(
      Connection connection,
      Audited what,
      String record,
      @Nullable String before,
      @Nullable String after)
      throws SQLException {
    Sql.of(
            """
            insert into audit (action, record, actor, token, host, via, before, after)
            values (:action, :record, :actor, :token, :host, :via, :before::jsonb, :after::jsonb)
            """)
        .bind("action", what.word())
        .bind("record", record)
        .bind("actor", actor.user())
        .bind("token", actor.token())
        .bind("host", actor.host())
        .bind("via", actor.via())
        .bind("before", before)
        .bind("after", after)
        .run(connection);
  }
}
