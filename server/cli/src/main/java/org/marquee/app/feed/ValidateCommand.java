package org.marquee.app.feed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.marquee.app.console.ConsoleCommand;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.home.Home;
import org.marquee.app.home.Storage;
import org.marquee.app.report.ReportFolder;
import org.marquee.app.report.Reports;
import org.marquee.app.terminal.Interruption;
import org.marquee.app.terminal.Progress;
import org.marquee.feed.FeedSource;
import org.marquee.feed.detection.Formats;
import org.marquee.files.FolderTree;
import org.marquee.files.RootRights;
import org.marquee.files.WorkFiles;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.node.CloseStack;
import org.marquee.notice.Report;
import org.marquee.store.sql.Database;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `validate`: checks a feed as if its provider were new; stores nothing.
@Command(name = "validate", description = "Checks a feed as an import would, and stores nothing.")
public final class ValidateCommand extends ConsoleCommand {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The feed. Several files are one feed.")
  private List<String> places = List.of();

  @Mixin private final FeedOptions feed = new FeedOptions();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Folder for the report (default: reports under the home, or a temporary folder).")
  private @Nullable Path directory;

  @Mixin private final KeepOptions keep = new KeepOptions();

  @Override
  protected int execute() throws IOException {
    feed.check();
    try (Interruption _ = Interruption.says("nothing was stored; there is no report");
        FeedFiles files = FeedFiles.fetch(places, feed.largest());
        Progress progress = Progress.of(files.bytes())) {
      Formats.Said format = feed.reader(files.parts());
      boolean made = home.isMade();
      // Nothing is stored, so no home is needed, and none is made.
      try (CloseStack opened = new CloseStack()) {
        Storage storage =
            opened.add(
                made
                    ? home.open()
                    : Home.embedded(temporaryHome(opened), Database.LONGEST_WAIT, home.actor()));
        FeedSource source = feed.source(files.parts(progress), feed.observedAt(storage.clock()));
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
        Reports.print(report, json.isWanted(), line());
        // With --json, standard output is the report alone, which names the format too.
        (json.isWanted() ? err() : out()).println(format.sentence());
        Path page = write(report, made);
        err().println("report: " + page);
        if (made) {
          new Cleaning(storage, keep::limits).run();
        }
        return report.verdict().acceptable() ? 0 : ExitStatus.FAILED;
      }
    }
  }

  private static Path temporaryHome(CloseStack opened) throws IOException {
    Path folder = WorkFiles.newFolder("home-");
    opened.add(() -> FolderTree.delete(folder));
    return folder;
  }

  /// A folder of the operator's own stays as open as it is.
  private Path write(Report report, boolean homeIsMade) throws IOException {
    Path named = directory;
    if (named != null) {
      return RootRights.use(
          named, () -> Reports.write(report, Files.createDirectories(named).resolve(report.run())));
    }
    ReportFolder reports =
        homeIsMade ? ReportFolder.in(home.folder()) : new ReportFolder(WorkFiles.newReportFolder());
    return reports.write(report);
  }
}
