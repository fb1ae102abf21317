package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/// What the commands print and end with (contract, "Command line").
@NullMarked
class CommandLineTest {
  @TempDir static Path folder = Path.of("");
  private static Shell shell = new Shell(Path.of(""));
  private static AutoCloseable held = () -> {};

  /// Holds the database, so that not every command starts it anew.
  @BeforeAll
  static void open() {
    shell = new Shell(folder.resolve("home"));
    held = CommandLine.populateCommand(new Home(), "--home", shell.home().toString()).open();
  }

  @AfterAll
  static void close() throws Exception {
    held.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve --port 70000",
        "serve --port http",
        "serve --ops-port -1",
        "demo --port 70000",
        "demo --port 65535",
        "status --database foo",
        "status --database",
        "status --database jdbc:postgresql://127.0.0.1:99999/x",
        "status --database jdbc:postgresql://127.0.0.1:port/x",
        "ingest http:// --provider p",
        "ingest http://127.0.0.1:1/ http://a:b:c/ --provider p",
        "status --nonsense",
        "ingest http://127.0.0.1:1/ --provider p --database foo",
        "ingest http://127.0.0.1:1/ --provider p --format none",
        "ingest http://127.0.0.1:1/ --provider p --observed-at yesterday",
        "ingest http://127.0.0.1:1/ --provider p\u0007",
        "ingest http://127.0.0.1:1/",
        "ingest --provider p",
        "validate missing.ndjson --format none",
        "validate",
        "organization",
        "organization create",
        "organization create a/b",
        "organization create a b",
        "entitlement grant a --plan gold",
        "entitlement grant a --until 2026-02-30T00:00:00Z",
        "entitlement grant a --from 2026-02-02T00:00:00Z --until 2026-02-01T00:00:00Z",
        "key create a --expires tomorrow",
        "key create a --label \u0007",
        "provider remove",
        "nonsense"
      })
  void wrong_usage_ends_with_2_before_anything_is_opened(String line) {
    Path untouched = folder.resolve("untouched");
    Shell.Done done = new Shell(untouched).run(line.split(" "));
    assertThat(done.status()).as(done.err()).isEqualTo(2);
    assertThat(done.out()).isEmpty();
    assertThat(done.err()).isNotBlank();
    assertThat(untouched).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "two\nlines"})
  void a_home_that_has_no_name_or_half_of_one_is_wrong_usage(String name) {
    Shell.Done done = Shell.execute("status", "--home", name);
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.err()).contains("--home takes a folder");
  }

  @Test
  void a_home_that_is_a_file_is_told_to_be_one() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    new Shell(file).run("status").fails("is in the way");
  }

  /// Each would leave a service that answers nobody, or anybody.
  @ParameterizedTest
  @CsvSource({
    "X-Organization,",
    ",10.0.0.1",
    "X Organization,10.0.0.1",
    "X-Organization:,10.0.0.1",
    "X-Organization,10.0.0.0/33",
    "X-Organization,gateway.example",
    "X-Organization,','"
  })
  void half_a_gateway_is_wrong_usage(@Nullable String header, @Nullable String peers) {
    assertThatThrownBy(() -> ServeCommand.gateway(header, peers))
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining("MARQUEE_GATEWAY");
  }

  @Test
  void no_command_at_all_is_wrong_usage() {
    assertThat(Shell.execute().status()).isEqualTo(2);
  }

  @Test
  void help_and_version_are_results() {
    Shell.Done help = Shell.execute("--help").succeeds();
    assertThat(help.out()).contains("ingest", "validate", "organization", "status");
    assertThat(help.err()).isEmpty();
    assertThat(Shell.execute("--version").succeeds().out()).startsWith("marquee ");
    assertThat(Shell.execute("ingest", "--help").succeeds().out()).contains("--accept-shrink");
  }

  @Test
  void a_database_that_is_not_there_is_a_failure() {
    shell
        .run("status", "--database", "jdbc:postgresql://127.0.0.1:1/none")
        .fails("cannot use the database");
  }

  @Test
  void an_organization_is_created_once() {
    shell.run("organization", "create", "lux").succeeds();
    shell.run("organization", "create", "lux").fails("organization lux exists already");
    assertThat(organization("lux").get("suspended").asBoolean()).isFalse();
  }

  @Test
  void what_is_unknown_is_a_failure() {
    shell.run("organization", "suspend", "nobody").fails("there is no organization nobody");
    shell.run("organization", "resume", "nobody").fails("there is no organization nobody");
    shell.run("entitlement", "grant", "nobody").fails("there is no organization nobody");
    shell.run("entitlement", "revoke", "nobody").fails("there is no organization nobody");
    shell.run("key", "create", "nobody").fails("there is no organization nobody");
    shell.run("key", "revoke", "key_none").fails("there is no key key_none");
    shell.run("provider", "remove", "nobody").fails("there is no provider nobody");
  }

  @Test
  void an_organization_is_suspended_and_resumed() {
    shell.run("organization", "create", "rio").succeeds();
    shell.run("organization", "suspend", "rio").succeeds();
    shell.run("organization", "suspend", "rio").succeeds();
    assertThat(organization("rio").get("suspended").asBoolean()).isTrue();
    assertThat(shell.run("organization", "list").succeeds().out())
        .containsPattern("rio +suspended");
    shell.run("organization", "resume", "rio").succeeds();
    assertThat(organization("rio").get("suspended").asBoolean()).isFalse();
  }

  @Test
  void a_grant_replaces_the_one_before() {
    shell.run("organization", "create", "astor").succeeds();
    shell.run("entitlement", "grant", "astor", "--plan", "Trial").succeeds();
    assertThat(organization("astor").at("/entitlement/plan").asString()).isEqualTo("trial");
    shell
        .run(
            "entitlement grant astor --from 2026-01-01T00:00:00Z --until 2026-01-02T01:00:00+01:00"
                .split(" "))
        .succeeds();
    JsonNode granted = organization("astor").get("entitlement");
    assertThat(granted.get("plan").asString()).isEqualTo("standard");
    assertThat(granted.get("from").asString()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(granted.get("until").asString()).isEqualTo("2026-01-02T00:00:00Z");
    assertThat(granted.get("active").asBoolean()).isFalse();
    shell.run("entitlement", "revoke", "astor").succeeds();
    assertThat(organization("astor").has("entitlement")).isFalse();
    shell.run("entitlement", "revoke", "astor").succeeds();
  }

  @Test
  void a_key_is_the_last_word_and_its_id_is_listed() {
    shell.run("organization", "create", "plaza").succeeds();
    Shell.Done made =
        shell.run(
            "key", "create", "plaza", "--label", "box office", "--expires", "2099-01-01T00:00Z");
    assertThat(made.succeeds().out().stripTrailing()).matches("(?s).*\\smq_[A-Za-z0-9]{38}");
    assertThat(made.err()).isEmpty();
    JsonNode key = key("plaza");
    assertThat(key.get("label").asString()).isEqualTo("box office");
    assertThat(key.get("expires").asString()).isEqualTo("2099-01-01T00:00:00Z");
    assertThat(key.has("revoked")).isFalse();
    String id = key.get("id").asString();
    assertThat(shell.run("key", "list").succeeds().out()).contains(id).doesNotContain("mq_");
    shell.run("key", "revoke", id).succeeds();
    assertThat(key("plaza").has("revoked")).isTrue();
    shell.run("key", "revoke", id).succeeds();
  }

  @Test
  void a_provider_is_listed_and_removed() throws Exception {
    Path feed = new Showbill("tivoli").showtimes(3).write(folder.resolve("tivoli.ndjson"));
    shell.run("ingest", feed.toString(), "--provider", "tivoli").succeeds();
    assertThat(shell.run("provider", "list").succeeds().out().lines()).contains("tivoli");
    assertThat(
            shell
                .run("provider", "list", "--json")
                .succeeds()
                .json()
                .findValuesAsString("provider"))
        .contains("tivoli");
    assertThat(shell.run("status").succeeds().out()).contains("tivoli", "3 showtimes", "1 film");
    shell.run("provider", "remove", "tivoli").succeeds();
    assertThat(shell.stored("tivoli", "showtime")).isZero();
    shell.run("provider", "remove", "tivoli").fails("there is no provider tivoli");
  }

  @Test
  void a_validation_stores_nothing_and_is_nobodys() throws Exception {
    Path feed = new Showbill("odeon").showtimes(3).write(folder.resolve("odeon.ndjson"));
    Path reports = folder.resolve("checks");
    JsonNode before = shell.stored();
    Shell.Done done = shell.run("validate", feed.toString(), "--json", "--report", "" + reports);
    JsonNode report = done.succeeds().json();
    assertThat(report.get("result").asString()).isEqualTo("dry-run");
    assertThat(report.has("provider")).isFalse();
    assertThat(report.at("/lines/showtime/added").asInt()).isEqualTo(3);
    assertThat(reports.resolve(report.get("run").asString() + ".html")).exists();
    assertThat(shell.stored()).isEqualTo(before);
  }

  @Test
  void a_validation_fails_on_an_error_and_not_on_a_warning() throws Exception {
    Showbill showbill = new Showbill("gaumont").showtimes(3);
    Path repeated = showbill.line(showbill.showtime(1)).write(folder.resolve("repeated.ndjson"));
    assertThat(shell.run("validate", repeated.toString()).succeeds().err())
        .contains("RECORD_REPEATED");
    Path wrong = showbill.line("{]").write(folder.resolve("wrong.ndjson"));
    shell.run("validate", wrong.toString()).fails("LINE_UNREADABLE");
  }

  @Test
  void the_first_line_says_what_readers_will_see_and_the_status_follows() throws Exception {
    Path whole = new Showbill("ritz").showtimes(3).write(folder.resolve("ritz.ndjson"));
    assertThat(shell.run("validate", whole.toString()).succeeds().out())
        .startsWith("3 of 3 showtimes would be published");
    String text = Files.readString(whole).replaceAll("\"postcode\":\"[^\"]*\",?", "");
    Path waiting = Files.writeString(folder.resolve("waiting.ndjson"), text);
    Shell.Done done = shell.run("validate", waiting.toString());
    assertThat(done.status()).isEqualTo(1);
    assertThat(done.out())
        .startsWith("0 of 3 showtimes would be published: 3 wait for a cinema with a postcode;")
        .contains("--cinema FILE", "0 of 3 are published");
    assertThat(shell.run("validate", waiting.toString(), "--missing-postcode", "0").status())
        .isEqualTo(2);
    assertThat(
            shell
                .run("validate", waiting.toString(), "--missing-postcode", "00000")
                .succeeds()
                .out())
        .startsWith("3 of 3 showtimes would be published");
    Shell.Done imported =
        shell.run(
            "ingest", waiting.toString(), "--provider", "ritz", "--missing-postcode", "00000");
    assertThat(imported.succeeds().out()).startsWith("3 of 3 showtimes are published");
    assertThat(shell.run("status").succeeds().out()).contains("missing of 1 cinema");
    shell.run("provider", "remove", "ritz").succeeds();
  }

  @Test
  void a_folder_for_reports_that_cannot_be_made_is_told_before_the_import() throws Exception {
    Shell other = new Shell(folder.resolve("other"));
    Files.createDirectories(other.home());
    Files.writeString(other.home().resolve("reports"), "in the way");
    Path feed = new Showbill("ufa").showtimes(3).write(folder.resolve("ufa.ndjson"));
    other.run("ingest", feed.toString(), "--provider", "ufa").fails("is in the way");
    assertThat(other.stored()).isEmpty();
  }

  private static JsonNode organization(String name) {
    return only(shell.run("organization", "list", "--json"), "name", name);
  }

  private static JsonNode key(String organization) {
    return only(shell.run("key", "list", "--json"), "organization", organization);
  }

  private static JsonNode only(Shell.Done list, String member, String value) {
    for (JsonNode each : list.succeeds().json()) {
      if (each.get(member).asString().equals(value)) {
        return each;
      }
    }
    throw new AssertionError("no " + member + " " + value + " in " + list.out());
  }
}
