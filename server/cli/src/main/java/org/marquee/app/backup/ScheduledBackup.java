package org.marquee.app.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.app.feed.Collecting;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.background.Round;
import org.marquee.background.RoundThread;
import org.marquee.collect.providers.BackupPlan;
import org.marquee.collect.providers.FaultyConfig;
import org.marquee.collect.providers.ProvidersFile;
import org.marquee.files.FailureText;
import org.marquee.files.PrivateFiles;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.backup.Backup;
import org.marquee.store.backup.HomeFiles;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.backup.Watcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the backups that `providers.yaml` asks for, on one node of several: a node notes in the
/// database when it begins. A failed backup is logged and noted; the next one runs on schedule.
///
/// @param file `providers.yaml`; it is read each time
public record ScheduledBackup(Path file, Storage storage, InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduledBackup.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(30);
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final Pattern NAME = Pattern.compile("marquee-[0-9]{8}T[0-9]{6}Z\\.backup");

  /// Starts the thread that makes the backups.
  public RoundThread start() {
    return RoundThread.start("backup", looking(), LOOK_EVERY);
  }

  /// Makes a backup if it is time. A failure is logged.
  void makeIfDue() {
    looking().run();
  }

  private Round looking() {
    return new Round(LOG, "the backup failed; the next one runs on schedule", this::look);
  }

  private void look() {
    PostgresBackupLog log = new PostgresBackupLog(storage.database());
    try {
      BackupPlan plan = ProvidersFile.read(file).backup();
      if (plan == null) {
        return;
      }
      Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
      @Nullable Instant last = log.last().begunAt();
      if (plan.schedule().isDue(now, last) && log.begin(now, last)) {
        make(plan, now, log);
      }
    } catch (FaultyConfig e) {
      LOG.atDebug().log("no backup: {}", e.getMessage()); // the collector reports the faults
    } catch (IOException | ListingsUnavailable e) {
      LOG.atError().log("whether a backup is due cannot be read: {}", FailureText.of(e));
    }
  }

  private void make(BackupPlan plan, Instant now, PostgresBackupLog log) {
    Path home = storage.home();
    Path folder = home.resolve(plan.folder());
    Path made = folder.resolve("marquee-" + STAMP.format(now) + ".backup");
    try {
      if (!Files.isDirectory(folder)) {
        PrivateFiles.folder(folder);
      }
      HomeFiles files =
          new HomeFiles(
              home,
              Collecting.ownFiles(home),
              plan.input() ? HomeFiles.Input.INCLUDED : HomeFiles.Input.LEFT_OUT);
      new Backup(storage.database(), files, clock, Version.number())
          .write(made, Backup.Existing.STAYS, Watcher.NONE);
      log.made(clock.instant(), made.toString(), Files.size(made));
      LOG.atInfo().addKeyValue("file", made.toString()).log("made a backup");
      deleteOld(folder, plan.keep());
    } catch (IOException e) {
      String why = FailureText.of(e);
      LOG.atError().addKeyValue("file", made.toString()).log("the backup failed: {}", why);
      log.failed(why);
    }
  }

  private static void deleteOld(Path folder, int keep) throws IOException {
    List<Path> latestFirst;
    try (Stream<Path> all = Files.list(folder)) {
      latestFirst =
          all.filter(each -> NAME.matcher(each.getFileName().toString()).matches())
              .sorted(Comparator.reverseOrder())
              .toList();
    }
    for (Path old : latestFirst.subList(Math.min(keep, latestFirst.size()), latestFirst.size())) {
      Files.deleteIfExists(old);
    }
  }
}
