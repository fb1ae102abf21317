package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.Terminal;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.CorrectionsFile;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.node.FailureText;
import org.marquee.store.PostgresCorrections;
import org.marquee.store.PostgresCorrections.Effect;
import org.marquee.store.PostgresCorrections.Others;
import org.marquee.store.PostgresCorrections.Stored;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The commands of `correct` that deal with all corrections: list, undo, apply, export.
final class CorrectionCommands {
  private CorrectionCommands() {}

  @Command(name = "list", description = "Lists corrections, with who made them and why.")
  static final class ListAll extends ListCommand<Stored> {
    @Override
    List<Stored> list(CommandContext context) {
      return new PostgresCorrections(context.database()).list();
    }

    @Override
    void print(List<Stored> all, CommandContext context) {
      for (Stored each : all) {
        Terminal.print(
            List.of(
                MadeCorrections.words(each),
                "    %s  by %s, %s"
                    .formatted(each.correction().note(), each.by(), Times.toTheSecond(each.at()))),
            context.out());
      }
    }

    @Override
    JsonObject json(Stored each) {
      return MadeCorrections.json(each);
    }
  }

  @Command(
      name = "undo",
      description = "Takes a correction back: what the sources say is published again.")
  static final class Undo extends StorageCommand {
    @Parameters(paramLabel = "NUMBER", description = "The correction, as list shows it.")
    private long number;

    @Override
    int run(CommandContext context) {
      Optional<Stored> undone = new PostgresCorrections(context.database()).undo(number);
      return undone.isEmpty()
          ? context.failed("there is no correction " + number + "; correct list shows them")
          : context.done(
              "took back " + MadeCorrections.words(undone.get()),
              () -> MadeCorrections.json(undone.get()));
    }
  }

  @Command(
      name = "apply",
      description =
          "Makes the corrections of a file, all or none. Applied again it changes nothing.")
  static final class Apply extends StorageCommand {
    private static final int LONGEST = 16 << 20;

    @Parameters(paramLabel = "FILE", description = "The file, as export writes it.")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Say what would change, and change nothing.")
    private boolean dryRun;

    @Option(names = "--prune", description = "Take back the corrections that are not in the file.")
    private boolean prune;

    @Override
    int run(CommandContext context) {
      String text = text();
      List<Wanted> wanted = MadeCorrections.refused(() -> CorrectionsFile.read(text), Failure::new);
      return MadeCorrections.apply(
          context,
          wanted,
          prune ? Others.GO : Others.STAY,
          dryRun ? Effect.DRY_RUN : Effect.COMMIT);
    }

    private String text() {
      try {
        if (Files.size(file) > LONGEST) {
          throw new Failure(file + " is larger than " + (LONGEST >> 20) + " MB");
        }
        return Files.readString(file, UTF_8);
      } catch (CharacterCodingException e) {
        throw new Failure(file + " is not UTF-8 text", e);
      } catch (IOException e) {
        throw new Failure(file + " cannot be read: " + FailureText.of(e), e);
      }
    }
  }

  @Command(
      name = "export",
      description = "Prints all corrections as a file that can be kept, changed and applied.")
  static final class ExportAll extends StorageCommand {
    @Override
    int run(CommandContext context) {
      List<Stored> all = new PostgresCorrections(context.database()).list();
      Map<String, String> names = new LinkedHashMap<>();
      for (Stored each : all) {
        String name = each.name();
        if (name != null) {
          names.put(each.correction().record(), name);
        }
      }
      List<Correction> corrections = all.stream().map(Stored::correction).toList();
      switch (context.output()) {
        case JSON ->
            context.out().println(JsonTree.text(all.stream().map(MadeCorrections::json).toList()));
        case TEXT -> {
          context.out().print(CorrectionsFile.write(corrections, names));
          context.out().flush();
        }
      }
      return 0;
    }
  }
}
