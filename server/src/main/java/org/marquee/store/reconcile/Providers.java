package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import org.marquee.store.sql.Sql;

/// Providers as they are numbered and, at first, ranked; [ProviderRank] changes that.
public final class Providers {
  /// The operator's own provider: its corrections rank above all others.
  public static final String HOUSE = "house";

  /// Above all that a plan can give.
  private static final int RANK_OF_THE_HOUSE = 1_000;

  private Providers() {}

  static int number(Connection connection, String provider) throws SQLException {
    Sql.of("insert into provider (name, rank) values (:name, :rank) on conflict do nothing")
        .bind("name", provider)
        .bind("rank", provider.equals(HOUSE) ? RANK_OF_THE_HOUSE : 0)
        .run(connection);
    return (int)
        Sql.of("select id from provider where name = :name")
            .bind("name", provider)
            .number(connection);
  }
}
