package org.marquee.app.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.ingest.Import;
import org.marquee.node.DatabaseMonitor;
import org.marquee.node.checkpoint.Checkpoint;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseClock;

/// An open database, its embedded server if it has one, and the monitor of both.
///
/// @param home the folder for files
/// @param clock the time of feeds and retention, the same for all nodes and commands
/// @param closing runs before the database is closed
public record Storage(
    Path home, Database database, DatabaseMonitor monitor, InstantSource clock, Runnable closing)
    implements AutoCloseable {
  /// Storage with no step before its closing.
  Storage(Path home, Database database, DatabaseMonitor monitor) {
    this(home, database, monitor, new DatabaseClock(database), () -> {});
  }

  /// Storage in the operator's own database.
  public static Storage of(Path home, Database database) {
    return new Storage(home, database, new DatabaseMonitor(database, null));
  }

  /// Storage in the embedded server, which is monitored from now on.
  static Storage of(Path home, Database database, EmbeddedPostgres server) {
    DatabaseMonitor monitor = new DatabaseMonitor(database, server);
    monitor.start();
    return new Storage(home, database, monitor);
  }

  /// The storage of a command: the node that starts next learns until when it was used.
  public Storage ofCommand() {
    return new Storage(home, database, monitor, clock, () -> Checkpoint.noteUse(home));
  }

  /// This storage, for changes that somebody else makes. It need not be closed.
  public Storage by(Actor actor) {
    return new Storage(home, database.by(actor), monitor, clock, closing);
  }

  /// Imports into this database.
  public Import imports() {
    return new Import(new PostgresLedger(database), clock);
  }

  /// Lets the embedded server go; the last to leave stops it.
  @Override
  public void close() {
    closing.run();
    monitor.close();
    database.close();
    EmbeddedPostgres server = monitor.server();
    if (server == null) {
      return;
    }
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
