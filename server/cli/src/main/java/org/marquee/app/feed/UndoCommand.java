package org.marquee.app.feed;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.marquee.app.console.ConsoleCommand;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.home.Storage;
import org.marquee.app.terminal.Confirmation;
import org.marquee.app.terminal.Interruption;
import org.marquee.collect.ReplayAndUndo;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.listing.Kind;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `undo`: undoes the last import of a provider.
@Command(
    name = "undo",
    description =
        "Undoes the last import of a provider, so that the feed before it counts again. Shows what"
            + " would change, and asks for confirmation.")
public final class UndoCommand extends ConsoleCommand {
  @Parameters(paramLabel = "RUN", description = "The id of the run, from its report.")
  private String run = "";

  @Mixin private final KeepOptions keep = new KeepOptions();
  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected int execute() throws IOException {
    try (Interruption _ =
            Interruption.says(
                "nothing is undone, unless `marquee status` shows the undo as the last import");
        Storage storage = home.openExisting()) {
      ReplayAndUndo archive = ReplayCommand.archive(storage);
      if (confirmation.isNeeded()
          && archive.undo(run, Rules.Effect.DRY_RUN)
              instanceof ReplayAndUndo.Result.Done(Report preview)) {
        preview(preview, err());
        if (!Confirmation.given("Undo " + run + "?", err())) {
          return ExitStatus.FAILED;
        }
      }
      return ReplayCommand.print(
          archive.undo(run, Rules.Effect.COMMIT), storage, keep, line(), json);
    }
  }

  private void preview(Report report, PrintWriter err) {
    RowCounts rowCounts = report.rowCounts();
    err.println("Undoing " + run + " of " + report.provider() + ":");
    for (Kind kind : List.of(Kind.CINEMA, Kind.FILM, Kind.SHOWTIME)) {
      RowCounts.Counts counts = rowCounts.of(kind);
      err.printf(
          "  %-9s %9d withdrawn %9d restored %9d changed back%n",
          kind.word() + "s",
          counts.withdrawn() + rowCounts.unlisted(kind),
          counts.added(),
          counts.changed());
    }
    err.flush();
  }
}
