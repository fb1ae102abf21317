package org.marquee.store.reconcile.link;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.SourceStatement;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// Providers as they are numbered and ranked, and after how long they are late.
public final class Providers {
  /// The operator's own provider: its corrections rank above all others.
  public static final String HOUSE = "house";

  /// Above all that a plan can give.
  private static final int RANK_OF_THE_HOUSE = 1_000;

  private Providers() {}

  public static int number(Connection connection, String provider) throws SQLException {
    Sql.of("insert into provider (name, rank) values (:name, :rank) on conflict do nothing")
        .bind("name", provider)
        .bind("rank", provider.equals(HOUSE) ? RANK_OF_THE_HOUSE : 0)
        .run(connection);
    return (int)
        Sql.of("select id from provider where name = :name")
            .bind("name", provider)
            .number(connection);
  }

  /// Gives a provider its rank, and publishes the records again that its source records are part
  /// of. Changes nothing where it has that rank; the rank of the house is never changed.
  public static void rank(Connection connection, Audit audit, String provider, int rank)
      throws SQLException {
    if (provider.equals(HOUSE) || rank(connection, provider) == rank) {
      return;
    }
    Revisions.change(
        connection,
        () -> {
          int number = number(connection, provider);
          Sql update =
              Sql.of("update provider set rank = :rank where id = :provider")
                  .bind("rank", rank)
                  .bind("provider", number);
          audit.change(connection, Audited.PROVIDER_RANK, provider, update::run);
          boolean isShared = touchShared(connection, number) > 0;
          if (isShared) {
            Relinking.begin(connection).run();
          }
          return isShared;
        });
  }

  /// A provider without records has rank 0 and needs no row for that.
  private static int rank(Connection connection, String provider) throws SQLException {
    return Sql.of("select rank from provider where name = :name")
        .bind("name", provider)
        .first(connection, row -> row.getInt(1))
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

  /// Notes after how long without a newer feed a provider is late. Programmes say so, so a change
  /// makes a revision where the provider has any. Changes nothing where it is so already.
  ///
  /// @param after null: never
  public static void lateAfter(
      Connection connection, Audit audit, String provider, @Nullable Duration after)
      throws SQLException {
    long wanted = after == null ? 0 : after.toSeconds();
    if (lateAfter(connection, provider) == wanted) {
      return;
    }
    Revisions.change(
        connection,
        () -> {
          if (lateAfter(connection, provider) == wanted) {
            return false; // Another collection noted it meanwhile.
          }
          Sql update =
              Sql.of(
                      after == null
                          ? "insert into never_renewed (provider) values (:provider) on conflict do nothing"
                          : """
                          with renewed as (delete from never_renewed where provider = :provider)
                          insert into lateness (provider, seconds) values (:provider, :seconds)
                          on conflict (provider) do update set seconds = excluded.seconds
                          """)
                  .bind("provider", provider)
                  .bind("seconds", wanted);
          audit.change(connection, Audited.PROVIDER_LATE, provider, update::run);
          return hasProgramme(connection, provider);
        });
  }

  /// In seconds; 0: never.
  private static long lateAfter(Connection connection, String provider) throws SQLException {
    return Sql.of(
            """
            select case when exists (select from never_renewed where provider = :provider) then 0
              else coalesce((select seconds from lateness where provider = :provider), :usual) end
            """)
        .bind("provider", provider)
        .bind("usual", SourceStatement.LATE.toSeconds())
        .number(connection);
  }

  private static boolean hasProgramme(Connection connection, String provider) throws SQLException {
    return Sql.of(
                """
                select count(*) from programme g join provider p on p.id = g.provider_id
                where p.name = :provider and p.name <> :house
                """)
            .bind("provider", provider)
            .bind("house", HOUSE)
            .number(connection)
        > 0;
  }
}
