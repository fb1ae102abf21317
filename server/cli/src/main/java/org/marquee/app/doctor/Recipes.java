package org.marquee.app.doctor;

import static java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.files.FileOwner;
import org.marquee.files.RootRights;
import org.marquee.store.sql.Database;

/// The next steps for a database that cannot be opened, and for files that cannot be used, as lines
/// to paste into a shell.
final class Recipes {
  /// What a shell reads as it stands.
  private static final Pattern PLAIN = Pattern.compile("[\\w./:@%+,=-]+");

  private static final Set<PosixFilePermission> OWNER =
      Set.of(OWNER_READ, OWNER_WRITE, OWNER_EXECUTE);

  /// @param cause is found in the words of PostgreSQL, of the system or of ours
  /// @param step WHERE stands for the home or the address, NAME for the first group of the cause
  private record Recipe(Pattern cause, String step) {
    static Recipe of(String cause, String step) {
      return new Recipe(Pattern.compile(cause), step);
    }
  }

  private static final String MOUNT =
      "mount -o remount,rw \"$(findmnt -no TARGET -T WHERE)\"; dmesg says why if that fails. In a container: the volume without :ro";

  private static final String ROOM =
      "du -xhd1 WHERE | sort -h; what is in WHERE/runs and WHERE/reports may be deleted, nothing else. Then keep less (docs/retention.md)";

  private static final List<Recipe> EMBEDDED =
      List.of(
          Recipe.of("no room left|disk is full|No space left|quota exceeded", ROOM),
          Recipe.of("read-only|Read-only file system", MOUNT),
          Recipe.of(
              "taken over by PostgreSQL|is data of PostgreSQL|belongs to a newer Marquee",
              "install the Marquee that it is of; or, from a backup of this one: marquee restore FILE --home NEW"),
          Recipe.of(
              "password authentication failed",
              "put WHERE/postgres/password back from a copy of the home; without one see docs/database.md, \"A lost password\""),
          Recipe.of(
              "root cannot run PostgreSQL as that user",
              "namei -l WHERE/pgdata-18 shows who may pass; chown -R ACCOUNT: WHERE gives all to the account of the service"),
          Recipe.of(
              "no permission for|Permission denied|wrong ownership|invalid permissions",
              "chown -R \"$(stat -c %U: WHERE)\" WHERE && chmod -R u=rwX,go= WHERE"));

  private static final String SET = " (marquee config says where the address is set)";

  private static final List<Recipe> EXTERNAL =
      List.of(
          Recipe.of(
              "password authentication failed for user \"(.*?)\"",
              "put the right password into the address"
                  + SET
                  + "; a new one: psql -c '\\password NAME', as a superuser"),
          Recipe.of("no password was provided", "put a password into the address" + SET),
          Recipe.of(
              "no pg_hba.conf entry for host \"(.*?)\"",
              "add a line to pg_hba.conf of the server, such as: host DATABASE USER NAME/32 scram-sha-256; then psql -c 'select pg_reload_conf()'"),
          Recipe.of(
              "database \"(.*?)\" does not exist",
              "createdb --encoding=UTF8 --locale=C --template=template0 --owner=USER NAME"),
          Recipe.of("role \"(.*?)\" does not exist", "createuser --pwprompt NAME"),
          Recipe.of(
              "permission denied for database \"(.*?)\"",
              "psql -c 'grant connect, temporary on database NAME to USER', as its owner"),
          Recipe.of(
              "too many clients|connection slots",
              "psql -c 'alter system set max_connections = 200', and restart it"),
          Recipe.of("lacks a right .* run: (.*);", "psql -c 'NAME' WHERE"),
          Recipe.of(
              "belongs to a newer Marquee",
              "install the newer Marquee; or, from a backup of before: marquee restore FILE, into another database"),
          Recipe.of(
              "refused|[Tt]imed? ?out|unknown host|[Uu]nreachable|No route|starting up|shutting down|closed the connection",
              "systemctl start postgresql, there; pg_isready -d WHERE says when it answers. Else correct the address"
                  + SET));

  private Recipes() {}

