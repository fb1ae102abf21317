package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.files.FileOwner;

/// Commands that root runs in the home of somebody else: that one goes on using it.
@NullMarked
class RootCommandTest {
  private static final FileOwner OWNER = new FileOwner(64_123, 64_123);

  private final Path folder;
  private final Path home;

  RootCommandTest(@TempDir Path folder) {
    this.folder = folder;
    this.home = folder.resolve("home");
  }

  @BeforeEach
  void somebody_has_a_home() throws IOException {
    assumeTrue(FileOwner.mayGive() && Files.isExecutable(Path.of("/usr/bin/setpriv")));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectory(home);
    OWNER.give(home);
  }

  @Test
  void what_root_makes_belongs_to_the_owner_of_the_home() throws Exception {
    Shell root = new Shell(home);
    root.run("organization", "create", "north").succeeds();
    root.run("ingest", "--provider", "rex", "../../docs/examples/rex.ndjson").succeeds();
    root.run("export", home.resolve("bulk").toString()).succeeds();
    assertThatAllIsOf(OWNER);
    assertThat(names()).contains("pgdata-18", "postgres", "reports", "runs", "bulk");
  }

  @Test
  void a_home_whose_database_root_took_away_is_given_back() throws Exception {
    Shell root = new Shell(home);
    root.run("organization", "create", "north").succeeds();
    new FileOwner(65534, 65534).give(home.resolve("pgdata-18"));
    new FileOwner(0, 0).give(home.resolve("postgres"));
    root.run("status").succeeds();
    assertThatAllIsOf(OWNER);
  }

  private void assertThatAllIsOf(FileOwner owner) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      for (Path each : files.toList()) {
        assertThat(FileOwner.of(each)).as(each.toString()).isEqualTo(owner);
      }
    }
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.list(home)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }
}
