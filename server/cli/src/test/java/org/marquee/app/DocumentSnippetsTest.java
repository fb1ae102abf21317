package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.InstalledProgram;
import org.marquee.Repository;
import org.marquee.app.Snippets.Snippet;
import org.marquee.app.feed.Collecting;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the documents have people type or copy, done. [SnippetKind] says which block is run where;
/// [RunningDocumentsTest] runs those that need a service.
@NullMarked
class DocumentSnippetsTest {
  /// Commands that end by themselves and need nothing that is not in the repository.
  private static final Set<String> RUN =
      Set.of("validate", "ingest", "map", "plan", "organization", "entitlement", "key", "backup");

  private static final TestDatabase DATABASE = MigratedDatabase.create();

  /// A new block fails here until somebody runs it.
  @Test
  void every_block_is_run_or_there_is_a_reason() throws IOException {
    for (Snippet snippet : Snippets.all()) {
      SnippetKind kind =
          SnippetKind.of(snippet)
              .orElseThrow(
                  () -> new AssertionError("nobody runs " + snippet + " " + snippet.text()));
      if (kind == SnippetKind.ELSEWHERE) {
        Path test = Repository.path("", SnippetKind.elsewhere(snippet));
        // The table of shapes names the pages that have them.
        String names =
            Files.readString(test) + Files.readString(Repository.path("docs/command-line.md"));
        assertThat(names).contains(snippet.page());
      }
    }
  }

  @Test
  void every_kind_of_block_is_there_still() {
    for (SnippetKind kind : SnippetKind.values()) {
      assertThat(Snippets.of(kind)).as(kind.toString()).isNotEmpty();
    }
  }