  /// A database that cannot be opened.
  ///
  /// @param external null: the embedded one of the home
  static Finding database(String failure, Path home, Database.@Nullable Address external) {
    List<String> lines = failure.lines().map(String::strip).toList();
    String log =
        lines.stream()
            .filter(each -> each.contains("FATAL: "))
            .reduce((_, last) -> last)
            .orElse("");
    String what = lines.getFirst() + log.replaceFirst(".*?(?=FATAL: )", " ");
    return Finding.fault(
        "database",
        log.equals(lines.getFirst()) ? log : what,
        external == null
            ? step(EMBEDDED, failure, word(home))
                .orElseGet(() ->
                    lines.size() > 1 && !lines.getFirst().contains("does not start")
                        ? lines.get(1)
                        : "tail -n 20 " + word(home.resolve("postgres/server.log")))
            : external(failure, lines, external));
  }

  private static String external(String failure, List<String> lines, Database.Address address) {
    String where =
        "'" + address.toString().replaceFirst("^jdbc:", "").replaceFirst("[?].*", "") + "'";
    return step(EXTERNAL, failure, where)
        .orElseGet(
            () -> lines.size() > 1 ? lines.get(1) : "psql %s says more%s".formatted(where, SET));
  }

  private static Optional<String> step(List<Recipe> recipes, String failure, String where) {
    for (Recipe each : recipes) {
      Matcher found = each.cause().matcher(failure);
      if (found.find()) {
        String name = found.groupCount() == 0 ? "" : found.group(1);
        return Optional.of(each.step().replace("NAME", name).replace("WHERE", where));
      }
    }
    return Optional.empty();
  }

  /// A full disk.
  static String room(Path home) {
    return ROOM.replace("WHERE", word(home));
  }

  /// A folder that this user, or its owner, cannot read, write and enter; empty if it can, or the
  /// folder is not there.
  ///
  /// @param home which it is, or is in
  static Optional<Finding> unusable(String check, Path folder, Path home) {
    Path at = firstClosed(folder);
    boolean open =
        Files.isReadable(at) && Files.isWritable(at) && Files.isExecutable(at) && ownerMay(at);
    return Files.notExists(folder) || Files.isRegularFile(folder) || (at.equals(folder) && open)
        ? Optional.empty()
        : Optional.of(closed(check, at, home, "u+rwx"));
  }

  /// A file that this user cannot read.
  static Finding unreadable(Path file, Path home) {
    return closed("files", firstClosed(file), home, "u+r");
  }

  /// The first folder on the way that cannot be entered; else the end of the way.
  private static Path firstClosed(Path file) {
    Path first = file;
    for (Path above = file.toAbsolutePath().getParent(); above != null; above = above.getParent()) {
      if (Files.isDirectory(above) && !Files.isExecutable(above)) {
        first = above;
      }
    }
    return first;
  }

  private static boolean ownerMay(Path folder) {
    try {
      return Files.getPosixFilePermissions(folder).containsAll(OWNER);
    } catch (IOException | UnsupportedOperationException _) {
      return true; // nothing is known to be wrong
    }
  }

  private static Finding closed(String check, Path at, Path home, String mode) {
    String me = RootRights.user();
    String owner = owner(at);
    if (isReadOnly(at)) {
      return Finding.fault(
          check, at + " is on a disk that is mounted read-only", MOUNT.replace("WHERE", word(at)));
    }
    if (owner.equals(me) || FileOwner.mayGive()) {
      return Finding.fault(
          check,
          "the mode of %s closes it to its owner, %s".formatted(at, owner),
          "chmod %s %s".formatted(mode, word(at)));
    }
    String give =
        Files.isDirectory(at)
            ? (RootRights.wereGiven() ? "" : "sudo ") + "chown -R %s: %s".formatted(me, word(at))
            : "sudo chgrp $(id -gn) %s && sudo chmod g+r %1$s".formatted(word(at));
    return Finding.fault(
        check,
        "%s belongs to %s, and %s cannot use it".formatted(at, owner, me),
        home.startsWith(at)
            ? "sudo -u %s marquee doctor --home %s, or make it yours: %s"
                .formatted(owner, word(home), give)
            : give);
  }

  static String owner(Path file) {
    try {
      return Files.getOwner(file).getName();
    } catch (IOException _) {
      return "somebody else";
    }
  }

  /// A path as one word of a shell: `chown -R` on half of a path would give away other files.
  private static String word(Path path) {
    String text = path.toString();
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private static boolean isReadOnly(Path file) {
    try {
      return Files.getFileStore(file).isReadOnly();
    } catch (IOException _) {
      return false; // nothing is known of the disk
    }
  }
}
