package org.marquee.app.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseLook;

/// Whether the database can be used, and can be relied on.
final class DatabaseChecks {
  /// What a node opens, and an import (docs/database.md, "A PostgreSQL of your own").
  private static final int CONNECTIONS = 25;

  /// By which a clock is wrong (docs/health.md, "The clock").
  private static final Duration WRONG = Duration.ofSeconds(5);

  private DatabaseChecks() {}

  /// What is to be said of a database that was looked at.
  static List<Finding> all(DatabaseLook look, String address) {
    List<Finding> all = new ArrayList<>();
    all.add(server(look, address));
    for (String setting : look.unsafe()) {
      all.add(
          Finding.fault(
              "database",
              setting + " is off: a crash loses or damages data",
              "psql -c 'alter system set %s = on' -c 'select pg_reload_conf()'"
                  .formatted(setting)));
    }
    all.add(tables(look));
    long seconds = look.ahead().toSeconds();
    all.add(
        look.ahead().abs().compareTo(WRONG) > 0
            ? Finding.fault(
                "clock",
                "the clock of this machine is %d s %s that of the database"
                    .formatted(Math.abs(seconds), seconds < 0 ? "behind" : "ahead of"),
                "timedatectl set-ntp true, where the time is wrong: date -u on both machines shows it")
            : Finding.ok("clock", "this machine and the database agree"));
    return all;
  }

  private static Finding server(DatabaseLook look, String address) {
    String what = "PostgreSQL %s answers at %s".formatted(look.version(), address);
    if (look.major() < DatabaseLook.OLDEST) {
      return Finding.fault(
          "database",
          what + "; the tables need " + DatabaseLook.OLDEST,
          "upgrade it, or name another one: marquee serve --database URL");
    }
    if (look.isReadOnly()) {
      return Finding.warning(
          "database",
          what + " and takes no changes, as a standby",
          "name all hosts: postgresql://one,two/marquee (docs/database.md)");
    }
    return look.connections() < CONNECTIONS
        ? Finding.warning(
            "database",
            "%s and takes %d more connections; a node may need %d"
                .formatted(what, look.connections(), CONNECTIONS),
            "psql -c 'alter system set max_connections = 200', and restart it")
        : Finding.ok("database", what);
  }

  private static Finding tables(DatabaseLook look) {
    int needed = Database.tablesVersion();
    String what = "the tables have version %d, this program %d".formatted(look.tables(), needed);
    if (look.tables() == 0) {
      return Finding.warning("tables", "there are no tables yet", "marquee serve");
    }
    if (look.tables() < needed) {
      return Finding.warning(
          "tables",
          what + "; its next start brings them up to date",
          "marquee backup before-upgrade.zip, by the program before; then marquee serve");
    }
    return look.tables() > needed
        ? Finding.warning("tables", what, "install the newer program here too")
        : Finding.ok("tables", "they have version " + needed);
  }
}
