package org.marquee.app.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.marquee.app.console.ConsoleCommand;
import org.marquee.app.home.Home;
import org.marquee.app.home.UnfinishedRestore;
import org.marquee.app.terminal.Activity;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.Interruption;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.files.FailureText;
import org.marquee.files.RootRights;
import org.marquee.files.WorkFiles;
import org.marquee.listing.Timestamps;
import org.marquee.node.checkpoint.Checkpoint;
import org.marquee.store.backup.BackupManifest;
import org.marquee.store.backup.BackupReader;
import org.marquee.store.backup.Restore;
import org.marquee.store.backup.TableTarget;
import org.marquee.store.sql.Database;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `restore`: a backup into an empty home, or an empty database.
@Command(
    name = "restore",
    description = {
      "Restores a backup into a new home, or with --database into an empty database.",
      "The whole file is checked before anything is written."
    })
public final class RestoreCommand extends ConsoleCommand {
  private static final String STANDARD_INPUT = "-";

  /// How many of the files that stay are named.
  private static final int NAMED = 5;

  @Parameters(paramLabel = "FILE", description = "A backup, or - for standard input.")
  private String file = "";

  @Override
  protected int execute() throws IOException {
    if (!file.equals(STANDARD_INPUT)) {
      return restore(Path.of(file));
    }
    Path copy = WorkFiles.newFile("restore-");
    try {
      Files.copy(System.in, copy, StandardCopyOption.REPLACE_EXISTING);
      return restore(copy);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private int restore(Path from) throws IOException {
    long begun = System.nanoTime();
    try (Activity activity = Activity.begin("restoring");
        BackupReader backup = RootRights.use(from, () -> BackupReader.open(from, activity));
        Interruption _ = Interruption.says("nothing was restored. Run it again to start over")) {
      Database.Address external = home.external();
      Path folder = home.folder();
      Restore restore = Restore.of(backup, Database.tablesVersion(), activity);
      Restore.Result result =
          external == null
              ? embedded(restore, folder)
              : into(
                  folder,
                  restore,
                  new TableTarget(external, home.actor()),
                  new IOException(
                      "the database %s has tables of Marquee already. Restore into an empty database (--database)"
                          .formatted(external)));
      activity.clear();
      print(backup.manifest(), result, Duration.ofNanos(System.nanoTime() - begun));
      return 0;
    } catch (IOException e) {
      throw new Failure(
          "nothing was restored from %s: %s"
              .formatted(file.equals(STANDARD_INPUT) ? "standard input" : file, FailureText.of(e)),
          e);
    }
  }

  private Restore.Result embedded(Restore restore, Path folder) throws IOException {
    boolean begun = UnfinishedRestore.isIn(folder);
    if (!begun && (EmbeddedPostgres.isIn(folder) || EmbeddedPostgres.wasIn(folder))) {
      throw notEmpty(folder);
    }
    UnfinishedRestore.begin(folder);
    try (EmbeddedPostgres server = EmbeddedPostgres.join(folder)) {
      TableTarget target = new TableTarget(Home.address(server), home.actor());
      Restore.Result result = into(folder, restore, target, notEmpty(folder));
      UnfinishedRestore.end(folder);
      return result;
    }
  }

  private static Restore.Result into(
      Path folder, Restore restore, TableTarget target, IOException notEmpty) throws IOException {
    if (!target.isEmpty()) {
      throw notEmpty;
    }
    // A checkpoint from before must not let the keys of another database in.
    Checkpoint.forgetKeys(folder);
    Checkpoint.noteUse(folder);
    return restore.into(folder, target);
  }

  private static IOException notEmpty(Path folder) {
    return new IOException(
        "the home %s has a database already, and must be empty. Stop what runs (systemctl stop marquee), move the content of the home away, and try again (docs/backup.md, \"On Debian\"). Or restore into another home (--home), or into an empty database (--database)"
            .formatted(folder));
  }

  private void print(BackupManifest manifest, Restore.Result result, Duration took) {
    for (String table : result.leftOut()) {
      err().println("marquee: left out: the table " + table + ", which Marquee does not make");
    }
    if (!result.kept().isEmpty()) {
      err().println("marquee: " + kept(result.kept()));
    }
    if (json.isWanted()) {
      out()
          .println(
              manifest
                  .summary()
                  .with("leftOut", result.leftOut())
                  .with("keptFiles", result.kept().size()));
      return;
    }
    out()
        .println(
            "Restored revision %d of %s: %d rows of %d tables, %d %s, in %.1f s."
                .formatted(
                    manifest.origin().revision().number(),
                    Timestamps.write(manifest.madeAt()),
                    manifest.rows(),
                    manifest.tables().size() - result.leftOut().size(),
                    result.files(),
                    result.files() == 1 ? "file" : "files",
                    took.toMillis() / 1000.0));
  }

  private static String kept(List<String> names) {
    String some = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
    String more = names.size() > NAMED ? ", and %d more".formatted(names.size() - NAMED) : "";
    return names.size() == 1
        ? "1 file was in the home already, and stays: " + some
        : "%d files were in the home already, and stay: %s%s".formatted(names.size(), some, more);
  }
}
