package org.marquee.app;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.marquee.matching.Spelling;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Prints the fault of a command line and where help is, in two lines.
final class UsageFaults implements IParameterExceptionHandler {
  /// The most letters that may differ between a typed word and a suggestion.
  private static final int WRONG = 2;

  @Override
  public int handleParseException(ParameterException fault, String[] words) {
    CommandLine line = fault.getCommandLine();
    PrintWriter err = line.getErr();
    err.println("marquee: " + Main.visible(message(fault)));
    err.println(
        "`" + line.getCommandSpec().qualifiedName() + " --help` lists commands and options.");
    return Main.WRONG_USAGE;
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
    ArgSpec argument = fault.getArgSpec();
    if (argument instanceof OptionSpec option
        && option.typeInfo().getType() == int.class
        && fault.getValue() != null) {
      return option.longestName() + ": a number from 0 to 65535, not " + fault.getValue();
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
    Optional<String> meant =
        known.stream()
            .filter(
                each -> Spelling.distance(word, each) <= Math.min(WRONG, (each.length() - 1) / 2))
            .min((one, other) ->
                Integer.compare(Spelling.distance(word, one), Spelling.distance(word, other)));
    return "unknown "
        + what
        + ": "
        + word
        + meant.map(each -> ". Did you mean " + each + "?").orElse("");
  }
}
