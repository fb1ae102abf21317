package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.notice.Code;
import org.marquee.ops.AlarmCode;
import picocli.CommandLine;

/// Commands and options that messages tell people to use are there.
@NullMarked
class NamedCommandsTest {
  private static final Path SERVER = Repository.path("server");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
  private static final Pattern COMMAND =
      Pattern.compile("(?:^|`)(?:\\./)?marquee ([a-z-]+)(?: ([a-z-]+))?([^`]*)");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*[a-z]");

  /// Files whose texts say what to do; their options are looked up as well. So do those of the
  /// doctor, but for those that start or name programs of others.
  private static final Set<String> ADVISING =
      Set.of(
          "AlarmCode.java", "Alarm.java", "Code.java", "DoctorCommand.java", "SettingsChecks.java");

  private final CommandLine line = Main.commandLine();

  @Test
  void texts_of_alarms_and_notices_name_commands_and_options_that_exist() {
    List<String> texts = new ArrayList<>();
    Arrays.stream(AlarmCode.values()).map(AlarmCode::action).forEach(texts::add);
    Arrays.stream(Code.values()).map(Code::consequence).forEach(texts::add);
    assertThat(texts.stream().flatMap(text -> missing(text).stream())).isEmpty();
    assertThat(texts.stream().flatMap(text -> missingOptions(text).stream())).isEmpty();
  }

  @Test
  void messages_name_commands_and_options_that_exist() throws IOException {
    List<String> missing = new ArrayList<>();
    int seen = 0;
    for (Path file : sources()) {
      boolean advises =
          ADVISING.contains(file.getFileName().toString())
              || (file.toString().contains("/app/doctor/")
                  && !file.endsWith("OwnerChecks.java")
                  && !file.endsWith("Recipes.java"));
      for (String text : literals(file)) {
        seen += commands(text).isEmpty() ? 0 : 1;
        missing(text).forEach(each -> missing.add(file.getFileName() + ": " + each));
        if (advises) {
          missingOptions(text).forEach(each -> missing.add(file.getFileName() + ": " + each));
        }
      }
    }
    assertThat(seen).isGreaterThan(30);
    assertThat(missing).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(SERVER)) {
      for (Path module : modules) {
        Path code = module.resolve("src/main/java");
        if (Files.isDirectory(code)) {
          try (Stream<Path> files = Files.walk(code)) {
            files.filter(each -> each.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }

  private static List<String> literals(Path file) throws IOException {
    String code =
        Files.readAllLines(file).stream()
            .filter(each -> !each.strip().startsWith("//"))
            .collect(Collectors.joining("\n"));
    return LITERAL.matcher(code).results().map(each -> each.group(1)).toList();
  }

  private static List<MatchResult> commands(String text) {
    return COMMAND.matcher(text).results().toList();
  }

  /// The commands in a text that are not there, and the options that theirs does not take.
  private List<String> missing(String text) {
    List<String> missing = new ArrayList<>();
    for (MatchResult each : commands(text)) {
      CommandLine command = line.getSubcommands().get(each.group(1));
      if (command != null && each.group(2) != null && !command.getSubcommands().isEmpty()) {
        command = command.getSubcommands().get(each.group(2));
      }
      if (command == null) {
        missing.add(each.group());
        continue;
      }
      Set<String> taken = options(command);
      OPTION
          .matcher(each.group(3))
          .results()
          .map(MatchResult::group)
          .filter(option -> !taken.contains(option))
          .forEach(option -> missing.add(each.group() + " takes no " + option));
    }
    return missing;
  }

  private List<String> missingOptions(String text) {
    Set<String> all = new TreeSet<>();
    line.getSubcommands().values().forEach(each -> collect(each, all));
    return OPTION
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(each -> !all.contains(each))
        .toList();
  }

  private static void collect(CommandLine command, Set<String> all) {
    all.addAll(options(command));
    command.getSubcommands().values().forEach(each -> collect(each, all));
  }

  private static Set<String> options(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .flatMap(each -> Arrays.stream(each.names()))
        .collect(Collectors.toSet());
  }
}
