package org.marquee.app;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.marquee.app.terminal.WrongUsage;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `completion`: prints what makes a shell complete commands and options.
@Command(
    name = "completion",
    description = {
      "Prints a script that completes commands and options in a shell.",
      "In bash and zsh: source <(marquee completion bash). In fish: marquee completion fish | source."
    })
final class CompletionCommand implements Callable<Integer> {
  private static final String PROGRAM = "marquee";

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private String shell = "";

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    CommandLine all = Main.commandLine();
    switch (shell) {
      // The script for bash turns on what zsh needs for it.
      case "bash", "zsh" -> out.print(AutoComplete.bash(PROGRAM, all));
      case "fish" -> writeFish(all, out);
      default -> throw new WrongUsage("completion is for bash, zsh and fish, not for " + shell);
    }
    out.flush();
    return 0;
  }

  /// A line for each command, each of its options, and each command below it.
  private static void writeFish(CommandLine all, PrintWriter out) {
    out.println("complete -c " + PROGRAM + " -e");
    all.getSubcommands()
        .forEach((name, command) -> {
          complete(out, "__fish_use_subcommand", "-f -a " + name, description(command));
          options(out, "__fish_seen_subcommand_from " + name, command);
          command
              .getSubcommands()
              .forEach((below, child) -> {
                String seen = "__fish_seen_subcommand_from " + name;
                complete(out, seen, "-f -a " + below, description(child));
                options(out, seen + "; and __fish_seen_subcommand_from " + below, child);
              });
        });
  }

  private static void options(PrintWriter out, String condition, CommandLine command) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden() && option.longestName().startsWith("--")) {
        String value = option.arity().max() > 0 ? " -r" : "";
        complete(
            out,
            condition,
            "-l " + option.longestName().substring(2) + value,
            String.join(" ", option.description()));
      }
    }
  }

  private static String description(CommandLine command) {
    String[] lines = command.getCommandSpec().usageMessage().description();
    return lines.length == 0 ? "" : lines[0];
  }

  private static void complete(PrintWriter out, String condition, String what, String description) {
    String text = description.replaceAll("\\$\\{[^}]*}", "…").replace("\\", "").replace("'", "’");
    out.println("complete -c %s -n '%s' %s -d '%s'".formatted(PROGRAM, condition, what, text));
  }
}
