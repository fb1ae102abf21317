package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;

/// Publishes records again after source records changed outside an import: by a decision, by a new
/// rank, or because a provider was removed. Works within a transaction that has begun a revision.
public final class Relinking {
  private final Statements sql;

  private Relinking(Statements sql) {
    this.sql = sql;
  }

  /// To be called before source records are changed. Those that are deleted must be noted in the
  /// temporary table `left_record` with the kind and id of their record.
  public static Relinking begin(Connection connection) throws SQLException {
    Statements sql = new Statements(connection);
    TempTable.createLinkage(sql);
    StartTimes.noteZones(sql);
    return new Relinking(sql);
  }

  /// Links source records again where a record has changed, and publishes what they describe.
  public void run() throws SQLException {
    new RecordLinkage(sql).join();
    StartTimes.settleZones(sql);
    new SharedShowings(sql).join();
    new PublishedTitles(sql).settle();
  }
}
