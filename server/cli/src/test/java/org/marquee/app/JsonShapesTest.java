package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Repository;
import org.marquee.app.Shell.Done;
import org.marquee.app.service.FirstRequest;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What commands print with `--json`, against the table and the examples of docs/command-line.md,
/// "JSON".
@NullMarked
class JsonShapesTest {
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| (`.*?) \\| (.*?)\\[[^]]*]\\(([\\w-]*\\.?\\w*)#([\\w-]+)\\)(.*) \\|$",
          Pattern.MULTILINE);

  /// Their members are those of whichever record was changed.
  private static final Set<String> COLUMNS = Set.of(".before", ".after");

  private static final TestDatabase DATABASE = MigratedDatabase.create();

  /// Commands without `--json`, and what their output is instead.
  private static final Map<String, String> OTHERS =
      Map.of(
          "serve", "a log, in lines of JSON",
          "mcp", "messages of the protocol, which are JSON",
          "completion", "a script",
          "help", "a text");

  /// The shape that a command's output has.
  record Shape(String command, String words, JsonNode example, Set<String> optional) {}

  static List<Shape> documented() throws Exception {
    String page = Files.readString(Repository.path("docs/command-line.md"));
    List<Shape> all = new ArrayList<>();
    for (MatchResult row : ROW.matcher(section(page, "json")).results().toList()) {
      String file = row.group(3).isEmpty() ? "command-line.md" : row.group(3);
      String section = section(Files.readString(Repository.path("docs", file)), row.group(4));
      for (MatchResult command :
          Pattern.compile("`([^`]+)`").matcher(row.group(1)).results().toList()) {
        all.add(
            new Shape(
                command.group(1),
                row.group(2) + row.group(5),
                example(section),
                optional(section)));
      }
    }
    return all;
  }

