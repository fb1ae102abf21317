package org.marquee.embedded;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Whom PostgreSQL runs as: ourselves, or, since it refuses to run as root, somebody with less
/// power.
///
/// @param prefix the words before each command of PostgreSQL
/// @param owner the user id that must own its files; empty: the user who creates them
record ServerAccount(List<String> prefix, OptionalInt owner) {
  private static final int NOBODY = 65534;

  private static final List<String> SETPRIV =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  /// The ways for root, best first. A user namespace of its own changes the owner of no file, and
  /// leaves no power over anything outside. Where the system forbids it, as most containers do:
  /// another user, who may still pass the folders above the home.
  private static final List<ServerAccount> FOR_ROOT =
      List.of(
          new ServerAccount(List.of("unshare", "-U", "--"), OptionalInt.of(0)),
          nobody(
              "--securebits=+no_setuid_fixup",
              "--inh-caps=+dac_override",
              "--ambient-caps=+dac_override",
              "--"),
          nobody("--"));

  static ServerAccount find(PostgresBinaries binaries, Path home) throws IOException {
    return switch (System.getProperty("user.name", "")) {
      case "root" -> firstThatWorks(FOR_ROOT, binaries, home);
      // The user id has no name, which initdb demands; in a namespace it has one.
      case "", "?" -> firstThatWorks(List.of(namespace()), binaries, home);
      default -> new ServerAccount(List.of(), OptionalInt.empty());
    };
  }

  private static ServerAccount namespace() {
    return new ServerAccount(List.of("unshare", "-U", "--"), OptionalInt.empty());
  }

  private static ServerAccount nobody(String... rest) {
    List<String> words = new ArrayList<>(SETPRIV);
    words.addAll(List.of(rest));
    return new ServerAccount(List.copyOf(words), OptionalInt.of(NOBODY));
  }

  private static ServerAccount firstThatWorks(
      List<ServerAccount> accounts, PostgresBinaries binaries, Path home) throws IOException {
    for (ServerAccount account : accounts) {
      if (account.works(binaries, home)) {
        return account;
      }
    }
    throw new IOException(
        "PostgreSQL does not run as this user, and neither unshare nor setpriv can give it another"
            + " one here: run Marquee as an ordinary user, or name a database with --database");
  }

  boolean works(PostgresBinaries binaries, Path home) throws IOException {
    if (!Command.exists(prefix.getFirst())) {
      return false;
    }
    String attempt = "\"$1\" --version && cd \"$2\"";
    return Command.run(
            command("sh", "-c", attempt, "sh", binaries.program("postgres"), home.toString()))
        .succeeded();
  }

  List<String> command(String... words) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of(words));
    return command;
  }

  /// Gives the folder and all in it to this account, if it is not its own yet. The folder itself
  /// goes last, so that what was interrupted is done again.
  void handOver(Path folder) throws IOException {
    if (owner.isEmpty() || ownerOf(folder) == owner.getAsInt()) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            own(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            own(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void own(Path file) throws IOException {
    Files.setAttribute(file, "unix:uid", owner.getAsInt());
  }

  private static int ownerOf(Path file) throws IOException {
    return (Integer) Files.getAttribute(file, "unix:uid");
  }
}
