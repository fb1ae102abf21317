package org.marquee.app.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.marquee.app.home.Home;
import org.marquee.app.log.Logs;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// A command that does its work, prints the result and ends.
public abstract class ConsoleCommand implements Callable<Integer> {
  /// Those that read or write reports and input in the home, beside the database.
  private static final Set<String> OF_FILES =
      Set.of("ingest", "collect", "replay", "undo", "backup", "restore");

  @Spec private @Nullable CommandSpec spec;

  @Mixin protected final Home home = new Home();
  @Mixin protected final JsonOption json = new JsonOption();

  @Override
  public final Integer call() throws IOException {
    Logs.ofCommand();
    if (OF_FILES.contains(line().getCommandName()) && home.isUnnamed()) {
      err().println("marquee: reports and input are in " + home.folder() + " (see --home)");
    }
    return execute();
  }

  /// Does the command's work and returns the exit status.
  protected abstract int execute() throws IOException;

  /// The command as it was typed.
  public CommandLine line() {
    return Objects.requireNonNull(spec).commandLine();
  }

  /// Where the result goes.
  public PrintWriter out() {
    return line().getOut();
  }

  /// Where all else goes: reasons, questions, progress.
  protected PrintWriter err() {
    return line().getErr();
  }
}
