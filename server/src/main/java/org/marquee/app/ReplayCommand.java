package org.marquee.app;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.marquee.archive.RawInputArchive;
import org.marquee.collect.ReplayAndUndo;
import org.marquee.format.AllFormats;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.notice.Report;
import org.marquee.store.PostgresRunLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `replay`: reads the input of a run once more.
@Command(
    name = "replay",
    description = "Imports the kept input of a run once more, by the rules of today.",
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private Home home = new Home();

  @Parameters(paramLabel = "RUN", description = "The run, as reports name it.")
  private String run = "";

  @Option(
      names = "--dry-run",
      description =
          "Say what would become of it against what is stored now, and change nothing; it may then be as old as it likes.")
  private boolean dryRun;

  @Option(
      names = "--accept-shrink",
      description = "Take the feed even if more than half of what is still to be shown goes.")
  private boolean acceptShrink;

  @Option(names = "--json", description = "Print the report as JSON (docs/reports.md).")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    CommandSpec self = Objects.requireNonNull(spec);
    Logs.ofCommand();
    try (Interruption _ = Interruption.ofImport();
        Storage storage = home.openExisting()) {
      ReplayAndUndo rewinding = rewinding(storage);
      Rules.Shrinking shrinking = acceptShrink ? Rules.Shrinking.ACCEPTED : Rules.Shrinking.REFUSED;
      return told(
          dryRun ? rewinding.rehearse(run, shrinking) : rewinding.replay(run, shrinking),
          storage,
          self,
          json);
    }
  }

  static ReplayAndUndo rewinding(Storage storage) {
    return new ReplayAndUndo(
        new RawInputArchive(storage.home()),
        new AllFormats(),
        storage.imports(),
        new PostgresRunLog(storage.database()));
  }

  /// Prints what became of it, and gives the exit status.
  static int told(ReplayAndUndo.Result result, Storage storage, CommandSpec self, boolean json)
      throws IOException {
    return switch (result) {
      case ReplayAndUndo.Result.Declined(String why) -> {
        self.commandLine().getErr().println("marquee: " + why);
        yield Main.FAILED;
      }
      case ReplayAndUndo.Result.Done(Report report) -> {
        Reports.print(report, json, self.commandLine());
        Collecting.kept(storage, _ -> {}).accept(report);
        self.commandLine()
            .getErr()
            .println(
                "report: " + storage.home().resolve("reports").resolve(report.run() + ".html"));
        yield report.refusal() == null ? 0 : Main.FAILED;
      }
    };
  }
}
