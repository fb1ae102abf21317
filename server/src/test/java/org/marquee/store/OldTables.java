package org.marquee.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.NullMarked;
import org.marquee.backup.Backup;
import org.marquee.backup.HomeFiles;
import org.marquee.backup.Watcher;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.TestDatabase;

/// A backup that an older program made.
@NullMarked
public final class OldTables {
  private OldTables() {}

  /// Backs up a database whose tables have the version 18.
  public static void backup(Path home, Path file) throws SQLException, IOException {
    TestDatabase old = TestDatabase.fresh();
    Flyway.configure()
        .dataSource(old.jdbcUrl(), old.user(), old.password())
        .locations("classpath:db/migration")
        .target("18")
        .load()
        .migrate();
    try (Connection connection = old.connect()) {
      Sql.of("insert into organization values ('rex')").run(connection);
      Sql.of("insert into entitlement values ('rex', 'trial', '2026-01-01Z', null)")
          .run(connection);
    }
    new Backup(
            new PostgresTableSource(old::connect),
            new HomeFiles(home, Set.of(), HomeFiles.Input.INCLUDED),
            InstantSource.system(),
            "old")
        .write(file, Backup.Existing.STAYS, Watcher.NONE);
  }
}
