package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.SourceStatement;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// Notes after how long without a newer feed a provider is late. Programmes say so, so a change
/// makes a revision where the provider has any.
public final class ProviderLateness {
  private ProviderLateness() {}

  /// Changes nothing where it is so already.
  ///
  /// @param after null: never
  public static void give(Connection connection, String provider, @Nullable Duration after)
      throws SQLException {
    Optional<Duration> wanted = Optional.ofNullable(after);
    if (present(connection, provider).equals(wanted)) {
      return;
    }
    connection.setAutoCommit(false);
    long revision = Revisions.begin(connection);
    if (present(connection, provider).equals(wanted)) {
      connection.rollback(); // Another collection noted it meanwhile.
      return;
    }
    Sql.of(
            after == null
                ? "insert into never_renewed (provider) values (:provider) on conflict do nothing"
                : """
                with renewed as (delete from never_renewed where provider = :provider)
                insert into lateness (provider, seconds) values (:provider, :seconds)
                on conflict (provider) do update set seconds = excluded.seconds
                """)
        .bind("provider", provider)
        .bind("seconds", after == null ? 0 : after.toSeconds())
        .run(connection);
    if (hasProgramme(connection, provider)) {
      Revisions.publish(connection, revision);
    } else {
      Revisions.withdraw(connection);
    }
    connection.commit();
  }

  /// Empty: never late.
  private static Optional<Duration> present(Connection connection, String provider)
      throws SQLException {
    long seconds =
        Sql.of(
                """
                select case when exists (select from never_renewed where provider = :provider) then 0
                  else coalesce((select seconds from lateness where provider = :provider), :usual) end
                """)
            .bind("provider", provider)
            .bind("usual", SourceStatement.LATE.toSeconds())
            .number(connection);
    return seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
  }

  private static boolean hasProgramme(Connection connection, String provider) throws SQLException {
    return Sql.of(
                """
                select count(*) from programme g join provider p on p.id = g.provider_id
                where p.name = :provider and p.name <> :house
                """)
            .bind("provider", provider)
            .bind("house", Providers.HOUSE)
            .number(connection)
        > 0;
  }
}
