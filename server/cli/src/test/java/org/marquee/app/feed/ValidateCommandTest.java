package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.app.Showbill;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;

/// `validate` as it is typed.
@NullMarked
class ValidateCommandTest {
  private Shell shell = new Shell(Path.of(""));

  @BeforeEach
  void open(@TempDir Path home) {
    shell = new Shell(home, MigratedDatabase.create());
  }

  @Test
  void a_validation_needs_no_home_and_makes_none() throws IOException {
    Path feed =
        new Showbill("odeon")
            .showtimes(2)
            .upcoming()
            .write(shell.home().resolve("homeless.ndjson"));
    Path missing = shell.home().resolve("no-home");
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
  void a_validation_stores_nothing_and_is_nobodys() throws Exception {
    Path feed =
        new Showbill("odeon").showtimes(2).upcoming().write(shell.home().resolve("odeon.ndjson"));
    Path reports = shell.home().resolve("checks");
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
    Path repeated =
        showbill.line(showbill.showtime(1)).write(shell.home().resolve("repeated.ndjson"));
    assertThat(shell.run("validate", repeated.toString()).succeeds().err())
        .contains("RECORD_REPEATED");
    Path wrong = showbill.line("{]").write(shell.home().resolve("wrong.ndjson"));
    shell.run("validate", wrong.toString()).fails("LINE_UNREADABLE");
  }

  @Test
  void the_first_line_says_what_readers_will_see_and_the_status_follows() throws Exception {
    Path whole =
        new Showbill("ritz").showtimes(2).upcoming().write(shell.home().resolve("ritz.ndjson"));
    assertThat(shell.run("validate", whole.toString()).succeeds().out())
        .startsWith("3 of 3 showtimes would be published");
    String text = Files.readString(whole).replaceAll("\"postcode\":\"[^\"]*\",?", "");
    Path waiting = Files.writeString(shell.home().resolve("waiting.ndjson"), text);
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
  }
}
