package org.marquee.app;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.files.ProgramFile;
import picocli.CommandLine.Model.CommandSpec;

/// Lines to type, at the end of the help of each command. `examples.txt` has them all, by command;
/// a test runs them. It is read when a help is printed, not at each start.
final class HelpExamples {
  /// Whose examples the help of the program shows.
  private static final List<String> FIRST = List.of("demo", "validate", "help");

  private HelpExamples() {}

  /// The section of a help; a command that has others below it shows one of each.
  static String section(CommandSpec command) {
    List<String> lines = of(command);
    String examples = lines.stream().map("  %s%n"::formatted).collect(Collectors.joining());
    return lines.isEmpty() ? "" : "%nExamples:%n".formatted() + examples;
  }

  static List<String> of(CommandSpec command) {
    if (command.subcommands().isEmpty()) {
      return own(command.qualifiedName()).toList();
    }
    return (command.parent() == null ? FIRST : command.subcommands().keySet())
        .stream().flatMap(name -> own(command.qualifiedName() + " " + name).limit(1)).toList();
  }

  private static Stream<String> own(String command) {
    return all().lines().filter(line -> (line + " ").startsWith(command + " "));
  }

  static String all() {
    return ProgramFile.text(HelpExamples.class, "examples.txt");
  }
}
