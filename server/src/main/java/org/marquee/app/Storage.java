package org.marquee.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.marquee.ingest.Import;
import org.marquee.store.Database;
import org.marquee.store.PostgresLedger;

/// An open database, and the server behind it if that is ours.
///
/// @param home the folder for what does not belong in a database
record Storage(Path home, Database database, Leaving server) implements AutoCloseable {
  /// Lets the embedded server go; the last to leave stops it.
  interface Leaving {
    void leave() throws IOException;
  }

  /// Imports into the database.
  Import imports() {
    return new Import(new PostgresLedger(database), InstantSource.system());
  }

  @Override
  public void close() {
    database.close();
    try {
      server.leave();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
