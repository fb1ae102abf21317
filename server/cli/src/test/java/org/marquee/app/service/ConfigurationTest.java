package org.marquee.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Repository;
import org.marquee.app.Main;
import org.marquee.app.Shell;
import org.marquee.app.Shell.Done;
import org.marquee.app.Snippets;
import org.marquee.app.config.Configuration;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/// Settings of the command line, the environment and the file (docs/configuration.md).
@NullMarked
class ConfigurationTest {
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| `([a-z-]+)` \\| `(MARQUEE_[A-Z_]+)` \\| `--\\1` \\| (.*?) \\| (yes|) \\| (.+) \\|$");

  @TempDir private Path home = Path.of("");

  private void write(String... lines) throws IOException {
    Files.write(home.resolve("marquee.yaml"), List.of(lines));
  }

  /// Types a command in the home where only these variables are set.
  private Done type(Map<String, String> environment, String... words) {
    return Shell.execute(environment, Shell.words(words, "--home", home.toString()));
  }

  private JsonNode setting(String name, Map<String, String> environment, String... words) {
    JsonNode all = type(environment, Shell.words(new String[] {"config", "--json"}, words)).json();
    return StreamSupport.stream(all.spliterator(), false)
        .filter(each -> each.get("name").asString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void assertSet(JsonNode setting, String value, String from) {
    assertThat(setting.get("value").asString()).isEqualTo(value);
    assertThat(setting.get("from").asString()).isEqualTo(from);
  }

  @Test
  void the_command_line_comes_before_the_environment_and_that_before_the_file() throws Exception {
    Map<String, String> variable = Map.of("MARQUEE_OPS_PORT", " 3 ");
    assertSet(setting("ops-port", Map.of()), "8081", "default");
    write("# the second port", "ops-port: 2");
    assertSet(setting("ops-port", Map.of()), "2", home.resolve("marquee.yaml") + ", line 2");
    assertSet(setting("ops-port", variable), "3", "MARQUEE_OPS_PORT");
    assertSet(setting("ops-port", variable, "--ops-port", "4"), "4", "--ops-port");
    assertSet(
        setting("ops-port", Map.of("MARQUEE_OPS_PORT", " ")),
        "2",
        home.resolve("marquee.yaml") + ", line 2");
  }

  @Test
  void what_the_file_turns_on_the_others_can_turn_off() throws Exception {
    write("collect: true");
    assertSet(setting("collect", Map.of("MARQUEE_COLLECT", "false")), "false", "MARQUEE_COLLECT");
    assertSet(setting("collect", Map.of(), "--collect=false"), "false", "--collect");
    assertSet(
        setting("collect", Map.of("MARQUEE_COLLECT", "false"), "--collect"), "true", "--collect");
    assertThat(service("--collect=false").collects()).isFalse();
    assertThat(service().collects()).isTrue();
    write("collect: false");
    assertThat(service().collects()).isFalse();
    assertThat(service("--collect").collects()).isTrue();
  }

  /// The service as these words would start it.
  private ServeCommand service(String... words) {
    String[] typed = Shell.words(new String[] {"serve", "--home", home.toString()}, words);
    CommandLine line = Main.commandLine(typed);
    line.parseArgs(typed);
    CommandLine serve = Objects.requireNonNull(line.getSubcommands().get("serve"));
    return ServiceSettings.of(
        Configuration.of(serve.getCommandSpec(), Map.of(), ServiceSettings::commandLine),
        List.of(typed));
  }

  @Test
  void settings_that_went_are_warned_of_and_harm_nothing() throws Exception {
    write("port: 8088", "streams: 5", "days-back: off");
    Done done = type(Map.of("MARQUEE_STREAMS", "7"), "config", "--set");
    assertThat(done.status()).isZero();
    assertThat(done.err().lines())
        .containsExactly(
            "marquee: MARQUEE_STREAMS: means nothing any more and can be deleted: a proxy in front"
                + " speaks HTTP/2 to callers (docs/proxies.md)",
            "marquee: "
                + home.resolve("marquee.yaml")
                + ", line 2: streams: means nothing any more and can be deleted: a proxy in front"
                + " speaks HTTP/2 to callers (docs/proxies.md)",
            "marquee: "
                + home.resolve("marquee.yaml")
                + ", line 3: days-back: means nothing any more and can be deleted: memory answers"
                + " all lists; 0 needs the least of it (docs/scaling.md)");
    assertThat(done.out()).contains("8088");
  }

  @Test
  void all_faults_are_listed_at_once_each_with_its_place() throws Exception {
    write(
        "port: 70000",
        "opsport: 8081",
        "home: /srv",
        "collect: maybe",
        "stale-after: 5",
        "proxies: [10.0.0.7, proxy.example]",
        "log-level: loud",
        "gateway-header: X-Organization",
        "bulk: true",
        "bulk: false",
        "config: other.yaml",
        "database:",
        "weather: sunny",
        "database: postgresql://marquee:hunter2@db:port/x");
    Done done =
        type(
            Map.of(
                "MARQUEE_HEAD_TIM", "3s", "MARQUEE_CONNECTIONS", "0", "MARQUEE_TLS_KEY", "key.pem"),
            "serve");
    assertThat(done.status()).isEqualTo(2);
    String file = "marquee: " + home.resolve("marquee.yaml") + ", line ";
    assertThat(done.err().lines())
        .containsExactly(
            "marquee: MARQUEE_CONNECTIONS: a number from 1 to 1000000, not 0",
            "marquee: MARQUEE_HEAD_TIM: is not known. Did you mean MARQUEE_HEAD_TIME?",
            file + "1: port: a number from 0 to 65535, not 70000",
            file + "2: opsport: is not known. Did you mean ops-port?",
            file
                + "3: home: this file was found in the home; name that with --home or MARQUEE_HOME",
            file + "4: collect: true or false, not maybe",
            file + "5: stale-after: '5' is not a duration, such as 30s, 15m, 24h or 7d",
            file
                + "6: proxies: proxy.example: not an IPv4 or IPv6 address or CIDR block (names are"
                + " not looked up)",
            file + "7: log-level: one of error, warn, info, debug, trace, not loud",
            file + "10: bulk: stands here twice",
            file + "11: config: a file cannot name another one",
            file + "12: database: a value is missing",
            file + "13: weather: is not known",
            file + "14: database: stands here twice",
            "marquee: MARQUEE_TLS_KEY: needs tls-certificate as well",
            file
                + "8: gateway-header: give gateway-header and gateway-peers, or neither; without"
                + " peers anybody could send the header");
    assertThat(home).isDirectoryContaining("glob:**/marquee.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"port: [", "- port", "port: {a: b}", "port: &a 1", "? [a]\n: b"})
  void a_file_that_is_no_list_of_names_and_values_is_a_fault_with_its_line(String text)
      throws Exception {
    write(text);
    Done done = type(Map.of(), "config");
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.err().lines())
        .singleElement()
        .asString()
        .matches("marquee: .*/marquee.yaml, line \\d+: .*");
  }

  @Test
  void config_finds_what_serve_would_refuse_all_at_once_and_each_with_its_place() throws Exception {
    write(
        "alarm-webhook: https://pager.example/private",
        "alarm-mail: nobody",
        "alarm-command: /no/such/program",
        "tls-key: key.pem");
    for (String command : List.of("config", "serve")) {
      Done done = type(Map.of(), command);
      assertThat(done.status()).isEqualTo(2);
      assertThat(
              done.err()
                  .replace("marquee: " + home.resolve("marquee.yaml") + ", line ", "")
                  .lines())
          .satisfiesExactly(
              line -> assertThat(line).isEqualTo("4: tls-key: needs tls-certificate as well"),
              line -> assertThat(line).startsWith("1: alarm-webhook: needs alarm-webhook-secret"),
              line -> assertThat(line).startsWith("2: alarm-mail: "),
              line -> assertThat(line).startsWith("3: alarm-command: /no/such/program is not"));
    }
  }

  @Test
  void a_file_that_was_named_must_be_there() throws Exception {
    Path named = home.resolve("settings.yaml");
    Done done = type(Map.of("MARQUEE_CONFIG", named.toString()), "config");
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.err()).contains(named + ": there is no such file");
    Files.writeString(named, "# nothing yet\n\n");
    type(Map.of("MARQUEE_CONFIG", named.toString()), "config").succeeds();
    Files.writeString(named, "title: Lux\nhome: " + home);
    assertSet(setting("title", Map.of(), "--config", named.toString()), "Lux", named + ", line 1");
  }

  @Test
  void other_commands_read_what_concerns_them_and_refuse_names_that_nobody_knows()
      throws Exception {
    TestDatabase database = MigratedDatabase.create();
    write("database: " + database.url(), "port: none");
    type(Map.of(), "status").succeeds();
    type(Map.of(), "organization", "create", "lux").succeeds();
    assertThat(home.resolve("pgdata-18")).doesNotExist();
    write("databse: " + database.url());
    Done done = type(Map.of(), "status");
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.err()).contains("line 1: databse: is not known. Did you mean database?");
  }

  @Test
  void an_option_that_is_only_called_like_a_setting_is_another_one() {
    CommandLine line = Main.commandLine();
    Map<String, String> environment =
        Map.of("MARQUEE_PORT", "1", "MARQUEE_CORS_ORIGINS", "none", "MARQUEE_HOME", "/srv");
    assertThat(names(line, "mock", environment)).containsExactly("cors-origins");
    // The demo has a home of its own.
    assertThat(names(line, "demo", environment)).isEmpty();
    assertThat(names(line, "serve", environment))
        .containsExactlyInAnyOrder("port", "cors-origins", "home");
  }

  private static Iterable<String> names(
      CommandLine line, String command, Map<String, String> environment) {
    return Configuration.of(
            Objects.requireNonNull(line.getSubcommands().get(command)).getCommandSpec(),
            environment,
            ServiceSettings::commandLine)
        .names();
  }

  /// Kubernetes sets such variables for a service that is called `marquee`; a client reads others.
  @Test
  void variables_of_others_are_no_settings() {
    Map<String, String> others =
        Map.of(
            "MARQUEE_PORT", "tcp://10.0.0.1:80",
            "MARQUEE_SERVICE_HOST", "10.0.0.1",
            "MARQUEE_PORT_80_TCP_PROTO", "tcp",
            "MARQUEE_URL", "http://127.0.0.1:8080",
            "MARQUEE_KEY", "mq_1",
            "MARQUEE_JAVA_OPTS", "-Xmx1g",
            "MARQUEE_JAVA_HOME", "/opt/java",
            "MARQUEE_SERVE", "--collect");
    assertThat(type(others, "config", "--set").succeeds().out().lines())
        .singleElement()
        .asString()
        .startsWith("home ");
  }

  @Test
  void passwords_are_not_shown() throws Exception {
    write(
        "database: postgresql://marquee:hunter2@db.example/x?sslpassword=hunter2",
        "alarm-webhook: https://pager.example/hunter2",
        "alarm-webhook-secret: whsec_aHVudGVyMmh1bnRlcjJodW50ZXIyaHVudGVyMg==",
        "alarm-mail-password: hunter2",
        "alarm-mail-user: marquee");
    Done text = type(Map.of(), "config");
    assertThat(text.out()).contains("@db.example/x");
    Done json = type(Map.of(), "config", "--json");
    Done typed = type(Map.of(), "config", "--database", "jdbc:postgresql://db/x?password=hunter2");
    assertThat(text.out() + json.out() + typed.out()).doesNotContain("hunter2", "aHVudGVy");
  }

  @Test
  void the_example_of_the_page_can_be_used_and_its_faults_are_what_is_said() throws Exception {
    for (Snippets.Snippet each : Snippets.in("yaml")) {
      if (each.page().equals("configuration.md")) {
        write(each.text());
        assertThat(type(Map.of(), "config", "--set").succeeds().out()).contains("Lux Listings");
      } else if (each.page().equals("alarms.md")) {
        write(
            each.text()
                .replace("/etc/marquee/on-alarm", "/bin/true")
                .replace("whsec_…", "whsec_" + "c2VjcmV0".repeat(4)));
        assertThat(type(Map.of(), "config", "--set").succeeds().out())
            .contains("/bin/true")
            .doesNotContain("whsec_");
      }
    }
    String faults =
        Snippets.in("text").stream()
            .filter(each -> each.page().equals("configuration.md"))
            .map(Snippets.Snippet::text)
            .findFirst()
            .orElseThrow();
    write("", "opsport: 1", "", "", "", "", "stale-after: 5");
    Done done = type(Map.of("MARQUEE_CONNECTIONS", "0"), "serve");
    assertThat(done.err().replace(home.toString(), "/etc/marquee")).isEqualTo(faults);
  }

  @Test
  void the_page_lists_every_setting() throws Exception {
    List<String> page = Files.readAllLines(Repository.path("docs/configuration.md"));
    List<MatchResult> rows = page.stream().flatMap(line -> ROW.matcher(line).results()).toList();
    List<String> listed =
        rows.stream()
            .map(row -> "%s %s %s".formatted(row.group(1), row.group(3), row.group(4)))
            .toList();
    JsonNode settings = type(Map.of(), "config", "--json").json();
    List<String> there =
        StreamSupport.stream(settings.spliterator(), false).map(ConfigurationTest::row).toList();
    assertThat(listed).containsExactlyInAnyOrderElementsOf(there);
    assertThat(rows)
        .allSatisfy(
            row -> assertThat(row.group(2)).isEqualTo(Configuration.variable(row.group(1))));
  }

  private static String row(JsonNode setting) {
    String name = setting.get("name").asString();
    boolean standard = setting.get("from").asString().equals("default") && setting.has("value");
    return "%s %s %s"
        .formatted(
            name,
            standard ? "`" + setting.get("value").asString() + "`" : "",
            ServeCommand.RELOADED.contains(name) ? "yes" : "");
  }
}
