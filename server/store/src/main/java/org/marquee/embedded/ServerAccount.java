package org.marquee.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.marquee.files.FileOwner;
import org.marquee.files.RootRights;

/// Whom PostgreSQL runs as: ourselves, or, since it refuses to run as root, somebody with less
/// power. In the home of another account we are that account ([RootRights]).
///
/// @param prefix the words before each command of PostgreSQL
/// @param owner who must own its files; empty: the user who creates them
record ServerAccount(List<String> prefix, Optional<FileOwner> owner) {
  private static final FileOwner NOBODY = new FileOwner(65534, 65534);
  private static final FileOwner ROOT = new FileOwner(0, 0);

  /// The ways for root, best first. A user namespace of its own changes the owner of no file, and
  /// leaves no power over anything outside. Where the system forbids it, as most containers do:
  /// another user, who may still pass the folders above the home.
  private static final List<ServerAccount> FOR_ROOT =
      List.of(
          new ServerAccount(List.of("unshare", "-U", "--"), Optional.of(ROOT)),
          other(
              NOBODY,
              "--securebits=+no_setuid_fixup",
              "--inh-caps=+dac_override",
              "--ambient-caps=+dac_override"),
          other(NOBODY));

  private static final String COMES_IN = "\"$1\" --version && cd \"$2\"";

  static ServerAccount find(PostgresBinaries binaries, Path home) throws IOException {
    return switch (RootRights.user()) {
      case "root" -> firstThatWorks(FOR_ROOT, binaries, home);
      // The user id has no name, which initdb demands; in a namespace it has one.
      case "", "?" -> firstThatWorks(List.of(namespace()), binaries, home);
      default -> new ServerAccount(List.of(), Optional.empty());
    };
  }

  private static ServerAccount namespace() {
    return new ServerAccount(List.of("unshare", "-U", "--"), Optional.empty());
  }

  private static ServerAccount other(FileOwner owner, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + owner.user(),
                "--regid=" + owner.group(),
                "--clear-groups"));
    words.addAll(List.of(options));
    words.add("--");
    return new ServerAccount(List.copyOf(words), Optional.of(owner));
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

  private boolean works(PostgresBinaries binaries, Path home) throws IOException {
    if (!Command.exists(prefix.getFirst())) {
      return false;
    }
    return Command.run(
            command("sh", "-c", COMES_IN, "sh", binaries.program("postgres"), home.toString()))
        .succeeded();
  }

  List<String> command(String... words) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of(words));
    return command;
  }

  /// Gives the folder and all in it to this account, if it is not its own yet.
  ///
  /// @throws IOException if it is neither root's nor of an account for root
  void handOver(Path folder) throws IOException {
    FileOwner now = FileOwner.of(folder);
    if (owner.isEmpty() || now.user() == owner.get().user()) {
      return;
    }
    if (!now.isRoot() && !now.equals(NOBODY)) {
      throw new IOException(
          "%s belongs to the user %d, and the home to root, and root cannot run PostgreSQL as that user here: give the home to that user"
              .formatted(folder, now.user()));
    }
    owner.get().give(folder);
  }
}
