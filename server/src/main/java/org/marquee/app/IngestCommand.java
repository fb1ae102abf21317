package org.marquee.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSource;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.notice.Report;
import org.marquee.store.PostgresLedger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
      description = "Take the feed even if more than half of what is still to be shown goes.")
  private boolean acceptShrink;

  @Option(names = "--json", description = "Print the report as JSON (docs/reports.md).")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    CommandSpec self = java.util.Objects.requireNonNull(spec);
    Logs.ofCommand();
    int length = provider.codePointCount(0, provider.length());
    if (provider.isBlank()
        || length > 80
        || provider.codePoints().anyMatch(Character::isISOControl)) {
      throw new ParameterException(
          self.commandLine(),
          "--provider takes 1 to 80 characters, none of them control characters");
    }
    try (FeedFiles files = FeedFiles.fetch(places);
        Progress progress = Progress.of(files.bytes())) {
      FeedSource source = feed.source(files.parts(progress));
      try (Storage storage = home.open()) {
        Report report =
            new Import(new PostgresLedger(storage.database()), InstantSource.system())
                .run(
                    new Import.Order(
                        feed.reader(),
                        source,
                        provider,
                        new Rules(
                            acceptShrink ? Rules.Shrinking.ACCEPTED : Rules.Shrinking.REFUSED,
                            dryRun ? Rules.Effect.DRY_RUN : Rules.Effect.COMMIT)));
        progress.clear();
        Path written = Reports.write(report, reports(storage.home(), report));
        Reports.print(report, written, json, self.commandLine());
        return report.result() == Report.Result.REFUSED ? Main.FAILED : 0;
      }
    }
  }

  private static Path reports(Path home, Report report) throws IOException {
    return Files.createDirectories(home.resolve("reports")).resolve(report.run());
  }
}
