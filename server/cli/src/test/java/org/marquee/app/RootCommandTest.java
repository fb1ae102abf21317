package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.Repository;
import org.marquee.Rounds;
import org.marquee.files.FileOwner;

/// Commands that root runs in the home of somebody else: that one goes on using it.
@NullMarked
class RootCommandTest {
  private static final FileOwner ROOT = new FileOwner(0, 0);
  private static final FileOwner OWNER = new FileOwner(65534, 65534);

  private final Path folder;
  private final Path home;

  RootCommandTest(@TempDir Path folder) {
    this.folder = folder;
    this.home = folder.resolve("home");
  }

  @BeforeEach
  void somebody_has_a_home() throws IOException {
    assumeTrue(FileOwner.mayGive(), "only root can give files away: run it as root");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectory(home);
    OWNER.give(home);
  }

  /// An intruder in the service's account can put links into its home.
  @Test
  void root_goes_on_as_the_owner_and_follows_no_link_there() throws Exception {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    Path feed = Repository.path("docs/examples/rex.ndjson");
    Path copy = Files.copy(feed, closed.resolve("rex.ndjson"));
    run("ingest", "--provider", "rex", copy.toString()).succeeds();
    assertThatAllIsOf(OWNER);
    assertThat(names()).contains("pgdata-18", "postgres", "reports", "runs");

    Path victim = Files.writeString(closed.resolve("victim"), "secret of root");
    List<Path> touched = touched();
    Collections.shuffle(touched, new Random(41));
    touched.addFirst(home.resolve("postgres/lock"));
    for (Path each : touched.subList(0, Math.min(Rounds.of(1), touched.size()))) {
      Path kept = Files.move(each, folder.resolve("kept"));
      Files.createSymbolicLink(each, victim);
      run("ingest", "--provider", "rex", feed.toString());
      assertThat(victim).as(each.toString()).hasContent("secret of root");
      assertThat(FileOwner.of(victim)).as(each.toString()).isEqualTo(ROOT);
      Files.move(kept, each, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.createSymbolicLink(home.resolve("reports/x.html"), victim);
    Path backup = closed.resolve("marquee.backup");
    run("backup", backup.toString()).succeeds();
    assertThat(FileOwner.of(backup)).isEqualTo(ROOT);
    try (ZipFile zip = new ZipFile(backup.toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName).toList())
          .noneMatch(name -> name.contains("x.html"))
          .anyMatch(name -> name.contains("reports/"));
    }
    run("restore", backup.toString()).fails("move the content of the home away, and try again");
    Files.delete(home.resolve("reports/x.html"));
    theRecipeOfThePageMovesTheHomeAway();
    assertThat(run("restore", backup.toString()).succeeds().out()).doesNotContain("already");
    assertThat(names()).contains("pgdata-18", "postgres", "reports", "runs");
    assertThatAllIsOf(OWNER);
    for (String each : new String[] {"runs", "reports"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(each))))
          .as(each)
          .isEqualTo("rwx------");
    }
  }

  /// The files of the home but those of PostgreSQL.
  private List<Path> touched() throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return new ArrayList<>(
          files
              .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
              .filter(each -> !each.toString().matches(".*/(pgdata-18|postgres-[0-9a-f]+)/.*"))
              .sorted()
              .toList());
    }
  }

  /// A process, since it gives up the rights of root for good.
  private Shell.Done run(String... words) throws Exception {
    Path out = Files.createTempFile(folder, "out", "");
    Path temporary = Files.createDirectories(folder.resolve("temporary"));
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
    ProcessBuilder command =
        JavaProcess.marquee(
            List.of("-XX:+DisableAttachMechanism", "-Djava.io.tmpdir=" + temporary),
            new Shell(home).typed(words));
    int classes = command.command().indexOf("-cp") + 1;
    command.command().set(classes, readable(command.command().get(classes)));
    int status = command.redirectErrorStream(true).redirectOutput(out.toFile()).start().waitFor();
    return new Shell.Done(status, Files.readString(out), "");
  }

  /// The owner may not be able to look into the folders of what is tested here.
  private String readable(String program) throws IOException {
    Path all = folder.resolve("program");
    List<String> parts = new ArrayList<>();
    for (String each : program.split(File.pathSeparator)) {
      Path from = Path.of(each);
      Path to = all.resolve(parts.size() + "-" + from.getFileName());
      parts.add(to.toString());
      if (Files.exists(from) && !Files.exists(to)) {
        Files.createDirectories(all);
        try (Stream<Path> files = Files.walk(from)) {
          for (Path file : files.toList()) {
            link(file, to.resolve(from.relativize(file)));
          }
        }
      }
    }
    return String.join(File.pathSeparator, parts);
  }

  private static void link(Path from, Path to) throws IOException {
    try {
      if (Files.isDirectory(from)) {
        Files.createDirectory(to);
      } else {
        Files.createLink(to, from);
      }
    } catch (FileSystemException _) {
      // On another disk. A jar with another time has no use for the cache of its classes.
      Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }
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
