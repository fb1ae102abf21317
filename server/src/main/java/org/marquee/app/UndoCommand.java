package org.marquee.app;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `undo`: takes the last import of a provider back.
@Command(
    name = "undo",
    description = "Takes the last import of a provider back, to what its feed before it said.",
    mixinStandardHelpOptions = true)
final class UndoCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private Home home = new Home();

  @Parameters(paramLabel = "RUN", description = "The import, as its report names it.")
  private String run = "";

  @Option(names = "--json", description = "Print the report as JSON (docs/reports.md).")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    CommandSpec self = Objects.requireNonNull(spec);
    Logs.ofCommand();
    try (Storage storage = home.open()) {
      return ReplayCommand.told(ReplayCommand.rewinding(storage).undo(run), storage, self, json);
    }
  }
}
