package org.marquee.app.editing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;

/// `showtimes review` and `runs forget`, as they are typed.
@NullMarked
class ReviewAndForgetTest {
  private final TestDatabase made = MigratedDatabase.create();
  private Shell shell = new Shell(Path.of(""));

  @BeforeEach
  void open(@TempDir Path home) {
    shell = new Shell(home, made);
  }

  private Shell.Done ingest(String provider, String name, String... shows) throws IOException {
    StringBuilder feed =
        new StringBuilder(
            """
            {"type":"feed","version":1,"mode":"full","observedAt":"2026-03-01T06:00:00Z"}
            {"type":"cinema","externalId":"c","name":"Roxy","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Elmet","postcode":"LS1 1AA"}}
            """);
    for (String show : shows) {
      String[] words = show.split(" ", -1);
      feed.append(
          """
          {"type":"film","externalId":"%1$s","title":"%1$s","extCatalogAId":"%4$d"}
          {"type":"showtime","externalId":"%2$s","film":"%1$s","cinema":"c","startsAt":"%2$s","screen":{"name":"%3$s"}}
          """
              .formatted(words[0], words[1], words[2], 100 + words[0].length()));
    }
    Path file = Files.writeString(shell.home().resolve(name), feed);
    return shell.run("ingest", file.toString(), "--provider", provider, "--json");
  }

  private static JsonNode notice(Shell.Done imported, String code) {
    for (JsonNode each : imported.json().get("notices")) {
      if (each.get("code").asString().equals(code)) {
        return each;
      }
    }
    throw new AssertionError(code + " in " + imported.out());
  }

  @Test
  void sources_that_contradict_each_other_are_reported_and_listed() throws IOException {
    assertThat(shell.run("showtimes", "review").succeeds().out()).contains("Nothing to review.");
    ingest("one", "one.ndjson", "Alien 2027-01-15T19:00 1", "Ran 2027-01-16T19:00 1").succeeds();
    Shell.Done imported =
        ingest("two", "two.ndjson", "Alien 2027-01-15T19:05 1", "Ran 2027-01-16T19:00 Red");
    JsonNode notice = notice(imported.succeeds(), "SOURCES_DISAGREE");
    assertThat(notice.get("count").asInt()).isEqualTo(2);
    assertThat(notice.toString()).contains("Roxy", "one film on one screen at two times");
    assertThat(shell.run("showtimes", "review").succeeds().out().lines())
        .hasSize(2)
        .first()
        .asString()
        .contains(
            "Roxy", "Alien", "2027-01-15T19:00:00Z", "2027-01-15T19:05:00Z", "(one)", "(two)");
    JsonNode listed = shell.run("showtimes", "review", "--json").succeeds().json();
    assertThat(listed.at("/0/why").asString()).isEqualTo("two_times");
    assertThat(listed.at("/0/cinema/name").asString()).isEqualTo("Roxy");
    assertThat(listed.at("/0/other/sources/0/provider").asString()).isEqualTo("two");
    assertThat(listed.at("/1/why").asString()).isEqualTo("two_screens");
    assertThat(listed.at("/1/other/screen").asString()).isEqualTo("Red");
    ingest("two", "two.ndjson", "Alien 2027-01-15T19:00 1", "Ran 2027-01-16T19:00 1").succeeds();
    assertThat(shell.run("showtimes", "review", "--json").succeeds().json()).isEmpty();
  }

  @Test
  void a_feed_that_was_tried_by_mistake_is_forgotten_with_its_alarm()
      throws IOException, SQLException {
    ingest("rex", "rex.ndjson", "Alien 2027-01-15T19:00 1").succeeds();
    Path wrong = Files.writeString(shell.home().resolve("wrong.txt"), "not a feed");
    shell.run("ingest", wrong.toString(), "--provider", "rex", "--format", "marquee");
    assertThat(shell.run("status").succeeds().out()).contains("refused");
    String run = lastRun();
    assertThat(troubles()).isEqualTo(1);
    assertThat(shell.run("runs", "forget", run).succeeds().out())
        .contains("of rex, which was refused");
    assertThat(shell.run("status").succeeds().out()).doesNotContain("refused");
    assertThat(troubles()).isZero();
    shell.run("runs", "forget", run).fails("there is no run " + run);
    assertThat(shell.run("audit", "--json").succeeds().json())
        .extracting(row -> row.get("action").asString() + " " + row.get("record").asString())
        .containsExactly("run.forget " + run);
    shell.run("runs", "forget", lastRun()).fails("was stored; to take it back: marquee undo");
  }

  @Test
  void a_feed_that_failed_before_as_well_stays_in_doubt() throws IOException, SQLException {
    ingest("rex", "rex.ndjson", "Alien 2027-01-15T19:00 1").succeeds();
    Path wrong = Files.writeString(shell.home().resolve("wrong.txt"), "not a feed");
    shell.run("ingest", wrong.toString(), "--provider", "rex", "--format", "marquee");
    shell.run("ingest", wrong.toString(), "--provider", "rex", "--format", "marquee");
    shell.run("runs", "forget", lastRun()).succeeds();
    assertThat(troubles()).isEqualTo(1);
    assertThat(shell.run("status").succeeds().out()).contains("the last import was refused");
  }

  private String lastRun() {
    return shell.run("status", "--json").json().get(0).at("/lastImport/run").asString();
  }

  private long troubles() throws SQLException {
    try (Database database = MigratedDatabase.open(made);
        var connection = database.connect()) {
      return Sql.of("select count(*) from source_trouble").number(connection);
    }
  }
}
