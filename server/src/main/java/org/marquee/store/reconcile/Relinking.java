package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import org.marquee.store.sql.Sql;

/// Publishes records again after source records changed outside an import: by a decision, by a new
/// rank, or because a provider was removed. Works within a transaction that has begun a revision.
public final class Relinking {
  private final Connection connection;

  private Relinking(Connection connection) {
    this.connection = connection;
  }

  /// To be called before source records are changed. Those that are deleted must be noted in the
  /// temporary table `left_record` with the kind and id of their record.
  public static Relinking begin(Connection connection) throws SQLException {
    Sql.of(TempTable.createLinkage()).run(connection);
    ZoneOffsets.note(connection);
    return new Relinking(connection);
  }

  /// Links source records again where a record has changed, and publishes what they describe.
  public void run() throws SQLException {
    new RecordLinkage(connection).join();
    ZoneOffsets.settle(connection);
    new SharedShowings(connection).join();
    new PublishedTitles(connection).settle();
  }
}