  @Test
  void json_and_yaml_of_other_programs_can_be_read() {
    for (Snippet snippet : Snippets.of(SnippetKind.PATRONI)) {
      assertThat(new Load(LoadSettings.builder().build()).loadFromString(snippet.text()))
          .isInstanceOf(Map.class);
    }
    for (Snippet snippet : Snippets.of(SnippetKind.CONFIGURATION_OF_ASSISTANT)) {
      JsonNode server =
          JsonMapper.shared().readTree(snippet.text()).at("/mcpServers").iterator().next();
      if (server.has("command")) {
        String[] words =
            server.get("args").valueStream().map(JsonNode::asString).toArray(String[]::new);
        assertThatCode(() -> Main.commandLine(words).parseArgs(words)).doesNotThrowAnyException();
      } else {
        assertThat(server.get("url").asString()).endsWith("/mcp");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("feeds")
  void a_feed_is_valid(Snippet feed, @TempDir Path home) throws IOException {
    Path file =
        Files.writeString(
            home.resolve(feed.text().startsWith("<") ? "page.html" : "feed"), feed.text());
    Shell shell = new Shell(home, DATABASE);
    Shell.Done checked =
        feed.text().startsWith("BEGIN:VCALENDAR")
            ? shell.run(
                "validate", file.toString(), "--cinema", "../../docs/examples/rex-cinema.json")
            : shell.run("validate", file.toString());
    assertThat(checked.out()).as(checked.out() + checked.err()).doesNotContain("ERROR");
    assertThat(checked.out()).containsPattern("of [12] (showtimes?|records?) (would|are)");
  }

  static Stream<Snippet> feeds() {
    return Snippets.of(SnippetKind.FEED).stream();
  }

  @Test
  void a_plan_of_backups_is_read(@TempDir Path home) throws IOException {
    for (Snippet plan : Snippets.of(SnippetKind.PLAN)) {
      Files.writeString(
          home.resolve("providers.yaml"),
          plan.text() + "providers:\n  - {name: rex, files: [rex.ndjson]}\n");
      assertThat(Collecting.configured(home).config().backup()).isNotNull();
    }
  }

  @Test
  void settings_of_postgresql_exist() throws Exception {
    try (Connection connection = DATABASE.connect();
        var known = connection.prepareStatement("select from pg_settings where name = ?")) {
      for (Snippet settings : Snippets.of(SnippetKind.SETTINGS)) {
        for (String line : settings.text().lines().toList()) {
          known.setString(1, line.replaceFirst(" = .*", ""));
          try (var row = known.executeQuery()) {
            assertThat(row.next()).as(line).isTrue();
          }
        }
      }
    }
  }

  @Test
  void the_unit_of_the_package_is_known_to_systemd_and_so_is_what_an_operator_adds(
      @TempDir Path folder) throws Exception {
    InstalledProgram.need("systemd-analyze", "systemd");
    String unit =
        Files.readString(Repository.path("dist/deb/marquee.service"))
            .replace("/usr/bin/marquee ", Repository.path("marquee").toRealPath() + " ");
    for (Snippet added : Snippets.of(SnippetKind.UNIT)) {
      Path file = Files.writeString(folder.resolve("marquee.service"), unit + added.text());
      Process verify =
          new ProcessBuilder("systemd-analyze", "verify", file.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(verify.getInputStream().readAllBytes(), UTF_8);
      assertThat(verify.waitFor()).as(said).isZero();
      // As the unit says itself.
      assertThat(said.lines().filter(line -> line.startsWith(file.toString())))
          .allMatch(line -> line.matches(".*'Restart(Steps|MaxDelaySec)'.*"));
    }
  }

  @Test
  void what_a_shell_gets_is_a_script() throws Exception {
    for (Snippet snippet : Snippets.all()) {
      if (snippet.text().matches("(?s).*(^|\n)(curl|\\./marquee|pg_ctl|npx|export) .*")
          && snippet.language().matches("|sh")) {
        Process shell = new ProcessBuilder("sh", "-n").redirectErrorStream(true).start();
        shell.getOutputStream().write(snippet.text().getBytes(UTF_8));
        shell.getOutputStream().close();
        String said = new String(shell.getInputStream().readAllBytes(), UTF_8);
        assertThat(shell.waitFor()).as(snippet + " " + said).isZero();
      }
    }
  }

  /// The words of each command line, where a backslash carries it on.
  private static List<String[]> commands(Snippet snippet) {
    return snippet
        .text()
        .replaceAll("\\\\\\n\\s*", "")
        .lines()
        .filter(line -> line.matches("(key=\\$\\()?\\./marquee .*"))
        .map(line ->
            line.replaceAll("^.*\\./marquee ", "")
                .replaceAll("\\s+#.*|\\s*[|)>].*", "")
                .replaceAll("\\s+", " "))
        .map(line -> Stage.words(line).toArray(String[]::new))
        .toList();
  }

  @Test
  void every_command_has_the_options_that_are_named() {
    int commands = 0;
    for (Snippet snippet : Snippets.all()) {
      for (String[] words : commands(snippet)) {
        assertThatCode(() -> Main.commandLine(words).parseArgs(words))
            .as(snippet + " " + String.join(" ", words))
            .doesNotThrowAnyException();
        commands++;
      }
    }
    assertThat(commands).isGreaterThan(10);
    for (Snippet options : Snippets.of(SnippetKind.OPTIONS)) {
      for (String line : options.text().lines().toList()) {
        String[] words = ("serve " + line.replace("'", "")).split(" ", -1);
        assertThatCode(() -> Main.commandLine(words).parseArgs(words)).doesNotThrowAnyException();
      }
    }
  }

  @Test
  void every_verb_of_a_developer_exists() throws IOException {
    String verbs = Files.readString(Repository.path("dev"));
    Pattern verb = Pattern.compile("^\\./dev (\\w+)", Pattern.MULTILINE);
    for (Snippet snippet : Snippets.of(SnippetKind.COMMANDS)) {
      verb.matcher(snippet.text())
          .results()
          .forEach(each ->
              assertThat(verbs)
                  .containsPattern("(?m)^ *(\\w+ ?\\| ?)*" + each.group(1) + "( ?\\|.*)?\\)"));
    }
  }

  @Test
  void what_a_newcomer_types_succeeds_in_the_order_of_the_pages(@TempDir Path home)
      throws IOException {
    Shell shell = new Shell(home, MigratedDatabase.create());
    shell.run("organization", "create", "lux").succeeds();
    Files.createDirectories(home.resolve("backups"));
    int done = 0;
    List<String> printed = new ArrayList<>();
    for (Snippet snippet : Snippets.all()) {
      for (String[] words : commands(snippet)) {
        if (RUN.contains(words[0])) {
          String[] here =
              Arrays.stream(words)
                  .map(word -> word.startsWith("docs/") ? "../../" + word : word)
                  .map(word -> word.replaceFirst("^/var/", home + "/"))
                  .toArray(String[]::new);
          Shell.Done ended = shell.run(here);
          // Examples have dates, which pass; and a mapping that is proposed has questions.
          if (!ended.out().matches("(?s).*(all are in the past|# [?] ).*")) {
            assertThat(ended.status()).as(snippet + " " + ended.out() + ended.err()).isZero();
          }
          if (here[0].equals("ingest") && done < 4) {
            printed.add(figures(ended.out()));
          }
          done++;
        }
      }
    }
    assertThat(done).isGreaterThan(6);
    for (Snippet output : Snippets.of(SnippetKind.OUTPUT)) {
      assertThat(printed).anyMatch(each -> each.contains(figures(output.text()).strip()));
    }
  }

  /// `install.md`, "The first day".
  @Test
  void after_the_first_day_nothing_is_wrong(@TempDir Path home) throws Exception {
    String day = install("sh").getFirst();
    int end = day.indexOf("\nEND\n") + 5;
    Process feed =
        new ProcessBuilder("sh", "-c", day.substring(0, end)).directory(home.toFile()).start();
    assertThat(feed.waitFor()).isZero();
    Shell shell = new Shell(home, MigratedDatabase.create());
    int done = 0;
    for (String line : day.substring(end).lines().toList()) {
      String command = line.replaceFirst("^key=\\$\\(", "").replaceFirst(" \\|.*", "");
      if (command.startsWith("marquee ") && !command.equals("marquee doctor")) {
        shell
            .run(
                command
                    .replaceFirst("marquee ", "")
                    .replace("rex.ndjson", home + "/rex.ndjson")
                    .split(" "))
            .succeeds();
        done++;
      }
    }
    assertThat(done).isEqualTo(5);
    shell.run("status", "--check").succeeds();
    Files.writeString(home.resolve("marquee.yaml"), install("yaml").getFirst());
    Files.writeString(home.resolve("providers.yaml"), install("yaml").getLast());
    assertThat(shell.run("config").succeeds().out()).contains("ann@cinema.example");
    assertThat(Collecting.configured(home).config().backup()).isNotNull();
  }

  private static List<String> install(String language) {
    return Snippets.in(language).stream()
        .filter(each -> each.page().equals("install.md"))
        .map(Snippet::text)
        .toList();
  }

  /// What a command printed, whatever the revision is and however long it took.
  private static String figures(String printed) {
    return printed.replaceAll("revision \\d+, in .*", "revision").replaceAll(" +", " ");
  }
}