  /// A heading and what follows, to the next one that is as high.
  private static String section(String page, String anchor) {
    List<String> lines = new ArrayList<>();
    int level = 0;
    for (String line : page.lines().toList()) {
      int here = line.startsWith("#") ? line.indexOf(' ') : 0;
      if (here > 0 && level > 0 && here <= level) {
        break;
      }
      if (here > 0
          && line.substring(here + 1)
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\w -]", "")
              .replace(' ', '-')
              .equals(anchor)) {
        level = here;
      }
      if (level > 0) {
        lines.add(line);
      }
    }
    assertThat(lines).as(anchor).isNotEmpty();
    return String.join("\n", lines);
  }

  private static JsonNode example(String section) {
    Matcher block = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(section);
    assertThat(block.find()).as(section).isTrue();
    return JsonMapper.shared().readTree(block.group(1));
  }

  /// The members that a sentence or a row says may be absent.
  private static Set<String> optional(String section) {
    return section
        .replaceAll("(?s)```.*?```", "")
        .replaceAll("([^|])\n(?!\\|)", "$1 ")
        .lines()
        .flatMap(
            line -> line.startsWith("|") ? Stream.of(line) : Stream.of(line.split("(?<=[.:;]) ")))
        .filter(line -> line.matches(".*(left out|absent|only |\\?).*"))
        .flatMap(line -> Pattern.compile("[`\"](\\w+)[`\"]").matcher(line).results())
        .map(name -> name.group(1))
        .collect(Collectors.toSet());
  }

  /// The members and the kinds of their values; those of all elements of an array together.
  private static void collect(String path, JsonNode node, Map<String, Set<String>> members) {
    members.computeIfAbsent(path, _ -> new HashSet<>()).add(node.getNodeType().name());
    if (node.isArray()) {
      node.forEach(each -> collect(path + "[]", each, members));
    } else if (node.isObject() && !COLUMNS.contains(path)) {
      node.properties()
          .forEach(each -> collect(path + "." + each.getKey(), each.getValue(), members));
    }
  }

  private static void assertShape(Shape shape, JsonNode printed) {
    Map<String, Set<String>> documented = new TreeMap<>();
    collect("", shape.example(), documented);
    Map<String, Set<String>> members = new TreeMap<>();
    collect("", printed, members);
    members.forEach((path, types) ->
        assertThat(documented.getOrDefault(path, Set.of()))
            .as(shape.command() + path + " in " + printed)
            .containsAll(types));
    for (String path : documented.keySet()) {
      String parent = path.contains(".") ? path.substring(0, path.lastIndexOf('.')) : "";
      if (!path.endsWith("[]")
          && members.containsKey(parent)
          && !shape.optional().contains(path.substring(path.lastIndexOf('.') + 1))) {
        assertThat(members).as(shape.command() + " in " + printed).containsKey(path);
      }
    }
  }

  @Test
  void every_command_has_json_in_a_documented_shape_or_prints_something_else() throws Exception {
    Set<String> with = documented().stream().map(Shape::command).collect(Collectors.toSet());
    for (CommandLine command : ExamplesTest.commands()) {
      String name = command.getCommandSpec().qualifiedName().replaceFirst("^marquee ", "");
      boolean json = command.getCommandSpec().findOption("--json") != null;
      assertThat(json).as(name).isNotEqualTo(OTHERS.containsKey(name));
      assertThat(with.contains(name)).as(name).isEqualTo(json);
    }
  }

  @Test
  void what_is_printed_has_the_shape_and_nothing_else(@TempDir Path folder) throws Exception {
    try (Stage stage = new Stage(folder)) {
      for (Shape shape : documented()) {
        String example =
            HelpExamples.all()
                .lines()
                .filter(each -> (each + " ").startsWith("marquee " + shape.command() + " "))
                .filter(each -> !Stage.isElsewhere(each))
                .reduce((_, last) -> last)
                .orElse("");
        if (!example.isEmpty()) {
          assertShape(shape, stage.type(example, more(example)).succeeds());
        }
      }
    }
  }

  /// So that it prints JSON, and does not ask.
  private static String[] more(String example) {
    boolean asks = example.contains("marquee undo ") || example.contains("provider remove ");
    return Stream.of("--json", asks ? "--yes" : "--json")
        .distinct()
        .filter(each -> !example.contains(each))
        .toArray(String[]::new);
  }

  private static void assertShape(Shape shape, Done done) {
    assertThat(done.out().lines()).as(shape.command() + done.err()).hasSize(1);
    JsonNode printed = done.json();
    if (shape.words().contains("array")) {
      assertThat(printed.isArray()).isTrue();
      assertThat(printed).as(shape.command()).isNotEmpty();
      printed.forEach(each -> assertShape(shape, each));
    } else {
      assertShape(shape, printed);
    }
  }

  @Test
  void a_report_with_all_it_may_have_has_the_shape_too(@TempDir Path folder) throws Exception {
    Shape report = named("ingest");
    Shape provider = named("status");
    try (Stage stage = new Stage(folder)) {
      Showbill bill = new Showbill("rex").showtimes(8).upcoming();
      Path feed = bill.line("{]").write(folder.resolve("rex.ndjson"));
      String[] ingest = {"ingest", feed.toString(), "--provider", "rex", "--json"};
      assertShape(report, stage.shell.run(ingest).succeeds());
      Files.writeString(feed, "not a feed");
      Done refused =
          stage.shell.run(
              "ingest", feed.toString(), "--provider", "rex", "--format", "marquee", "--json");
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.json().has("refusal")).isTrue();
      assertShape(report, refused);
      assertShape(provider, stage.shell.run("status", "--json").succeeds());
      assertShape(
          named("demo"),
          json(new FirstRequest("http://127.0.0.1:8080", "mq_1").json("http://127.0.0.1:8081")));
      assertShape(named("mock"), json(new FirstRequest("http://127.0.0.1:8080", "any").json(null)));
    }
  }

  private static JsonNode json(Object text) {
    return JsonMapper.shared().readTree(text.toString());
  }

  private static Shape named(String command) throws Exception {
    return documented().stream()
        .filter(each -> each.command().equals(command))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"organization create lux", "plan create gold --rate 60"})
  void what_exists_already_says_so_to_a_program(String line, @TempDir Path folder) {
    Shell shell = new Shell(folder, DATABASE);
    shell.run(line.split(" "));
    Done done = shell.run((line + " --json").split(" "));
    assertThat(done.status()).isEqualTo(1);
    assertThat(done.json().get("exists").asBoolean()).isTrue();
    assertThat(done.json().get("name").asString()).isEqualTo(line.split(" ")[2]);
    assertThat(done.err().lines()).hasSize(1).allMatch(each -> each.startsWith("marquee: "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "organization suspend nobody",
        "entitlement revoke nobody",
        "key create nobody",
        "key revoke key_nothing",
        "webhook create nobody https://lux.example/",
        "webhook rotate wh_nothing",
        "webhook remove wh_nothing",
        "provider remove nobody --yes",
        "films merge fi_nothing fi_no",
        "runs end nothing",
        "runs forget nothing",
        "undo nothing --yes",
        "replay nothing",
        "ingest missing.ndjson --provider rex",
        "restore missing.zip"
      })
  void what_failed_prints_nothing_but_its_reason(String line, @TempDir Path folder) {
    Shell shell = new Shell(folder, DATABASE);
    Done done = shell.run((line + " --json").split(" "));
    assertThat(done.status()).isEqualTo(1);
    assertThat(done.out()).isEmpty();
    assertThat(done.err().lines()).hasSize(1).allMatch(each -> each.startsWith("marquee: "));
  }
}
