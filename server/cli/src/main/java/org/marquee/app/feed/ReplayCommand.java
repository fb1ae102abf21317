package org.marquee.app.feed;

import java.io.IOException;
import org.marquee.app.console.ConsoleCommand;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.console.JsonOption;
import org.marquee.app.home.Storage;
import org.marquee.app.report.Reports;
import org.marquee.app.terminal.Interruption;
import org.marquee.archive.RawInputArchive;
import org.marquee.collect.ReplayAndUndo;
import org.marquee.notice.Report;
import org.marquee.store.run.PostgresRunLog;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `replay`: imports the archived input of a run again.
@Command(
    name = "replay",
    description = "Imports the archived input of a run again, by today's rules.")
public final class ReplayCommand extends ConsoleCommand {
  @Parameters(paramLabel = "RUN", description = "The id of the run, from its report.")
  private String run = "";

  @Option(
      names = "--dry-run",
      description =
          "Show the result against what is stored now, without changing anything. The run may then"
              + " be of any age.")
  private boolean dryRun;

  @Mixin private final ShrinkOption shrink = new ShrinkOption();
  @Mixin private final KeepOptions keep = new KeepOptions();

  @Override
  protected int execute() throws IOException {
    try (Interruption _ = Interruption.ofImport();
        Storage storage = home.openExisting()) {
      ReplayAndUndo archive = archive(storage);
      ReplayAndUndo.Result result =
          dryRun ? archive.tryOut(run, shrink.rule()) : archive.replay(run, shrink.rule());
      int status = print(result, storage, keep, line(), json);
      return result instanceof ReplayAndUndo.Result.Done(Report report)
          ? IngestCommand.status(report, err())
          : status;
    }
  }

  /// The imports of an installation, to be done again or taken back.
  public static ReplayAndUndo archive(Storage storage) {
    return new ReplayAndUndo(
        new RawInputArchive(storage.home()),
        storage.imports(),
        new PostgresRunLog(storage.database()));
  }

  static int print(
      ReplayAndUndo.Result result,
      Storage storage,
      KeepOptions keep,
      CommandLine line,
      JsonOption json)
      throws IOException {
    return switch (result) {
      case ReplayAndUndo.Result.Declined(String why) -> {
        line.getErr().println("marquee: " + why);
        yield ExitStatus.FAILED;
      }
      case ReplayAndUndo.Result.Done(Report report) -> {
        Reports.print(report, json.isWanted(), line);
        Collecting.kept(storage, keep::limits, _ -> {}).accept(report);
        line.getErr()
            .println(
                "report: " + storage.home().resolve("reports").resolve(report.run() + ".html"));
        yield report.refusal() == null ? 0 : ExitStatus.FAILED;
      }
    };
  }
}
