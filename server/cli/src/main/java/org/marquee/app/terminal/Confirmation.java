package org.marquee.app.terminal;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Asks a person before a removal that is hard to undo.
public final class Confirmation {
  private static final Set<String> YES = Set.of("y", "yes");

  @Option(names = "--yes", description = "Do not ask. Required where there is no terminal.")
  private boolean yes;

  /// Whether `--yes` is missing.
  public boolean isNeeded() {
    return !yes;
  }

  /// Asks on the terminal.
  ///
  /// @return whether the answer was yes; if not, a message says that nothing was changed
  /// @throws WrongUsage if there is no terminal to ask on
  public static boolean given(String question, PrintWriter err) {
    if (!Terminal.isThere()) {
      throw new WrongUsage(
          "nothing was changed: there is no terminal to ask on. Add --yes to go on without asking");
    }
    Console console = Objects.requireNonNull(System.console());
    err.print(question + " [y/N] ");
    err.flush();
    if (isYes(console.readLine())) {
      return true;
    }
    err.println("nothing was changed");
    return false;
  }

  /// @param answer null where the input ended
  static boolean isYes(@Nullable String answer) {
    return answer != null && YES.contains(answer.strip().toLowerCase(Locale.ROOT));
  }
}
