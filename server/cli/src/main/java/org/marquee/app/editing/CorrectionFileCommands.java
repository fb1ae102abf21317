package org.marquee.app.editing;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.console.StorageCommand;
import org.marquee.app.terminal.Failure;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.CorrectionRefused;
import org.marquee.correction.CorrectionsFile;
import org.marquee.files.FailureText;
import org.marquee.files.RootRights;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Done;
import org.marquee.store.decision.PostgresCorrections.Others;
import org.marquee.store.decision.PostgresCorrections.Step;
import org.marquee.store.decision.PostgresCorrections.Stored;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `correct apply` and `correct export`: corrections as a file.
final class CorrectionFileCommands {
  private CorrectionFileCommands() {}

  @Command(
      name = "apply",
      description =
          "Makes the corrections of a file, all or none. Applied again it changes nothing.")
  static final class Apply extends StorageCommand {
    @Parameters(paramLabel = "FILE", description = "The file, as export writes it.")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Say what would change, and change nothing.")
    private boolean dryRun;

    @Option(names = "--prune", description = "Take back the corrections that are not in the file.")
    private boolean prune;

    @Override
    protected int run() {
      String text = text();
      List<Wanted> wanted;
      try {
        wanted = CorrectionsFile.read(text);
      } catch (CorrectionRefused e) {
        return refused(this, file + ", ", e);
      }
      return apply(
          this,
          file + ", ",
          wanted,
          prune ? Others.GO : Others.STAY,
          dryRun ? Effect.DRY_RUN : Effect.COMMIT);
    }

    private String text() {
      try {
        return RootRights.use(file, () -> Files.readString(file));
      } catch (IOException e) {
        throw new Failure(file + " cannot be read: " + FailureText.of(e), e);
      }
    }
  }

  /// Makes corrections and prints what became of them.
  ///
  /// @param place what stands before each fault; empty where they were typed
  /// @return the exit status
  static int apply(
      StorageCommand command, String place, List<Wanted> wanted, Others others, Effect effect) {
    List<Step> steps;
    try {
      steps = new PostgresCorrections(command.database()).apply(wanted, others, effect);
    } catch (CorrectionRefused e) {
      return refused(command, place, e);
    }
    if (command.isForProgram()) {
      command
          .out()
          .println(JsonTree.text(steps.stream().map(CorrectionFileCommands::json).toList()));
    } else {
      print(command.out(), steps, effect);
    }
    return 0;
  }

  private static int refused(StorageCommand command, String place, CorrectionRefused refused) {
    refused.faults().forEach(fault -> command.failed(place + fault));
    return ExitStatus.FAILED;
  }

  private static void print(PrintWriter out, List<Step> steps, Effect effect) {
    long unchanged = 0;
    for (Step step : steps) {
      if (step.done() == Done.UNCHANGED) {
        unchanged++;
      } else {
        // A dry run gives numbers that the real one does not give again.
        boolean numbered = effect == Effect.COMMIT || step.done() != Done.ADDED;
        String words =
            numbered
                ? CorrectCommand.words(step.stored())
                : CorrectCommand.wordsWithoutNumber(step.stored());
        out.println(word(step.done()) + " " + words);
      }
    }
    if (unchanged > 0 || steps.isEmpty()) {
      out.println("unchanged: " + unchanged);
    }
    if (effect == Effect.DRY_RUN) {
      out.println("nothing was changed (--dry-run)");
    }
  }

  private static JsonObject json(Step step) {
    return CorrectCommand.json(step.stored()).with("done", word(step.done()));
  }

  private static String word(Done done) {
    return done.name().toLowerCase(Locale.ROOT);
  }

  @Command(
      name = "export",
      description = "Prints all corrections as a file that can be kept, changed and applied.")
  static final class ExportAll extends StorageCommand {
    @Override
    protected int run() {
      List<Stored> all = new PostgresCorrections(database()).list();
      if (isForProgram()) {
        out().println(JsonTree.text(all.stream().map(CorrectCommand::json).toList()));
        return 0;
      }
      Map<String, String> names = new HashMap<>();
      for (Stored each : all) {
        if (each.name() != null) {
          names.put(each.correction().record(), each.name());
        }
      }
      out().print(CorrectionsFile.write(all.stream().map(Stored::correction).toList(), names));
      out().flush();
      return 0;
    }
  }
}
