package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.app.home.Home;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/// What the commands print and end with (docs/command-line.md).
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

  @Test
  void status_can_be_checked_by_a_script() throws Exception {
    Shell fresh = new Shell(folder.resolve("checked"));
    Path feed = new Showbill("astra").showtimes(3).write(folder.resolve("astra.ndjson"));
    fresh.run("organization", "create", "a").succeeds();
    fresh.run("status", "--check").succeeds();
    fresh.run("ingest", feed.toString(), "--provider", "astra").succeeds();
    assertThat(fresh.run("status").succeeds().out()).contains("the last feed is", "(limit 2 days)");
    assertThat(fresh.run("status", "--check").status()).isEqualTo(1);
    fresh.run("ingest", feed.toString(), "--provider", "house").succeeds();
    Files.writeString(
        fresh.home().resolve("providers.yaml"),
        "providers:\n  - name: astra\n    files: astra.ndjson\n    renewed: never\n");
    fresh.run("ingest", feed.toString(), "--provider", "astra").succeeds();
    assertThat(fresh.run("status", "--json").succeeds().out()).doesNotContain("\"stale\"");
  }

  @Test
  void a_summary_fits_a_terminal() throws Exception {
    Path feed = new Showbill("wide").showtimes(3).write(folder.resolve("wide.ndjson"));
    Shell.Done done = shell.run("ingest", feed.toString(), "--provider", "wide").succeeds();
    // The first line states what readers will see.
    assertThat(done.out().lines().skip(1)).isNotEmpty().allMatch(each -> each.length() <= 80);
    assertThat(done.out()).containsPattern("showtime").containsPattern("added +");
  }

  @Test
  void a_database_that_is_not_there_is_a_failure() {
    shell
        .run("status", "--database", "jdbc:postgresql://127.0.0.1:1/none")
        .fails("cannot use the database");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "status --json",
        "provider list",
        "provider remove a --yes",
        "key create a",
        "key list",
        "key revoke a",
        "key rotate a",
        "entitlement grant a",
        "entitlement revoke a",
        "organization list",
        "plan list",
        "plan change a --bulk",
        "organization suspend a",
        "organization resume a",
        "undo a --yes",
        "replay a",
        "films review",
        "cinemas review",
        "films merge a b",
        "cinemas split a",
        "runs list",
        "runs end a",
        "runs forget a",
        "showtimes review"
      })
  void a_home_that_was_misspelt_is_not_made(String line) throws IOException {
    Path misspelt = folder.resolve("misspelt");
    new Shell(misspelt).run(line.split(" ")).fails("there is no Marquee home in " + misspelt);
    assertThat(misspelt).doesNotExist();
    Path empty = Files.createDirectories(folder.resolve("empty"));
    new Shell(empty).run(line.split(" ")).fails("there is no Marquee home in " + empty);
    assertThat(empty).isEmptyDirectory();
  }

  @Test
  void a_home_whose_making_was_cut_short_has_lost_no_database() throws IOException {
    Path cut = folder.resolve("cut");
    Path server = Files.createDirectories(cut.resolve("postgres"));
    Files.writeString(server.resolve("password"), "secret");
    new Shell(cut).run("status").fails("there is no Marquee home in " + cut);
    Files.writeString(server.resolve("database-exists"), "");
    new Shell(cut).run("status").fails("the database of the home " + cut + " is missing");
  }

  @Test
  void a_validation_needs_no_home_and_makes_none() throws IOException {
    Path feed =
        new Showbill("odeon").showtimes(2).upcoming().write(folder.resolve("homeless.ndjson"));
    Path missing = folder.resolve("no-home");
    Shell.Done done = new Shell(missing).run("validate", feed.toString()).succeeds();
    assertThat(missing).doesNotExist();
    Path report =
        Path.of(
            done.err()
                .lines()
                .filter(each -> each.startsWith("report: "))
                .findAny()
                .orElseThrow()
                .substring(8));
    assertThat(report).exists();
  }

  @Test
  void a_plan_is_made_once_and_changes_only_in_what_is_given() {
    assertThat(
            shell.run("plan", "create", "partner", "--rate", "6000", "--no-bulk").succeeds().out())
        .isEqualTo(
            "created plan partner: 6000 requests a minute, without whole lists and bulk files\n");
    assertThat(shell.run("plan", "create", "slow", "--rate", "1").succeeds().out())
        .startsWith("created plan slow: 1 request a minute, ");
    shell
        .run("plan", "create", "partner", "--rate", "1")
        .fails("plan partner exists already; use plan change");
    assertThat(plan("partner"))
        .hasToString("{\"name\":\"partner\",\"rate\":6000,\"burst\":6000,\"bulk\":false}");
    shell.run("plan", "change", "partner", "--bulk").succeeds();
    assertThat(plan("partner"))
        .hasToString("{\"name\":\"partner\",\"rate\":6000,\"burst\":6000,\"bulk\":true}");
    assertThat(shell.run("plan", "change", "partner", "--rate", "none").succeeds().out())
        .contains("plan partner: no limit of requests, with whole lists and bulk files");
    assertThat(plan("partner")).hasToString("{\"name\":\"partner\",\"bulk\":true}");
    assertThat(
            shell.run("plan", "change", "partner", "--rate", "9", "--quota", "70").succeeds().out())
        .contains("plan partner: 9 requests a minute, 70 a month, with");
    assertThat(shell.run("plan", "change", "partner", "--rate", "none").status()).isEqualTo(2);
    assertThat(plan("partner").get("burst").asInt()).as("it follows the rate").isEqualTo(9);
    assertThat(
            shell.run("plan", "change", "partner", "--rate", "90", "--burst", "3").succeeds().out())
        .contains("plan partner: 90 requests a minute, 3 at once, 70 a month");
    assertThat(shell.run("plan", "change", "partner", "--rate", "600").status()).isEqualTo(2);
    assertThat(plan("partner").get("burst").asInt()).isEqualTo(3);
    shell.run("plan", "change", "partner", "--rate", "600", "--burst", "none").succeeds();
    assertThat(plan("partner").get("burst").asInt()).isEqualTo(600);
    assertThat(shell.run("plan", "create", "odd", "--rate", "none", "--burst", "5").status())
        .isEqualTo(2);
    assertThat(plan("partner").get("quota").asLong()).isEqualTo(70);
    shell.run("plan", "change", "partner", "--quota", "none").succeeds();
    assertThat(plan("partner").has("quota")).isFalse();
    shell
        .run("plan", "change", "nobody", "--bulk")
        .fails("there is no plan nobody; `plan list` shows them");
    shell.run("organization", "create", "mubi").succeeds();
    shell.run("entitlement", "grant", "mubi", "--plan", "partner").succeeds();
    assertThat(organization("mubi").at("/entitlement/plan").asString()).isEqualTo("partner");
  }

  private JsonNode plan(String name) {
    for (JsonNode plan : shell.run("plan", "list", "--json").succeeds().json()) {
      if (plan.get("name").asString().equals(name)) {
        return plan;
      }
    }
    throw new AssertionError("there is no plan " + name);
  }

  @Test
  void a_grant_without_a_plan_keeps_the_plan() {
    shell.run("organization", "create", "gaumont").succeeds();
    shell.run("entitlement", "grant", "gaumont").succeeds();
    assertThat(organization("gaumont").at("/entitlement/plan").asString()).isEqualTo("standard");
    shell.run("entitlement", "grant", "gaumont", "--plan", "unlimited").succeeds();
    assertThat(
            shell.run("entitlement", "grant", "gaumont", "--until", "2036-01-01").succeeds().out())
        .contains("gaumont: the plan is now unlimited");
    JsonNode granted = organization("gaumont").get("entitlement");
    assertThat(granted.get("plan").asString()).isEqualTo("unlimited");
    assertThat(granted.get("until").asString()).isEqualTo("2036-01-01T00:00:00Z");
    Shell.Done unknown = shell.run("entitlement", "grant", "gaumont", "--plan", "gold");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("--plan: there is no plan gold. The plans are ");
    assertThat(organization("gaumont").at("/entitlement/plan").asString()).isEqualTo("unlimited");
    shell.run("entitlement", "revoke", "gaumont").succeeds();
    shell.run("entitlement", "grant", "gaumont").succeeds();
    assertThat(organization("gaumont").at("/entitlement/plan").asString()).isEqualTo("standard");
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
    shell
        .run("key", "revoke", "key_none")
        .fails("there is no key key_none; `key list` shows the ids");
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
    assertThat(granted.get("plan").asString()).isEqualTo("trial");
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
    // Where no person is watching, all of a record is on one line.
    assertThat(shell.run("key", "list").succeeds().out().lines())
        .filteredOn(line -> line.contains("box office"))
        .singleElement()
        .asString()
        .startsWith(id)
        .contains("plaza", "expires 2099-01-01T00:00:00Z")
        .doesNotContain("mq_");
    shell.run("key", "revoke", id).succeeds();
    assertThat(key("plaza").has("revoked")).isTrue();
    shell.run("key", "revoke", id).succeeds();
  }

  @Test
  void a_key_is_rotated_once_and_its_successor_is_the_last_word() {
    shell.run("organization", "create", "ritz").succeeds();
    shell.run("key", "create", "ritz", "--label", "site").succeeds();
    String old = key("ritz").get("id").asString();
    Shell.Done done = shell.run("key", "rotate", old, "--keep-old", "1h").succeeds();
    assertThat(done.out().stripTrailing())
        .startsWith("Key " + old + " ends at ")
        .matches("(?s).*\\smq_[A-Za-z0-9]{38}");
    assertThat(shell.run("key", "list").succeeds().out())
        .containsPattern(old + ".*; replaced by key_\\w+, expires 2");
    shell.run("key", "rotate", old).fails("was rotated already");
    shell.run("key", "rotate", "key_none").fails("there is no key key_none");
  }

  @Test
  void a_key_whose_time_is_over_is_listed_as_expired() {
    shell.run("organization", "create", "rex").succeeds();
    shell.run("key", "create", "rex").succeeds();
    String old = key("rex").get("id").asString();
    shell.run("key", "rotate", old, "--keep-old", "0s").succeeds();
    assertThat(shell.run("key", "list").succeeds().out())
        .containsPattern(old + ".*; replaced by key_\\w+, expired 2");
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
    assertThat(shell.run("status").succeeds().out().lines())
        .allMatch(line -> line.contains("; "))
        .filteredOn(line -> line.startsWith("tivoli"))
        .singleElement()
        .asString()
        .contains("; stored", "3 showtimes", "1 film", "; last import applied at")
        .doesNotContain("\u001b");
    Shell.Done asked = shell.run("provider", "remove", "tivoli");
    assertThat(asked.status()).isEqualTo(2);
    assertThat(asked.err()).containsPattern("showtimes +3").contains("--yes");
    assertThat(shell.stored("tivoli", "showtime")).isEqualTo(3);
    shell.run("provider", "remove", "tivoli", "--yes").succeeds();
    assertThat(shell.stored("tivoli", "showtime")).isZero();
    shell.run("provider", "remove", "tivoli").fails("there is no provider tivoli");
  }

  @Test
  void a_validation_stores_nothing_and_is_nobodys() throws Exception {
    Path feed = new Showbill("odeon").showtimes(2).upcoming().write(folder.resolve("odeon.ndjson"));
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
    Showbill showbill = new Showbill("gaumont").showtimes(2).upcoming();
    Path repeated = showbill.line(showbill.showtime(1)).write(folder.resolve("repeated.ndjson"));
    assertThat(shell.run("validate", repeated.toString()).succeeds().err())
        .contains("RECORD_REPEATED");
    Path wrong = showbill.line("{]").write(folder.resolve("wrong.ndjson"));
    shell.run("validate", wrong.toString()).fails("LINE_UNREADABLE");
  }

  @Test
  void the_first_line_says_what_readers_will_see_and_the_status_follows() throws Exception {
    Path whole = new Showbill("ritz").showtimes(2).upcoming().write(folder.resolve("ritz.ndjson"));
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
    assertThat(shell.run("status").succeeds().out()).contains("missing for 1 cinema");
    shell.run("provider", "remove", "ritz", "--yes").succeeds();
  }

  @Test
  void a_folder_for_reports_that_cannot_be_made_is_reported_before_the_import() throws Exception {
    Shell other = new Shell(folder.resolve("other"));
    Files.createDirectories(other.home());
    Files.writeString(other.home().resolve("reports"), "in the way");
    Path feed = new Showbill("ufa").showtimes(3).write(folder.resolve("ufa.ndjson"));
    other.run("ingest", feed.toString(), "--provider", "ufa").fails("exists and is not a folder");
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
