package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.InstalledProgram;
import org.marquee.files.FileOwner;
import org.marquee.files.PrivateFiles;

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
    assumeTrue(FileOwner.mayGive(), "only root can give files away: run it as root");
    InstalledProgram.need("setpriv", "util-linux");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectory(home);
    OWNER.give(home);
  }

  @Test
  void what_root_makes_mends_and_restores_belongs_to_the_owner_of_the_home() throws Exception {
    Shell root = new Shell(home);
    root.run("organization", "create", "north").succeeds();
    root.run("ingest", "--provider", "rex", "../../docs/examples/rex.ndjson").succeeds();
    root.run("export", home.resolve("bulk").toString()).succeeds();
    assertThatAllIsOf(OWNER);
    assertThat(names()).contains("pgdata-18", "postgres", "reports", "runs", "bulk");

    new FileOwner(65534, 65534).give(home.resolve("pgdata-18"));
    new FileOwner(0, 0).give(home.resolve("postgres"));
    Path backup = folder.resolve("marquee.backup");
    root.run("backup", backup.toString()).succeeds();
    assertThatAllIsOf(OWNER);

    root.run("restore", backup.toString())
        .fails("move the content of the home away, and try again");
    theRecipeOfThePageMovesTheHomeAway();
    Shell.Done restored = root.run("restore", backup.toString()).succeeds();
    assertThat(restored.err()).doesNotContain("already");
    assertThat(names()).contains("pgdata-18", "postgres", "reports", "runs");
    assertThatAllIsOf(OWNER);
    for (String each : new String[] {"runs", "reports"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(each))))
          .as(each)
          .isEqualTo("rwx------");
    }
  }

  /// The database is made as an account with a name, as that of the Debian package.
  @Test
  void what_root_makes_belongs_to_an_owner_with_a_name() throws Exception {
    FileOwner named = new FileOwner(1, 1);
    named.give(home);
    Shell.execute("map", "../../docs/examples/harbour.csv", "--out", home + "/harbour.yaml");
    assertThat(PrivateFiles.folder(home.resolve("kept/each/night"))).isDirectory();
    assertThat(names()).containsExactlyInAnyOrder("harbour.yaml", "kept");
    Files.createDirectory(home.resolve("checkpoint"));
    named.give(home.resolve("checkpoint"));
    new Shell(home).run("organization", "create", "north").succeeds();
    assertThat(home.resolve("checkpoint/used")).exists();
    assertThatAllIsOf(named);
  }

  private void theRecipeOfThePageMovesTheHomeAway() throws Exception {
    String recipe =
        Snippets.in("").stream()
            .map(Snippets.Snippet::text)
            .filter(text -> text.contains("find /var/lib/marquee"))
            .findFirst()
            .orElseThrow()
            .lines()
            .filter(line -> line.matches("(mkdir|find) .*"))
            .collect(Collectors.joining("\n"))
            .replace("/var/lib/marquee", home.toString());
    Path link = Files.createSymbolicLink(home.resolve("link"), folder.resolve("nothing"));
    assertThat(new ProcessBuilder("sh", "-ec", recipe).inheritIO().start().waitFor()).isZero();
    assertThat(names()).containsExactly("link");
    assertThat(folder.resolve("home-before/pgdata-18")).isDirectory();
    Files.delete(link);
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
