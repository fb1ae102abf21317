package org.marquee.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.RawInputArchive;
import org.marquee.collect.Provider;
import org.marquee.feed.FeedSource;
import org.marquee.format.Formats;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.notice.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ingest`: takes a feed in.
@Command(
    name = "ingest",
    description = "Imports a feed: in full, or not at all.",
    mixinStandardHelpOptions = true)
final class IngestCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private Home home = new Home();

  @Parameters(
      paramLabel = "FILE|URL",
      arity = "1..*",
      description = "The feed; several files are one feed.")
  private List<String> places = List.of();

  @Option(
      names = "--provider",
      required = true,
      paramLabel = "ID",
      description = "Whose feed it is: 1 to 80 characters.")
  private String provider = "";

  @Mixin private FeedOptions feed = new FeedOptions();

  @Option(names = "--dry-run", description = "Say what would become of it, and change nothing.")
  private boolean dryRun;

  @Option(
      names = "--accept-shrink",
      description =
          "Take the feed at its word, even if more than half of what is still to be shown goes.")
  private boolean acceptShrink;

  @Option(names = "--json", description = "Print the report as JSON (docs/reports.md).")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    CommandSpec self = Objects.requireNonNull(spec);
    Logs.ofCommand();
    if (!Provider.isName(provider)) {
      throw new WrongUsage("--provider takes 1 to 80 characters, none of them control characters");
    }
    feed.check();
    Retention retention = Retention.configured();
    try (Interruption _ = Interruption.ofImport();
        FeedFiles files = FeedFiles.fetch(places)) {
      Formats.Said format = feed.reader(files.parts());
      Storage storage = home.open();
      ReportFolder reports = ReportFolder.in(storage.home());
      Report report;
      try {
        reports.open();
        report = report(storage.imports(), files, format, new RawInputArchive(storage.home()));
      } catch (IOException | RuntimeException e) {
        try (storage) {
          throw e;
        }
      }
      Reports.print(report, json, self.commandLine());
      afterwards(
          self,
          "the report could not be written",
          () -> {
            Path page = reports.write(report);
            self.commandLine().getErr().println("report: " + page);
          });
      if (!dryRun) {
        Collecting.note(storage, provider);
        new Cleaning(storage, retention).run();
      }
      afterwards(self, "the database could not be left in order", storage::close);
      return report.result() == Report.Result.REFUSED ? Main.FAILED : 0;
    }
  }

  private Report report(Import imports, FeedFiles files, Formats.Said format, RawInputArchive vault)
      throws IOException {
    String run = imports.newRun();
    Instant observedAt = feed.observedAt();
    if (!dryRun) {
      try (ArchivedRunDraft deposit = vault.begin(run)) {
        files.keep(deposit, provider, feed.reading(format.reader().format()), observedAt);
      }
    }
    try (Progress progress = Progress.of(files.bytes())) {
      FeedSource source = feed.source(files.parts(progress), observedAt);
      return imports.run(run, new Import.Order(format.reader(), source, provider, rules()));
    }
  }

  private Rules rules() {
    return new Rules.Normal(
        acceptShrink ? Rules.Shrinking.ACCEPTED : Rules.Shrinking.REFUSED,
        dryRun ? Rules.Effect.DRY_RUN : Rules.Effect.COMMIT);
  }

  /// Does what is left to do when the outcome stands: if that fails, an import that is stored must
  /// not look as if it had failed.
  private static void afterwards(CommandSpec self, String trouble, Step step) {
    try {
      step.run();
    } catch (IOException | UncheckedIOException e) {
      self.commandLine().getErr().println("marquee: warning: " + trouble + ": " + Main.told(e));
    }
  }

  private interface Step {
    void run() throws IOException;
  }
}
