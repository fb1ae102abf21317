package org.marquee.app.feed;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.marquee.app.console.ConsoleCommand;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.home.Storage;
import org.marquee.app.report.ReportFolder;
import org.marquee.app.report.Reports;
import org.marquee.app.terminal.Interruption;
import org.marquee.app.terminal.Progress;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.RawInputArchive;
import org.marquee.collect.providers.Provider;
import org.marquee.feed.FeedSource;
import org.marquee.feed.detection.Formats;
import org.marquee.files.FailureText;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.listing.Kind;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ingest`: imports a feed.
@Command(name = "ingest", description = "Imports a feed: in full, or not at all.")
public final class IngestCommand extends ConsoleCommand {
  @Parameters(
      paramLabel = "FILE|URL",
      arity = "1..*",
      description = "The feed. Several files are one feed.")
  private List<String> places = List.of();

  @Option(
      names = "--provider",
      required = true,
      paramLabel = "ID",
      description = "The provider of the feed: 1 to 80 characters.")
  private String provider = "";

  @Mixin private final FeedOptions feed = new FeedOptions();

  @Option(names = "--dry-run", description = "Show the result without changing anything.")
  private boolean dryRun;

  @Mixin private final ShrinkOption shrink = new ShrinkOption();
  @Mixin private final KeepOptions keep = new KeepOptions();

  @Override
  protected int execute() throws IOException {
    if (!Provider.isName(provider)) {
      throw new WrongUsage(
          "--provider must have 1 to 80 characters, none of them control characters");
    }
    feed.check();
    try (Interruption _ = Interruption.ofImport();
        FeedFiles files = FeedFiles.fetch(places, feed.largest())) {
      Formats.Said format = feed.reader(files.parts());
      Storage storage = home.open();
      ReportFolder reports = ReportFolder.in(storage.home());
      Report report;
      try {
        reports.open();
        report = report(storage, files, format);
      } catch (IOException | RuntimeException e) {
        try (storage) {
          throw e;
        }
      }
      Reports.print(report, json.isWanted(), line());
      afterwards(
          "the report could not be written",
          () -> {
            Path page = reports.write(report);
            err().println("report: " + page);
          });
      if (!dryRun) {
        Collecting.note(storage, provider);
        new Cleaning(storage, keep::limits).run();
      }
      afterwards("the database could not be closed", storage::close);
      return status(report, err());
    }
  }

  /// The exit status after an import. One that read showtimes and publishes none has failed, even
  /// though it is stored.
  static int status(Report report, PrintWriter err) {
    RowCounts.Counts shows = report.rowCounts().of(Kind.SHOWTIME);
    boolean nothing = report.refusal() == null && shows.isNothingPublished();
    if (nothing) {
      err.printf("marquee: showtimes read: %d, published: none%n", shows.read());
    }
    return nothing || report.refusal() != null ? ExitStatus.FAILED : 0;
  }

  private Report report(Storage storage, FeedFiles files, Formats.Said format) throws IOException {
    Import imports = storage.imports();
    String run = imports.newRun();
    Instant observedAt = feed.observedAt(storage.clock());
    if (!dryRun) {
      try (ArchivedRunDraft draft = new RawInputArchive(storage.home()).begin(run)) {
        files.keep(draft, provider, feed.reading(format.reader().format()), observedAt);
      }
    }
    try (Progress progress = Progress.of(files.bytes())) {
      FeedSource source = feed.source(files.parts(progress), observedAt);
      return imports.run(run, new Import.Order(format.reader(), source, provider, rules()));
    }
  }

  private Rules rules() {
    return new Rules.Normal(shrink.rule(), dryRun ? Rules.Effect.DRY_RUN : Rules.Effect.COMMIT);
  }

  /// Does a step that follows the import. If it fails, that is a warning: the import is stored.
  private void afterwards(String trouble, Step step) {
    try {
      step.run();
    } catch (IOException | UncheckedIOException e) {
      err().println("marquee: warning: " + trouble + ": " + FailureText.of(e));
    }
  }

  private interface Step {
    void run() throws IOException;
  }
}
