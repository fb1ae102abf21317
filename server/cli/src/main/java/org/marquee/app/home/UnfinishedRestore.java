package org.marquee.app.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.marquee.app.terminal.Failure;
import org.marquee.files.PrivateFiles;
import org.marquee.store.sql.Database;

/// The mark of a home into which a backup is being restored. If a restore is killed, the mark
/// stays: without it the next command would make empty tables, and a service would serve no data.
///
/// The database is filled in one transaction. So a mark beside tables is one that a killed program
/// could not remove any more, and means nothing.
public final class UnfinishedRestore {
  private static final String NAME = "restore-unfinished";

  private UnfinishedRestore() {}

  /// Whether a home has the mark.
  public static boolean isIn(Path home) {
    return Files.exists(home.resolve(NAME));
  }

  /// Makes the home, if it is missing, and marks it.
  public static void begin(Path home) throws IOException {
    if (!Files.isDirectory(home)) {
      PrivateFiles.folder(home);
    }
    Files.writeString(
        home.resolve(NAME),
        """
        A backup is being restored into this home, or that was interrupted. Then run `marquee restore` again to start over.
        """);
  }

  /// Removes the mark.
  public static void end(Path home) throws IOException {
    Files.deleteIfExists(home.resolve(NAME));
  }

  /// Refuses a home whose restore was not finished.
  ///
  /// @throws Failure if that is so; the message says what to do
  static void check(Path home, Database.Address address) throws IOException {
    if (!isIn(home)) {
      return;
    }
    if (!Database.hasTables(address)) {
      throw new Failure(
          "a backup is being restored into %s, or that was interrupted. Wait for it, or run `marquee restore FILE --home %s` again to start over"
              .formatted(home, home));
    }
    end(home);
  }
}
