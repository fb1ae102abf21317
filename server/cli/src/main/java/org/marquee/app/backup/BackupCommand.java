package org.marquee.app.backup;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.marquee.app.console.ConsoleCommand;
import org.marquee.app.feed.Collecting;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.app.terminal.Activity;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.Interruption;
import org.marquee.app.terminal.Terminal;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.files.FailureText;
import org.marquee.files.RootRights;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.backup.Backup;
import org.marquee.store.backup.BackupManifest;
import org.marquee.store.backup.HomeFiles;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.backup.Watcher;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `backup`: everything in one file.
@Command(
    name = "backup",
    description = {
      "Writes everything to one file, in one state, while the service runs: listings, organizations, plans, keys, runs and"
          + " decisions, and the files of the home.",
      "The file holds the hashes of all keys: keep it as safe as the database."
    })
public final class BackupCommand extends ConsoleCommand {
  private static final String STANDARD_OUTPUT = "-";

  @Parameters(paramLabel = "FILE", description = "A new file, or - for standard output.")
  private String file = "";

  @Option(names = "--overwrite", description = "Replace the file if there is one.")
  private boolean overwrite;

  @Option(
      names = "--without-input",
      description = "Leave out the raw input of the runs, which `replay` and `undo` need.")
  private boolean withoutInput;

  @Override
  protected int execute() throws IOException {
    boolean standard = file.equals(STANDARD_OUTPUT);
    if (standard && Terminal.isThere()) {
      throw new WrongUsage(
          "a backup cannot be written to a terminal. Name a file, or redirect the output");
    }
    long begun = System.nanoTime();
    try (Storage storage = home.openExisting();
        Interruption _ = Interruption.says("no backup was made");
        Activity activity = Activity.begin("backing up")) {
      HomeFiles files = files(storage.home());
      Backup backup =
          new Backup(storage.database(), files, InstantSource.system(), Version.number());
      BackupManifest made = standard ? toOutput(backup, activity) : toFile(backup, activity);
      activity.clear();
      Path named = Path.of(file);
      Long bytes = standard ? null : RootRights.use(named, () -> Files.size(named));
      note(storage, bytes);
      double seconds = (System.nanoTime() - begun) / 1e9;
      (standard ? err() : out())
          .println(
              json.isWanted()
                  ? made.summary().with("bytes", bytes)
                  : summary(made, bytes, seconds));
      for (Path each : files.elsewhere()) {
        err().println("marquee: not in the backup, since it is not in the home: " + each);
      }
    }
    return 0;
  }

  /// Records the backup for `status`. If that fails, the backup still counts.
  private void note(Storage storage, @Nullable Long bytes) {
    try {
      new PostgresBackupLog(storage.database())
          .made(
              Instant.now(),
              bytes == null ? "standard output" : Path.of(file).toAbsolutePath().toString(),
              bytes == null ? 0 : bytes);
    } catch (ListingsUnavailable e) {
      err().println("marquee: the backup was made, but not noted: " + e.getMessage());
    }
  }

  private HomeFiles files(Path folder) throws IOException {
    return new HomeFiles(
        folder,
        Collecting.ownFiles(folder),
        withoutInput ? HomeFiles.Input.LEFT_OUT : HomeFiles.Input.INCLUDED);
  }

  private BackupManifest toFile(Backup backup, Watcher watcher) throws IOException {
    try {
      return backup.write(
          Path.of(file), overwrite ? Backup.Existing.IS_REPLACED : Backup.Existing.STAYS, watcher);
    } catch (IOException e) {
      throw new Failure("no backup was made: " + FailureText.of(e), e);
    }
  }

  private static BackupManifest toOutput(Backup backup, Watcher watcher) throws IOException {
    return backup.write(
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), watcher);
  }

  private static String summary(BackupManifest made, @Nullable Long bytes, double seconds) {
    return "Backed up revision %d: %d rows of %d tables, %d %s%s, in %.1f s."
        .formatted(
            made.origin().revision().number(),
            made.rows(),
            made.tables().size(),
            made.files(),
            made.files() == 1 ? "file" : "files",
            bytes == null ? "" : ", " + Activity.size(bytes),
            seconds);
  }
}
