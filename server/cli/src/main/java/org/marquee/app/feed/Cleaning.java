package org.marquee.app.feed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.marquee.app.home.Storage;
import org.marquee.app.report.ReportFolder;
import org.marquee.archive.RawInputArchive;
import org.marquee.files.FailureText;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.ingest.RunLog;
import org.marquee.retention.Retention;
import org.marquee.store.run.PostgresCleaning;
import org.marquee.store.run.PostgresRunLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes what is past its retention in the home and the database, every ten minutes at most. One
/// process at a time cleans the database. A failure is logged and does not affect the import.
///
/// @param retention asked before each cleaning
record Cleaning(Storage storage, Supplier<Retention> retention) {
  private static final Logger LOG = LoggerFactory.getLogger(Cleaning.class);
  private static final Duration PAUSE = Duration.ofMinutes(10);
  private static final String LEASE = "clean";

  /// The latest imports can be undone.
  private static final Duration UNDOABLE = Duration.ofDays(7);

  void run() {
    Instant own = Instant.now();
    try {
      // The earlier of the two clocks: one that is ahead deletes nothing too early.
      Instant shared = storage.clock().instant();
      Instant now = shared.isBefore(own) ? shared : own;
      if (isDue(own)) {
        cleanHome(now);
      }
      if (runLog().hold(LEASE, UUID.randomUUID().toString(), PAUSE)) {
        cleanDatabase(now);
      }
    } catch (IOException | UncheckedIOException | LedgerUnavailable e) {
      LOG.atWarn()
          .log("old reports, input and history could not be deleted: {}", FailureText.of(e));
    }
  }

  private RunLog runLog() {
    return new PostgresRunLog(storage.database());
  }

  /// The time of a file is the time of the last cleaning.
  private boolean isDue(Instant now) throws IOException {
    Path reports = storage.home().resolve("reports");
    if (!Files.isDirectory(reports)) {
      return Files.isDirectory(storage.home().resolve("runs"));
    }
    Path last = reports.resolve(".cleaned");
    try {
      Instant cleaned = Files.getLastModifiedTime(last).toInstant();
      if (cleaned.isAfter(now.minus(PAUSE)) && !cleaned.isAfter(now)) {
        return false;
      }
    } catch (NoSuchFileException _) {
      // This is the first time.
    }
    Files.writeString(last, "");
    return true;
  }

  void cleanHome(Instant now) throws IOException {
    Set<String> needed = runLog().needed();
    Retention keep = retention.get();
    ReportFolder.in(storage.home()).sweep(now, keep.reports(), needed);
    new RawInputArchive(storage.home()).sweep(now, keep.input(), needed);
  }

  void cleanDatabase(Instant now) {
    PostgresCleaning cleaning = new PostgresCleaning(storage.database());
    Retention keep = retention.get();
    Duration always = Objects.requireNonNullElse(keep.input().age(), UNDOABLE);
    cleaning.cleanHistory(keep.history(), always, now);
    cleaning.cleanChanges(keep.changes(), now);
    cleaning.cleanAudit(keep.audit(), now);
    cleaning.cleanReports(now);
    cleaning.cleanUsage(now);
    cleaning.cleanFirstListed(now);
    cleaning.cleanAlarms(now);
  }
}
