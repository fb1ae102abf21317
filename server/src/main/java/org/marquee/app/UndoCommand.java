package org.marquee.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.marquee.collect.ReplayAndUndo;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.listing.Kind;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `undo`: takes the last import of a provider back.
@Command(
    name = "undo",
    description =
        "Takes the last import of a provider back, to what its feed before it said. Shows what would"
            + " go, and asks.",
    mixinStandardHelpOptions = true)
final class UndoCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private Home home = new Home();

  @Parameters(paramLabel = "RUN", description = "The import, as its report names it.")
  private String run = "";

  @Mixin private Confirmation confirmation = new Confirmation();

  @Option(names = "--json", description = "Print the report as JSON (docs/reports.md).")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    CommandSpec self = Objects.requireNonNull(spec);
    Logs.ofCommand();
    try (Interruption _ =
            Interruption.says("nothing was undone, unless `marquee status` shows that import");
        Storage storage = home.openExisting()) {
      ReplayAndUndo rewinding = ReplayCommand.rewinding(storage);
      if (confirmation.isNeeded()
          && rewinding.undo(run, Rules.Effect.DRY_RUN)
              instanceof ReplayAndUndo.Result.Done(Report preview)) {
        preview(preview, self.commandLine().getErr());
        if (!Confirmation.given("Undo " + run + "?", self.commandLine().getErr())) {
          return Main.FAILED;
        }
      }
      return ReplayCommand.told(rewinding.undo(run, Rules.Effect.COMMIT), storage, self, json);
    }
  }

  private void preview(Report report, PrintWriter err) {
    RowCounts tally = report.tally();
    err.println("Undoing " + run + " of " + report.provider() + ":");
    for (Kind kind : List.of(Kind.CINEMA, Kind.FILM, Kind.SHOWTIME)) {
      RowCounts.Counts counts = tally.of(kind);
      err.printf(
          "  %-9s %9d withdrawn %9d restored %9d changed back%n",
          kind.word() + "s",
          counts.withdrawn() + tally.unlisted(kind),
          counts.added(),
          counts.changed());
    }
    err.flush();
  }
}
