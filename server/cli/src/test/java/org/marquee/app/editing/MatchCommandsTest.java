package org.marquee.app.editing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;

/// `films` and `cinemas`, as they are typed.
@NullMarked
class MatchCommandsTest {
  private static void ingest(Shell shell, Path folder, String provider, String... lines)
      throws IOException {
    Path feed = folder.resolve(provider + ".ndjson");
    Files.writeString(
        feed,
        "{\"type\":\"feed\",\"version\":1,\"mode\":\"full\",\"observedAt\":\"2025-01-10T06:00:00Z\"}\n"
            + String.join("\n", lines)
            + "\n");
    shell.run("ingest", feed.toString(), "--provider", provider).succeeds();
  }

  private static String id(Kind kind, String provider, String externalId) {
    return RecordId.of(kind, provider, externalId);
  }

  @Test
  void a_person_looks_joins_and_parts(@TempDir Path folder) throws IOException {
    Shell shell = new Shell(folder.resolve("home"), MigratedDatabase.create());
    assertThat(shell.run("films", "review").succeeds().out()).contains("Nothing to review.");
    String alien = "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Alien\"}";
    ingest(shell, folder, "alpha", alien);
    ingest(
        shell,
        folder,
        "beta",
        alien,
        "{\"type\":\"cinema\",\"externalId\":\"c\",\"name\":\"Roxy\",\"location\":{\"countryCode\":\"GB\"}}");
    String one = id(Kind.FILM, "alpha", "f");
    String other = id(Kind.FILM, "beta", "f");
    assertThat(shell.run("films", "review").succeeds().out().lines())
        .filteredOn(line -> line.contains("same title"))
        .singleElement()
        .asString()
        .contains(one, other);
    JsonNode doubt = shell.run("films", "review", "--json").succeeds().json().get(0);
    assertThat(doubt.at("/one/words/0/name").asString()).isEqualTo("Alien");
    assertThat(shell.run("films", "merge", one, other).succeeds().out()).contains("into " + one);
    assertThat(shell.run("films", "review", "--json").succeeds().json()).isEmpty();
    shell.run("films", "merge", one, other).fails("are already merged");
    shell.run("films", "merge", one, "fi_nothing").fails("there is no film fi_nothing");
    assertThat(shell.run("films", "split", other).succeeds().out()).contains("as " + other);
    assertThat(shell.run("films", "review", "--json").succeeds().json()).isEmpty();
    shell.run("films", "split", other).fails("is not merged with anything");
    assertThat(shell.run("cinemas", "review").succeeds().out())
        .contains("has no locality, no postcode", id(Kind.CINEMA, "beta", "c"), "Roxy");
    assertThat(shell.run("films").status()).isEqualTo(2);
    ingest(
        shell,
        folder,
        "gamma",
        alien,
        "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"Alien\"}".formatted("f".repeat(90)));
    assertThat(shell.run("films", "review").succeeds().out())
        .contains("and 1 more)", "2 to review");
  }

  @Test
  void a_record_is_explained_by_its_id_or_by_what_its_provider_calls_it(@TempDir Path folder)
      throws IOException {
    Shell shell = new Shell(folder.resolve("home"), MigratedDatabase.create());
    String alien = "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Alien\"}";
    ingest(shell, folder, "alpha", alien);
    ingest(shell, folder, "beta", alien);
    String one = id(Kind.FILM, "alpha", "f");
    String other = id(Kind.FILM, "beta", "f");
    assertThat(shell.run("explain", one).succeeds().out())
        .contains("film " + one + " \"Alien\" is published", "title: Alien (")
        .contains("the same title, but no other fact confirms that they are one");
    JsonNode json = shell.run("explain", "f", "--provider", "beta", "--json").succeeds().json();
    assertThat(json.get("id").asString()).isEqualTo(other);
    assertThat(json.at("/apart/0/record").asString()).isEqualTo(one);
    shell.run("explain", "fi_nothing").fails("give its external id with --provider");
    shell.run("explain", "g", "--provider", "beta").fails("see `provider list`");
    Shell.Done noDay = shell.run("explain", one, "--day", "2026-02-30");
    assertThat(noDay.status()).isEqualTo(2);
    assertThat(noDay.err()).contains("--day: a day, such as 2026-03-01, not 2026-02-30");
    shell.run("explain", one, "--day", "2026-11-28").fails("is a film; --day is for a cinema");
  }

  @Test
  void what_a_feed_says_does_not_command_the_terminal(@TempDir Path folder) throws IOException {
    Shell shell = new Shell(folder.resolve("home"), MigratedDatabase.create());
    String alien =
        "{\"type\":\"film\",\"externalId\":\"f\\u001b[2J\",\"title\":\"Alien \\u001b[31m\\u009b2J"
            + " \\u202enroht\"}";
    ingest(shell, folder, "alpha", alien);
    ingest(shell, folder, "beta", alien);
    assertThat(shell.run("films", "review").succeeds().out())
        .contains("Alien [31m2J nroht", "f\ufffd[2J")
        .doesNotContain("\u001b", "\u009b", "\u202e");
  }

  @Test
  void a_pair_that_is_two_goes_from_the_list_for_ever(@TempDir Path folder) throws IOException {
    Shell shell = new Shell(folder.resolve("home"), MigratedDatabase.create());
    String alien = "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Alien\"}";
    ingest(shell, folder, "alpha", alien);
    ingest(shell, folder, "beta", alien);
    String one = id(Kind.FILM, "alpha", "f");
    String other = id(Kind.FILM, "beta", "f");
    assertThat(shell.run("films", "review").succeeds().out())
        .contains("`films split A B` keeps it apart");
    assertThat(shell.run("films", "split", one, other).succeeds().out())
        .contains(one + " and " + other + " stay apart");
    assertThat(shell.run("films", "review").succeeds().out()).contains("Nothing to review.");
    ingest(shell, folder, "beta", alien.replace("}", ",\"durationMinutes\":117}"));
    ingest(shell, folder, "alpha", alien.replace("}", ",\"durationMinutes\":117}"));
    assertThat(shell.run("films", "review", "--json").succeeds().json()).isEmpty();
    shell.run("films", "merge", one, other).succeeds();
    shell.run("films", "split", one, other).succeeds();
    shell.run("films", "split", one).fails("is not merged with anything");
    shell.run("films", "split", one, "fi_nothing").fails("there is no film fi_nothing");
  }
}
