package org.marquee.app.feed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.app.report.ReportFolder;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.collect.CollectScheduler;
import org.marquee.collect.Collector;
import org.marquee.collect.providers.FaultyConfig;
import org.marquee.collect.providers.ProvidersConfig;
import org.marquee.collect.providers.ProvidersFile;
import org.marquee.files.FailureText;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.ingest.RunLog;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;
import org.marquee.retention.Retention;
import org.marquee.store.run.PostgresRunLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The configuration of collecting in a home, and the parts that use it.
public record Collecting(Path file, ProvidersConfig config) {
  private static final Logger LOG = LoggerFactory.getLogger(Collecting.class);
  private static final String FILE = "providers.yaml";

  /// The content of `providers.yaml` in the home.
  ///
  /// @throws WrongUsage if it is not there, or anything in it is wrong
  public static Collecting configured(Path home) {
    return read(home.resolve(FILE));
  }

  private static Collecting read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new WrongUsage(
          "there is no " + file + ". List the feeds to collect there (docs/collecting.md)");
    }
    try {
      return new Collecting(file, ProvidersFile.read(file));
    } catch (FaultyConfig e) {
      throw new WrongUsage(String.join("\nmarquee: ", e.faults()));
    } catch (IOException e) {
      throw new Failure(file + " cannot be read: " + FailureText.of(e), e);
    }
  }

  /// Why its file cannot be used any more; empty if it can.
  public Optional<String> fault() {
    try {
      read(file);
      return Optional.empty();
    } catch (WrongUsage | Failure e) {
      return Optional.of(String.valueOf(e.getMessage()).replace("\nmarquee: ", "; "));
    }
  }

  /// Notes what `providers.yaml`, if it can be read, says of a provider that is imported by hand:
  /// when it is late, and whom to name.
  static void note(Storage storage, String provider) {
    Path file = storage.home().resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return;
    }
    try {
      ProvidersFile.read(file)
          .find(provider)
          .ifPresent(found -> {
            RunLog runLog = new PostgresRunLog(storage.database());
            runLog.lateAfter(provider, found.lateAfter());
            runLog.terms(provider, found.terms());
          });
    } catch (FaultyConfig | IOException | LedgerUnavailable e) {
      LOG.atWarn().log("{} is ignored: {}", file.getFileName(), e.getMessage());
    }
  }

  /// The operator's own files in a home: `providers.yaml`, if present, and the files that it names
  /// besides the feeds.
  public static Set<Path> ownFiles(Path home) throws IOException {
    Path file = home.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return Set.of();
    }
    Set<Path> files = new HashSet<>(Set.of(file));
    try {
      files.addAll(ProvidersFile.read(file).files(home));
    } catch (FaultyConfig e) {
      LOG.atWarn()
          .log("{} has faults; the files that it names are unknown: {}", FILE, e.getMessage());
    }
    return files;
  }

  static Collector collector(Storage storage, ProvidersConfig config) {
    return Collector.of(
        storage.home(),
        config,
        Version.number(),
        storage.imports(),
        new PostgresRunLog(storage.database()),
        storage.clock());
  }

  /// Begins to collect on schedule.
  ///
  /// @param retention asked before each cleaning
  public CollectScheduler onSchedule(Storage storage, Supplier<Retention> retention) {
    return new CollectScheduler(
            file,
            config,
            new PostgresRunLog(storage.database()),
            storage.clock(),
            CollectScheduler.USUAL_LEASE,
            each -> collector(storage, each),
            kept(storage, retention, Collecting::log))
        .start();
  }

  /// What becomes of a report: it is written into the home, passed on, and followed by a cleaning.
  ///
  /// @param retention asked before each cleaning
  public static Consumer<Report> kept(
      Storage storage, Supplier<Retention> retention, Consumer<Report> then) {
    ReportFolder reports = ReportFolder.in(storage.home());
    Cleaning cleaning = new Cleaning(storage, retention);
    return report -> {
      try {
        reports.write(report);
      } catch (IOException e) {
        LOG.atWarn().log("the report could not be written: {}", FailureText.of(e));
      }
      then.accept(report);
      cleaning.run();
    };
  }

  private static void log(Report report) {
    boolean well =
        report.result() == Report.Result.APPLIED
            && !report.rowCounts().of(Kind.SHOWTIME).isNothingPublished();
    @Nullable Notice refusal = report.refusal();
    LOG.atLevel(well ? Level.INFO : Level.WARN)
        .addKeyValue("provider", report.provider())
        .addKeyValue("run", report.run())
        .addKeyValue("result", report.result().word())
        .addKeyValue("verdict", report.verdict().sentence())
        .addKeyValue("lines", report.rowCounts().total().read())
        .addKeyValue("why", refusal == null ? "" : refusal.code() + ": " + refusal.detail())
        .log(well ? "collected" : "collection failed");
  }
}
