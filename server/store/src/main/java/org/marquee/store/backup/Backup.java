package org.marquee.store.backup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.marquee.files.RootRights;
import org.marquee.store.sql.Database;

/// Writes everything of an installation to one file: the database in one state, and the files of
/// its home.
public final class Backup {
  private final TableSource tables;
  private final HomeFiles files;
  private final InstantSource clock;
  private final String program;

  /// @param program the version of this program
  public Backup(Database database, HomeFiles files, InstantSource clock, String program) {
    this.tables = new TableSource(database);
    this.files = files;
    this.clock = clock;
    this.program = program;
  }

  /// What becomes of a file that has the name of the backup.
  public enum Existing {
    STAYS,
    IS_REPLACED
  }

  /// Writes a backup to a file, which appears when it is complete. Where this fails, it leaves
  /// none.
  ///
  /// @throws IOException if the database cannot be read, or the file cannot be written
  public BackupManifest write(Path file, Existing existing, Watcher watcher) throws IOException {
    try (BackupFile made = RootRights.use(file, () -> BackupFile.create(file, existing))) {
      BackupManifest manifest = write(made.out(), watcher);
      made.complete(existing);
      return manifest;
    }
  }

  /// Writes a backup to a stream, and closes that.
  ///
  /// @throws IOException if the database cannot be read, or the stream cannot be written
  public BackupManifest write(OutputStream out, Watcher watcher) throws IOException {
    BackupWriter writer = new BackupWriter(out, clock.instant(), program, watcher);
    tables.read(writer);
    for (Path file : files.list()) {
      try (InputStream in = Files.newInputStream(file)) {
        writer.file(files.name(file), in);
      } catch (NoSuchFileException _) {
        // Deleted as too old by now.
      }
    }
    return writer.finish();
  }
}
