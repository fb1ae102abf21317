package org.marquee.fire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.marquee.rig.Program;
import org.marquee.rig.Waiting;

/// A PostgreSQL server of the machine's own, in the temporary folder.
final class Postgres implements AutoCloseable {
  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
  private static final int OLDEST = 14;
  private static final Duration START = Duration.ofSeconds(60);

  private final Path folder;
  private final int port;
  private Program program;

  private Postgres(Path folder, int port, Program program) {
    this.folder = folder;
    this.port = port;
    this.program = program;
  }

  /// The folder with the programs of the newest version, as Debian installs them.
  static Optional<Path> programs() {
    if (!Files.isDirectory(INSTALLED)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(INSTALLED)) {
      return versions
          .filter(each -> version(each) >= OLDEST && Files.exists(each.resolve("bin/initdb")))
          .max(Comparator.comparingInt(Postgres::version))
          .map(each -> each.resolve("bin"));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static int version(Path folder) {
    String name = folder.getFileName().toString();
    return name.matches("[0-9]+") ? Integer.parseInt(name) : 0;
  }

  /// A command as the account that databases run as: they refuse to run as root.
  static List<String> asServer(List<String> command) {
    if (!System.getProperty("user.name").equals("root")) {
      return command;
    }
    List<String> all =
        new ArrayList<>(
            List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
    all.addAll(command);
    return all;
  }

  /// Gives a folder to the account that databases run as.
  static Path give(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    if (System.getProperty("user.name").equals("root")) {
      Program.run("chown", "postgres:", folder.toString());
    }
    return folder;
  }

  /// Makes and starts an empty one.
  static Postgres start(Path folder) throws IOException, InterruptedException {
    Path bin = programs().orElseThrow();
    give(folder);
    Program.run(
        asServer(
            List.of(
                bin.resolve("initdb").toString(),
                "--pgdata=" + folder.resolve("data"),
                "--username=marquee",
                "--auth=trust",
                "--encoding=UTF8",
                "--no-sync",
                "--locale=C")));
    int port = Waiting.freePort();
    Postgres postgres = new Postgres(folder, port, launch(folder, port));
    await("PostgreSQL", port);
    Program.run(
        "psql",
        "-h",
        "127.0.0.1",
        "-p",
        "" + port,
        "-U",
        "marquee",
        "-d",
        "postgres",
        "-c",
        "create database marquee");
    return postgres;
  }

  private static Program launch(Path folder, int port) throws IOException {
    return Program.start(
        folder.resolveSibling(folder.getFileName() + ".log"),
        Map.of(),
        asServer(
            List.of(
                programs().orElseThrow().resolve("postgres").toString(),
                "-D",
                folder.resolve("data").toString(),
                "-p",
                Integer.toString(port),
                "-k",
                folder.toString(),
                "-c",
                "listen_addresses=127.0.0.1")));
  }

  /// Waits until a server, or what stands in front of one, takes connections.
  static void await(String name, int port) throws IOException, InterruptedException {
    Waiting.until(
        name,
        START,
        () -> {
          Program.run("pg_isready", "-q", "-h", "127.0.0.1", "-p", Integer.toString(port));
          return true;
        });
  }

  /// Ends it at once, as a crash of its machine would; its processes end with it.
  void kill() {
    program.kill();
  }

  /// Starts it again where it was.
  void restart() throws IOException, InterruptedException {
    program.close();
    program = launch(folder, port);
    await("PostgreSQL", port);
  }

  /// Sends a signal to the server and all its processes.
  void signalAll(String name) throws IOException, InterruptedException {
    String first = Files.readAllLines(folder.resolve("data/postmaster.pid")).getFirst();
    Program.run("sh", "-c", "kill -%s %s $(ps -o pid= --ppid %s)".formatted(name, first, first));
  }

  int port() {
    return port;
  }

  /// As `--database` takes it.
  String url() {
    return url(port);
  }

  /// As `--database` takes what listens on a port.
  static String url(int port) {
    return "jdbc:postgresql://127.0.0.1:%d/marquee?user=marquee".formatted(port);
  }

  @Override
  public void close() {
    program.close();
  }
}
