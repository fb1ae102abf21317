package org.marquee.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.ingest.Import;
import org.marquee.store.Database;
import org.marquee.store.PostgresLedger;

/// An open database, and the server behind it if that is ours.
///
/// @param home the folder for what does not belong in a database
/// @param server null where the database is somebody else's
record Storage(Path home, Database database, @Nullable EmbeddedPostgres server)
    implements AutoCloseable {

  /// Starts the server again if it is ours and has died, and says whether it had.
  boolean revive() throws IOException {
    return server != null && server.revive();
  }

  /// What a server of ours says of why it failed, once for each time.
  Optional<String> trouble() {
    return server == null ? Optional.empty() : server.trouble();
  }

  /// Imports into the database.
  Import imports() {
    return new Import(new PostgresLedger(database), InstantSource.system());
  }

  /// Lets the embedded server go; the last to leave stops it.
  @Override
  public void close() {
    database.close();
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
