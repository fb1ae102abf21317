package org.marquee.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What can be seen of a database without changing it.
///
/// @param version of PostgreSQL
/// @param tables the version of our tables; 0: there are none
/// @param connections how many more it takes
/// @param ahead how far our clock is ahead of its own
/// @param unsafe its settings by which a crash loses or damages data
public record DatabaseLook(
    String version,
    int tables,
    boolean isReadOnly,
    long connections,
    Duration ahead,
    List<String> unsafe) {
  /// The oldest PostgreSQL that the tables can be made in.
  public static final int OLDEST = 14;

  /// Looks at a database.
  ///
  /// @throws DatabaseUnreachable if it cannot be asked, or this program cannot use it; the message
  ///   says why, and what mends it
  public static DatabaseLook at(Database.Address address) {
    return Connections.look(
        address,
        connection -> {
          Readiness.checkEncoding(connection, address);
          Readiness.checkFree(connection, address);
          int tables = Migrations.hasTables(connection) ? Migrations.check(connection, address) : 0;
          DatabaseLook look =
              Sql.of(
                      """
                      select current_setting('server_version') as version, pg_is_in_recovery() as read_only,
                        current_setting('max_connections')::integer
                          - current_setting('superuser_reserved_connections')::integer
                          - (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
                        clock_timestamp() as now, current_setting('fsync') as fsync,
                        current_setting('full_page_writes') as full_page_writes,
                        current_setting('synchronous_commit') as synchronous_commit
                      """)
                  .list(connection, row -> read(row, tables))
                  .getFirst();
          if (!look.isReadOnly) {
            Readiness.checkRights(connection, address);
          }
          return look;
        });
  }

  private static DatabaseLook read(ResultSet row, int tables) throws SQLException {
    List<String> unsafe = new ArrayList<>();
    for (String setting : List.of("fsync", "full_page_writes", "synchronous_commit")) {
      if (row.getString(setting).equals("off")) {
        unsafe.add(setting);
      }
    }
    return new DatabaseLook(
        row.getString("version"),
        tables,
        row.getBoolean("read_only"),
        row.getLong("connections"),
        Duration.between(Sql.instant(row, "now"), Instant.now()),
        unsafe);
  }

  /// The first part of the version.
  public int major() {
    return Integer.parseInt(version.replaceFirst("[^0-9].*", ""));
  }
}
