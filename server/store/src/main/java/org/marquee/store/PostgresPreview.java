package org.marquee.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.store.read.ProgrammePreview;
import org.marquee.store.reconcile.CheckLedger;

/// Keeps what readers would see of a feed, while a check of it has that before it.
public final class PostgresPreview implements CheckLedger.Look {
  private static final int CINEMAS = 3;

  private List<ProgrammeEntry> found = List.of();

  @Override
  public void at(Connection connection, String provider) throws SQLException {
    found = ProgrammePreview.of(connection, provider, CINEMAS);
  }

  /// Programmes of the cinemas with most showings ahead, each with the first day that has one.
  public List<ProgrammeEntry> programmes() {
    return found;
  }
}
