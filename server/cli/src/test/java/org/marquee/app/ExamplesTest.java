package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.app.Shell.Done;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// The examples at the end of each help, typed.
@NullMarked
class ExamplesTest {
  @TempDir static Path folder = Path.of("");
  private static Stage stage;

  @BeforeAll
  static void open() throws Exception {
    stage = new Stage(folder);
  }

  @AfterAll
  static void close() throws Exception {
    stage.close();
  }

  /// The commands that do something themselves.
  static List<CommandLine> commands() {
    List<CommandLine> all = new ArrayList<>();
    add(Main.commandLine(), all);
    return all;
  }

  private static void add(CommandLine line, List<CommandLine> all) {
    if (line.getSubcommands().isEmpty() && !line.getCommandSpec().usageMessage().hidden()) {
      all.add(line);
    }
    line.getSubcommands().values().forEach(each -> add(each, all));
  }

  @Test
  void the_help_of_each_command_ends_with_two_or_three_examples_of_it() {
    List<String> shown = new ArrayList<>();
    for (CommandLine command : commands()) {
      List<String> examples = HelpExamples.of(command.getCommandSpec());
      String help = command.getUsageMessage();
      assertThat(examples).as(command.getCommandSpec().qualifiedName()).hasSizeBetween(2, 3);
      assertThat(help).endsWith("Examples:\n  " + String.join("\n  ", examples) + "\n");
      assertThat(examples).allMatch(each -> each.length() <= 78);
      // JsonShapesTest types the last one.
      assertThat(examples.subList(0, examples.size() - 1)).noneMatch(ExamplesTest::isJson);
      shown.addAll(examples);
    }
    assertThat(HelpExamples.all().lines()).containsExactlyInAnyOrderElementsOf(shown);
    assertThat(Main.commandLine().getUsageMessage())
        .endsWith(
            "Examples:\n  marquee demo\n  marquee validate docs/examples/rex.ndjson\n  marquee help ingest\n");
    assertThat(
            Objects.requireNonNull(Main.commandLine().getSubcommands().get("runs"))
                .getUsageMessage())
        .contains("runs list\n", "runs end ", "runs forget ");
  }

  /// All but those that JsonShapesTest types.
  static Stream<String> examples() {
    return commands().stream().map(CommandLine::getCommandSpec).flatMap(ExamplesTest::examples);
  }

  private static Stream<String> examples(CommandSpec command) {
    List<String> all = HelpExamples.of(command);
    boolean isTyped = command.findOption("--json") != null && !Stage.isElsewhere(all.getLast());
    return all.subList(0, all.size() - (isTyped ? 1 : 0)).stream();
  }

  private static boolean isJson(String example) {
    return example.endsWith(" --json");
  }

  @ParameterizedTest
  @MethodSource("examples")
  void an_example_does_what_its_help_says(String example) throws Exception {
    String[] words = example.replaceFirst(" > .*", "").split(" ", -1);
    if (Stage.isElsewhere(example)) {
      String[] typed = Stage.words(example.replaceFirst(" > .*", "")).toArray(String[]::new);
      Main.commandLine(words[1]).parseArgs(Arrays.copyOfRange(typed, 1, typed.length));
      return;
    }
    Done done = stage.type(example);
    boolean asks =
        List.of("undo", "provider").contains(words[1])
            && !example.contains("list")
            && !example.contains("--yes");
    if (asks) {
      assertThat(done.status()).isEqualTo(2);
      assertThat(done.err()).contains("there is no terminal to ask on");
    } else if (example.contains("--check") || words[1].equals("map")) {
      // An alarm, or a question that is open.
      assertThat(done.status()).isBetween(0, 1);
    } else {
      assertThat(done.succeeds().out()).isNotBlank();
    }
  }
}
