package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.app.Snippets.Snippet;
import org.marquee.store.sql.MigratedDatabase;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

/// What the documents have people type or copy, done. [ProxySnippetsTest] does the same with the
/// configurations of proxies.
@NullMarked
class DocumentSnippetsTest {
  /// Commands that end by themselves and need nothing that is not in the repository.
  private static final Set<String> RUN =
      Set.of("validate", "ingest", "organization", "entitlement", "key");

  static Stream<Snippet> json() {
    return Snippets.in("json").stream();
  }

  @ParameterizedTest
  @MethodSource("json")
  void json_can_be_read(Snippet snippet) {
    // Three dots stand for what is left out.
    String whole = snippet.text().replaceAll("(?<=[}\\]\"0-9]),…(?=[}\\],])", "");
    int values = 0;
    try (MappingIterator<JsonNode> read =
        JsonMapper.shared().readerFor(JsonNode.class).readValues(whole)) {
      while (read.hasNextValue()) {
        assertThat(read.nextValue().isContainer()).isTrue();
        values++;
      }
    }
    assertThat(values).isPositive();
  }

  static Stream<Snippet> yaml() {
    return Snippets.in("yaml").stream();
  }

  @ParameterizedTest
  @MethodSource("yaml")
  void yaml_can_be_read(Snippet snippet) {
    assertThat(new Load(LoadSettings.builder().build()).loadFromString(snippet.text()))
        .isInstanceOf(Map.class);
  }

  @Test
  void sql_can_be_executed() throws Exception {
    try (Connection connection = MigratedDatabase.create().connect()) {
      connection.setAutoCommit(false);
      for (Snippet snippet : Snippets.in("sql")) {
        try (var statement = connection.createStatement()) {
          statement.execute(snippet.text());
        }
      }
      connection.rollback();
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
                .replaceAll("\\s+#.*|\\s*[|)].*", "")
                .replace("'", ""))
        .map(line -> line.split("\\s+"))
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
  }

  @Test
  void what_a_newcomer_types_succeeds_in_the_order_of_the_pages(@TempDir Path home) {
    Shell shell = new Shell(home, MigratedDatabase.create());
    shell.run("organization", "create", "lux").succeeds();
    int done = 0;
    for (Snippet snippet : Snippets.all()) {
      for (String[] words : commands(snippet)) {
        if (RUN.contains(words[0])) {
          String[] here =
              Arrays.stream(words)
                  .map(word -> word.startsWith("docs/") ? "../" + word : word)
                  .toArray(String[]::new);
          Shell.Done ended = shell.run(here);
          // Examples have dates, which pass.
          if (!ended.out().contains("all are in the past")) {
            assertThat(ended.status()).as(snippet + " " + ended.out() + ended.err()).isZero();
          }
          done++;
        }
      }
    }
    assertThat(done).isGreaterThan(6);
  }

  @Test
  void what_is_asked_with_curl_is_answered() throws Exception {
    assumeTrue(new ProcessBuilder("sh", "-c", "command -v curl").start().waitFor() == 0, "no curl");
    List<Snippet> requests =
        Snippets.all().stream()
            .filter(each -> each.language().isEmpty() && each.text().contains("curl "))
            .toList();
    assertThat(requests).hasSizeGreaterThan(2);
    try (RunningService service = SampleService.start()) {
      for (Snippet request : requests) {
        String script =
            "set -eu\nkey=%s\ncurl() { command curl -sS --fail-with-body \"$@\"; }\n"
                    .formatted(service.key())
                + request
                    .text()
                    .replace("http://127.0.0.1:8080", "http://127.0.0.1:" + service.port())
                    .replace("mq_…", service.key());
        Process shell = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        String said = new String(shell.getInputStream().readAllBytes(), UTF_8);
        assertThat(shell.waitFor()).as(request + " " + said).isZero();
        assertThat(said).as(request.toString()).contains("{");
      }
    }
  }
}
