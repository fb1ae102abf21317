package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Revision;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// The revision of the stored data, and how far back the log of changes reaches.
///
/// @param changesAfter the log has every change of the revisions after it
record LogState(Revision revision, long changesAfter, Instant madeAt) {
  static LogState of(Connection connection) throws SQLException {
    return Revisions.whole(
        connection,
        ", changes_after, made_at",
        row ->
            new LogState(
                Revisions.read(row), row.getLong("changes_after"), Sql.instant(row, "made_at")));
  }

  /// Whether the log has all changes since a revision.
  boolean remembers(Connection connection, Revision known) throws SQLException {
    return known.number() >= changesAfter && Revisions.hasBeen(connection, known);
  }

  /// Whether the log has all changes behind a position.
  boolean remembers(Connection connection, ChangePosition position) throws SQLException {
    Revision known = position.revision();
    boolean reaches = position.isEnd() || known.number() > changesAfter;
    boolean reachesHeld =
        position.held().values().stream().allMatch(each -> each.revision() > changesAfter);
    return reaches && reachesHeld && remembers(connection, known);
  }
}
