package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
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

/// What commands have in common when they fail (docs/command-line.md).
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
        "showtimes review",
        "explain fi_a"
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

  /// Where a feed takes all memory, the thread that looks after the database may be told first.
  @Test
  void a_thread_beside_a_command_that_has_no_memory_needs_no_stack() {
    assertThat(saidOf(new OutOfMemoryError("Java heap space")))
        .startsWith("marquee: out of memory; give the command more")
        .hasLineCount(1);
    assertThat(saidOf(new IllegalStateException("odd")))
        .startsWith("marquee: internal error; please report it:")
        .contains("IllegalStateException: odd", "\tat ");
  }

  private static String saidOf(Throwable cause) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Main.threadFailed(cause, new PrintStream(said, true, UTF_8));
    return said.toString(UTF_8);
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
}
