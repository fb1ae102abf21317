package org.marquee.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.marquee.files.FileOwner;

/// Whom PostgreSQL runs as: ourselves, or, since it refuses to run as root, the owner of the home;
/// where that is root, somebody with less power.
///
/// @param prefix the words before each command of PostgreSQL
/// @param owner who must own its files; empty: the user who creates them
/// @param reach what else runs so
record ServerAccount(List<String> prefix, Optional<FileOwner> owner, Reach reach) {
  private static final FileOwner NOBODY = new FileOwner(65534, 65534);
  private static final FileOwner ROOT = new FileOwner(0, 0);

  /// The ways for root, best first. A user namespace of its own changes the owner of no file, and
  /// leaves no power over anything outside. Where the system forbids it, as most containers do:
  /// another user, who may still pass the folders above the home.
  private static final List<ServerAccount> FOR_ROOT =
      List.of(
          new ServerAccount(List.of("unshare", "-U", "--"), Optional.of(ROOT), Reach.SERVER),
          other(
              NOBODY,
              Reach.SERVER,
              "--securebits=+no_setuid_fixup",
              "--inh-caps=+dac_override",
              "--ambient-caps=+dac_override"),
          other(NOBODY, Reach.SERVER));

  private static final String COMES_IN = "\"$1\" --version && cd \"$2\"";
  private static final String HAS_A_NAME = COMES_IN + " && id -un";

  /// What runs as the account.
  enum Reach {
    /// PostgreSQL.
    SERVER,
    /// Its watcher as well, whose text is in a folder that the account may write.
    WATCHER
  }

  static ServerAccount find(PostgresBinaries binaries, Path home) throws IOException {
    Optional<FileOwner> another = another(home);
    if (another.isPresent()) {
      return ofOwner(another.get(), binaries, home);
    }
    return switch (System.getProperty("user.name", "")) {
      case "root" -> firstThatWorks(FOR_ROOT, binaries, home);
      // The user id has no name, which initdb demands; in a namespace it has one.
      case "", "?" -> firstThatWorks(List.of(namespace()), binaries, home);
      default -> new ServerAccount(List.of(), Optional.empty(), Reach.SERVER);
    };
  }

  /// Where we are root: the user whose home it is, or else the database in it, if not root's.
  static Optional<FileOwner> another(Path home) throws IOException {
    if (!FileOwner.mayGive()) {
      return Optional.empty();
    }
    Path data = DataFolder.in(home);
    for (Path each : Files.exists(data) ? List.of(home, data) : List.of(home)) {
      FileOwner owner = FileOwner.of(each);
      if (!owner.isRoot() && !(each.equals(data) && owner.equals(NOBODY))) {
        return Optional.of(owner);
      }
    }
    return Optional.empty();
  }

  /// The server has no power of root: the owner knows the password, so the server does what the
  /// owner tells it.
  private static ServerAccount ofOwner(FileOwner owner, PostgresBinaries binaries, Path home)
      throws IOException {
    ServerAccount account = other(owner, Reach.WATCHER);
    if (!account.works(COMES_IN, binaries, home)) {
      throw new IOException(
          "this home belongs to the user %d, and root cannot run PostgreSQL as that user here: run Marquee as that user"
              .formatted(owner.user()));
    }
    return account;
  }

  /// Who makes the data: `initdb` wants a user with a name, and in a container the owner of the
  /// home may have none.
  ServerAccount maker(PostgresBinaries binaries, Path home) throws IOException {
    return reach == Reach.SERVER || works(HAS_A_NAME, binaries, home)
        ? this
        : firstThatWorks(FOR_ROOT, binaries, home);
  }

  private static ServerAccount namespace() {
    return new ServerAccount(List.of("unshare", "-U", "--"), Optional.empty(), Reach.SERVER);
  }

  private static ServerAccount other(FileOwner owner, Reach reach, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + owner.user(),
                "--regid=" + owner.group(),
                "--clear-groups"));
    words.addAll(List.of(options));
    words.add("--");
    return new ServerAccount(List.copyOf(words), Optional.of(owner), reach);
  }

  private static ServerAccount firstThatWorks(
      List<ServerAccount> accounts, PostgresBinaries binaries, Path home) throws IOException {
    for (ServerAccount account : accounts) {
      if (account.works(COMES_IN, binaries, home)) {
        return account;
      }
    }
    throw new IOException(
        "PostgreSQL does not run as this user, and neither unshare nor setpriv can give it another"
            + " one here: run Marquee as an ordinary user, or name a database with --database");
  }

  private boolean works(String attempt, PostgresBinaries binaries, Path home) throws IOException {
    if (!Command.exists(prefix.getFirst())) {
      return false;
    }
    return Command.run(
            command("sh", "-c", attempt, "sh", binaries.program("postgres"), home.toString()))
        .succeeded();
  }

  List<String> command(String... words) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of(words));
    return command;
  }

  /// The words that run a server under a watcher.
  List<String> watched(List<String> watcher, String... server) {
    List<String> command = new ArrayList<>();
    if (reach == Reach.WATCHER) {
      command.addAll(prefix);
    }
    command.addAll(watcher);
    command.addAll(reach == Reach.WATCHER ? List.of(server) : command(server));
    return command;
  }

  /// Gives the folder and all in it to this account, if it is not its own yet.
  void handOver(Path folder) throws IOException {
    if (owner.isPresent() && FileOwner.of(folder).user() != owner.get().user()) {
      owner.get().give(folder);
    }
  }
}
