package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// Gives a provider its rank, and publishes the records again that its source records are part of.
public final class ProviderRank {
  private ProviderRank() {}

  /// Changes nothing where the provider has that rank; the rank of the house is never changed.
  public static void give(Connection connection, String provider, int rank) throws SQLException {
    if (provider.equals(Providers.HOUSE) || present(connection, provider) == rank) {
      return;
    }
    connection.setAutoCommit(false);
    // As for an import: changes follow one another, and each makes a revision.
    long revision = Revisions.begin(connection);
    int number = Providers.number(connection, provider);
    Sql.of("update provider set rank = :rank where id = :provider")
        .bind("rank", rank)
        .bind("provider", number)
        .run(connection);
    if (touchShared(connection, number) > 0) {
      Relinking.begin(connection).run();
      Revisions.publish(connection, revision);
    } else {
      Revisions.withdraw(connection);
    }
    connection.commit();
  }

  /// A provider without records has rank 0 and needs no row for that.
  private static int present(Connection connection, String provider) throws SQLException {
    return Sql.of("select rank from provider where name = :name")
        .bind("name", provider)
        .first(connection, rows -> rows.getInt(1))
        .orElse(0);
  }

  /// Marks the provider's source records that are linked with those of others: their records are
  /// published again.
  private static long touchShared(Connection connection, int provider) throws SQLException {
    long touched = 0;
    for (String table : List.of("film_source", "cinema_source", "showtime_source")) {
      touched +=
          Sql.of(
                  """
                  update %1$s w set written = (select n from revision)
                  where w.provider_id = :provider and exists (
                    select from %1$s o where o.record_id = w.record_id and o.provider_id <> w.provider_id)
                  """
                      .formatted(table))
              .bind("provider", provider)
              .run(connection);
    }
    return touched;
  }
}
