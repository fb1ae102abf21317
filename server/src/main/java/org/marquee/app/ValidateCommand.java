package org.marquee.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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

/// `validate`: the checks of an import, for a provider of whom nothing is stored; nothing is kept.
@Command(
    name = "validate",
    description = "Checks a feed as an import would, and stores nothing.",
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private Home home = new Home();

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The feed; several files are one feed.")
  private List<String> places = List.of();

  @Mixin private FeedOptions feed = new FeedOptions();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Write the report there (default: reports under the home, or a temporary folder).")
  private @Nullable Path directory;

  @Option(names = "--json", description = "Print the report as JSON (docs/reports.md).")
  private boolean json;

  /// A folder of the operator's own stays as open as it is.
  private Path write(Report report, boolean homeIsMade) throws IOException {
    if (directory != null) {
      return Reports.write(report, Files.createDirectories(directory).resolve(report.run()));
    }
    ReportFolder reports =
        homeIsMade
            ? ReportFolder.in(home.folder())
            : new ReportFolder(Files.createTempDirectory("marquee-report-"));
    return reports.write(report);
  }

  @Override
  public Integer call() throws IOException {
    CommandSpec self = Objects.requireNonNull(spec);
    Logs.ofCommand();
    feed.check();
    try (Interruption _ = Interruption.says("nothing was stored; there is no report");
        FeedFiles files = FeedFiles.fetch(places);
        Progress progress = Progress.of(files.bytes())) {
      Formats.Said format = feed.reader(files.parts());
      FeedSource source = feed.source(files.parts(progress));
      boolean made = home.isMade();
      // Nothing is stored, so no home is needed, and none is made.
      try (CloseStack opened = new CloseStack()) {
        Storage storage =
            opened.add(
                made ? home.open() : Home.embedded(opened.add(TemporaryHome.make()).folder()));
        Report report =
            storage
                .imports()
                .run(
                    new Import.Order(
                        format.reader(),
                        source,
                        "validate-" + UUID.randomUUID(),
                        new Rules.Normal(Rules.Shrinking.REFUSED, Rules.Effect.DRY_RUN)))
                .withoutProvider();
        progress.clear();
        Reports.print(report, json, self.commandLine());
        // With --json, standard output is the report alone, which names the format too.
        (json ? self.commandLine().getErr() : self.commandLine().getOut())
            .println(format.sentence());
        Path page = write(report, made);
        self.commandLine().getErr().println("report: " + page);
        if (made) {
          new Cleaning(storage, Retention.configured()).run();
        }
        return report.verdict().acceptable() ? 0 : Main.FAILED;
      }
    }
  }
}
