package org.marquee.app.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.marquee.files.FileOwner;
import org.marquee.files.RootRights;

/// What the owner of a home, who runs the service, may do with files, where root asks: root itself
/// may do everything. `test` answers as that account, so that groups and access lists count.
final class OwnerChecks {
  /// What the service writes in its home.
  private static final List<String> WRITTEN =
      List.of("runs", "reports", "checkpoint", "bulk", "backups", "postgres", "pgdata-18");

  private static final List<String> DATABASE = List.of("postgres", "pgdata-18");

  /// Whom the database of root's own home may belong to.
  private static final int NOBODY = 65534;

  private final FileOwner owner;
  private final String user;
  private final String group;
  private final List<String> prefix;

  private OwnerChecks(FileOwner owner, Path home) throws IOException {
    this.owner = owner;
    this.user = Files.getOwner(home).getName();
    this.group = String.valueOf(Files.getAttribute(home, "posix:group"));
    // A number has no name, and so no groups of its own.
    String groups = user.matches("[0-9]+") ? "--clear-groups" : "--init-groups";
    this.prefix =
        RootRights.areGivenUp()
            ? List.of()
            : List.of(
                "setpriv", "--reuid=" + owner.user(), "--regid=" + owner.group(), groups, "--");
  }

  /// Empty where we are not root, the home is ours or missing, or nothing can run as its owner.
  static Optional<OwnerChecks> of(Path home) {
    try {
      return FileOwner.otherThanRoot(home).isEmpty() && !RootRights.areGivenUp()
          ? Optional.empty()
          : Optional.of(new OwnerChecks(FileOwner.of(home), home))
              .filter(checks -> checks.may("-d", Path.of("/")));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// A home of root with the data of somebody else, who cannot come to it.
  static Optional<Finding> left(Path home) {
    Path data = home.resolve("pgdata-18");
    try {
      if (!FileOwner.mayGive() || !Files.exists(data) || !FileOwner.of(home).isRoot()) {
        return Optional.empty();
      }
      FileOwner owner = FileOwner.of(data);
      return owner.isRoot() || owner.user() == NOBODY
          ? Optional.empty()
          : Optional.of(
              Finding.fault(
                  "home",
                  "%s belongs to root, and its data to %s".formatted(home, Recipes.owner(data)),
                  "chown -R %s: %s".formatted(Recipes.owner(data), home)));
    } catch (IOException _) {
      return Optional.empty(); // it has just gone
    }
  }

  /// Folders in the home that cannot be used, the database's apart.
  static List<Finding> closed(Path home) {
    return WRITTEN.stream()
        .filter(each -> !DATABASE.contains(each))
        .flatMap(each -> Recipes.unusable("files", home.resolve(each), home).stream())
        .toList();
  }

  /// The same of the database's.
  static Optional<Finding> closedDatabase(Path home) {
    return DATABASE.stream()
        .flatMap(each -> Recipes.unusable("database", home.resolve(each), home).stream())
        .findFirst();
  }

  /// A file that the owner cannot read; empty if it can, or the file is not there.
  Optional<Finding> read(Path file) {
    return lacks("-r", file, "read", "0640");
  }

  /// Whether the owner can read and start a program.
  Optional<Finding> start(Path program) {
    return lacks("-x", program, "start", "0750");
  }

  private Optional<Finding> lacks(String test, Path file, String what, String mode) {
    if (!isThere(file) || may(test, file)) {
      return Optional.empty();
    }
    String next = "chgrp %s %s && chmod %s %2$s".formatted(group, file, mode);
    for (Path above = file.toAbsolutePath(); above != null; above = above.getParent()) {
      if (Files.isDirectory(above) && !may("-x", above)) {
        next =
            "put it where %s may go, as in /etc/marquee: %s is closed to that account"
                .formatted(user, above);
      }
    }
    return Optional.of(
        Finding.fault(
            "files",
            "%s, who owns the home and runs the service, cannot %s %s".formatted(user, what, file),
            next));
  }

  /// The owner may not even see it.
  private static boolean isThere(Path file) {
    try {
      return RootRights.use(file, () -> Files.exists(file));
    } catch (IOException _) {
      return false;
    }
  }

  /// Folders in the home that somebody else owns, so that the service cannot go on with them.
  List<Finding> taken(Path home) {
    return WRITTEN.stream().map(home::resolve).flatMap(this::owned).toList();
  }

  private Stream<Finding> owned(Path folder) {
    try {
      if (!Files.exists(folder) || FileOwner.of(folder).user() == owner.user()) {
        return Stream.empty();
      }
      return Stream.of(
          Finding.fault(
              "files",
              "%s belongs to %s, and the home to %s"
                  .formatted(folder, Files.getOwner(folder).getName(), user),
              "chown -R %s:%s %s".formatted(user, group, folder)));
    } catch (IOException _) {
      return Stream.empty(); // it has just gone
    }
  }

  private boolean may(String test, Path file) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of("test", test, file.toString()));
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException _) {
      return false; // there is no setpriv
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
