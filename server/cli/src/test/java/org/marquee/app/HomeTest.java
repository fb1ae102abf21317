package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.home.Storage;
import org.marquee.app.service.DemoCommand;
import org.marquee.ingest.Sources;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;

@NullMarked
class HomeTest {
  @TempDir Path folder = Path.of("");

  @Test
  void the_next_node_learns_until_when_a_command_used_the_database() throws IOException {
    Path used = Files.createDirectories(folder.resolve("checkpoint")).resolve("used");
    try (Storage _ = Storage.of(folder, MigratedDatabase.open()).ofCommand()) {
      assertThat(used).doesNotExist();
    }
    assertThat(used).exists();
  }

  @Test
  void a_demo_goes_into_a_database_elsewhere_and_where_its_port_is_taken_leaves_the_key_there()
      throws IOException {
    TestDatabase elsewhere = MigratedDatabase.create();
    try (Database database = MigratedDatabase.open(elsewhere);
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      PostgresAccess book = new PostgresAccess(database.pool());
      DemoCommand.newKey(book);
      new Shell(folder.resolve("home"), elsewhere)
          .run("demo", "--port", "" + taken.getLocalPort())
          // Its other port, the next one, may be taken by somebody else.
          .fails("cannot listen on 127.0.0.1 port");
      assertThat(book.listKeys()).hasSize(1).allMatch(key -> key.revoked() == null);
      assertThat(new PostgresSources(database).list())
          .extracting(Sources.Source::provider)
          .containsExactly("demo");
    }
  }

  @Test
  void a_new_home_beside_a_database_of_ones_own_is_its_owners() throws IOException {
    new Shell(folder.resolve("home"), MigratedDatabase.create())
        .run("ingest", "--provider", "rex", "../../docs/examples/rex.ndjson")
        .succeeds();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(place()))))
        .isEqualTo("rwx------");
  }

  @Test
  void a_command_with_a_database_and_no_home_says_where_its_files_are() {
    String[] words = {"undo", "none", "--yes", "--database", MigratedDatabase.create().url()};
    assertThat(Shell.execute(Map.of(), words).err())
        .contains("reports and input are in " + System.getProperty("user.home") + "/.marquee");
    assertThat(Shell.execute(Map.of("MARQUEE_HOME", place()), words).err())
        .doesNotContain("reports and input");
  }

  @Test
  void a_name_that_cannot_be_is_said_before_a_home_is_made() {
    Map<String, String> names = Map.of("MARQUEE_ACTOR", "Zoë");
    Shell.Done done = Shell.execute(names, "organization", "create", "acme", "--home", place());
    assertThat(done.err()).startsWith("marquee: MARQUEE_ACTOR: ").doesNotContain("creating");
    assertThat(done.status()).isEqualTo(2);
    assertThat(Path.of(place())).doesNotExist();
  }

  private String place() {
    return folder.resolve("home").toString();
  }
}
