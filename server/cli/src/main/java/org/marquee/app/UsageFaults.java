package org.marquee.app;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import org.marquee.app.config.Configuration;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.terminal.Terminal;
import org.marquee.notice.NearestName;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Prints the fault of a command line and where help is, in two lines.
final class UsageFaults implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException fault, String[] words) {
    CommandLine line = fault.getCommandLine();
    PrintWriter err = line.getErr();
    err.println("marquee: " + Terminal.visible(message(fault)));
    err.println(
        "`" + line.getCommandSpec().qualifiedName() + " --help` lists commands and options.");
    return ExitStatus.WRONG_USAGE;
  }

  private static String message(ParameterException fault) {
    CommandLine line = fault.getCommandLine();
    if (fault instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String word = unmatched.getUnmatched().getFirst();
      if (word.startsWith("-")) {
        return unknown("option", word.split("=", 2)[0], options(line));
      }
      return line.getSubcommands().isEmpty()
          ? "unexpected argument: " + word
          : unknown("command", word, line.getSubcommands().keySet());
    }
    if (fault.getArgSpec() instanceof OptionSpec option
        && fault.getCause() instanceof TypeConversionException) {
      return option.longestName() + ": " + Configuration.why(fault);
    }
    return String.valueOf(fault.getMessage());
  }

  private static List<String> options(CommandLine line) {
    return line.getCommandSpec().options().stream()
        .flatMap(option -> List.of(option.names()).stream())
        .filter(name -> name.startsWith("--"))
        .toList();
  }

  private static String unknown(String what, String word, Collection<String> known) {
    String hint = NearestName.of(word, known).map(". Did you mean %s?"::formatted).orElse("");
    return "unknown " + what + ": " + word + hint;
  }
}
