package org.marquee.app.doctor;

import static java.nio.file.attribute.PosixFilePermission.GROUP_READ;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_READ;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.marquee.alarm.NodeTroubles;
import org.marquee.files.FileOwner;
import org.marquee.http.tls.TlsFiles;

/// What the service finds on its machine: Java, disk, files, certificate.
final class MachineChecks {
  private static final long MEGABYTE = 1_000_000;

  /// What a small node needs beside its PostgreSQL.
  private static final long LEAST_MEMORY = 900 * MEGABYTE;

  private static final Set<PosixFilePermission> OTHERS =
      Set.of(OTHERS_READ, OTHERS_WRITE, OTHERS_EXECUTE);

  private MachineChecks() {}

  /// The Java that runs, and what it was started with.
  static Finding java() {
    String what = "Java %s in %s".formatted(Runtime.version(), System.getProperty("java.home"));
    List<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments();
    if (!options.contains("-XX:+UseCompactObjectHeaders")) {
      return Finding.warning(
          "java",
          what + ", started without the options of the launcher: it takes more memory",
          "start it with ./marquee or /usr/bin/marquee, not with java -jar");
    }
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        && system.getTotalMemorySize() < LEAST_MEMORY) {
      return Finding.warning(
          "java",
          "%s, and %d MB of memory in all".formatted(what, system.getTotalMemorySize() / MEGABYTE),
          "give the machine or the container 1 GB (docs/scaling.md, \"Memory\")");
    }
    return Finding.ok("java", what);
  }

  /// The room on the disk of a folder, or of the first one above it that is there.
  static Finding disk(Path folder) {
    return disk(folder, Files::getFileStore);
  }

  /// How the disk of a path is found.
  @FunctionalInterface
  interface Disks {
    FileStore of(Path path) throws IOException;
  }

  /// How full the disk of a folder is. Where the disk cannot be found, as below a plain chroot,
  /// nothing is known to be wrong.
  static Finding disk(Path folder, Disks disks) {
    Path there = folder.toAbsolutePath();
    while (!Files.exists(there)) {
      there = Objects.requireNonNull(there.getParent()); // the root is there
    }
    try {
      FileStore disk = disks.of(there);
      long free = disk.getUsableSpace();
      String what = "%d MB are free for %s".formatted(free / MEGABYTE, folder);
      return NodeTroubles.isLow(free, disk.getTotalSpace())
          ? Finding.fault("disk", what, Recipes.room(folder))
          : Finding.ok("disk", what);
    } catch (IOException e) {
      return Finding.warning(
          "disk",
          "how much is free for %s is not known: %s".formatted(folder, e.getMessage()),
          "df -h " + there);
    }
  }

  /// Whether the home can be used, and whether others can look into it.
  static Finding home(Path home) {
    Optional<Finding> closed =
        Recipes.unusable("home", home, home).or(() -> OwnerChecks.left(home));
    if (closed.isPresent()) {
      return closed.get();
    }
    if (!Files.exists(home)) {
      return Finding.warning(
          "home", "there is no home in " + home + " yet", start(home, Path.of("/")));
    }
    if (!Files.isDirectory(home)) {
      return Finding.fault("home", home + " is a file", "check --home and MARQUEE_HOME");
    }
    return isOpen(home, OTHERS)
        ? Finding.warning("home", "others can look into " + home, "chmod 700 " + home)
        : Finding.ok("home", home + " is there, for its owner only");
  }

  /// What starts the service of a home: systemd, where that has the unit of the Debian package.
  ///
  /// @param root of the file system
  static String start(Path home, Path root) {
    return home.equals(Path.of("/var/lib/marquee"))
            && Files.isDirectory(root.resolve("run/systemd/system"))
            && Files.exists(root.resolve("usr/lib/systemd/system/marquee.service"))
        ? "systemctl start marquee"
        : "marquee serve --home " + home;
  }

  /// Whether a file that may hold secrets can be read by us, and by nobody else; empty if it is not
  /// there.
  ///
  /// @param home which keeps others from what is in it, if it is closed
  static Optional<Finding> secret(Path file, Path home) {
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    if (!Files.isReadable(file)) {
      return Optional.of(Recipes.unreadable(file, home));
    }
    if (isWithin(file, home) && !isOpen(home, OTHERS)) {
      return Optional.empty();
    }
    if (!isOpen(file, Set.of(OTHERS_READ, OTHERS_WRITE))) {
      return Optional.empty();
    }
    String what = "others can read " + file;
    String next = closing(file, home);
    return Optional.of(
        file.toString().endsWith(".yaml")
            ? Finding.warning("files", what + ", which may hold passwords", next)
            : Finding.fault("files", what, next));
  }

  /// The owner of the home must be able to read it afterwards.
  private static String closing(Path file, Path home) {
    try {
      FileOwner reader = FileOwner.of(home);
      FileOwner owner = FileOwner.of(file);
      boolean stays =
          reader.isRoot()
              || owner.user() == reader.user()
              || (owner.group() == reader.group() && isOpen(file, Set.of(GROUP_READ)));
      if (!stays) {
        return "chgrp %s %s && chmod 0640 %2$s"
            .formatted(Files.getAttribute(home, "posix:group"), file);
      }
    } catch (IOException | UnsupportedOperationException _) {
      // there is no home yet, or no owner
    }
    return "chmod o-rwx " + file;
  }

  private static boolean isWithin(Path file, Path home) {
    try {
      return file.toRealPath().startsWith(home.toRealPath());
    } catch (IOException _) {
      return false;
    }
  }

  private static boolean isOpen(Path file, Set<PosixFilePermission> others) {
    try {
      return !Collections.disjoint(Files.getPosixFilePermissions(file), others);
    } catch (IOException | UnsupportedOperationException _) {
      return false;
    }
  }

  /// Whether the certificate can be used.
  static Finding certificate(TlsFiles files, Instant now) {
    try {
      TlsFiles.Look look = files.look(now);
      String what = "%s is for its key, until %s".formatted(files.certificate(), look.until());
      if (look.warning().isEmpty()) {
        return Finding.ok("certificate", what);
      }
      String next =
          look.isRefused() && look.until().isAfter(now)
              ? "timedatectl set-ntp true, if the clock is wrong; else a certificate that is valid now"
              : "certbot renew, or put a new certificate into %s and its key into %s: they are used at once"
                  .formatted(files.certificate(), files.key());
      return look.isRefused()
          ? Finding.fault("certificate", look.warning().get(), next)
          : Finding.warning("certificate", look.warning().get(), next);
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage());
      String next =
          why.contains("does not belong") || why.contains("is not a private key for")
              ? "put the key of that certificate into %2$s, or its certificate into %1$s. These print the same then: openssl x509 -noout -pubkey -in %1$s; openssl pkey -pubout -in %2$s"
              : why.contains("cannot be read")
                  ? "see what is said of files"
                  : "ls -l %s %s; then mend the file, or tls-certificate and tls-key";
      return Finding.fault("certificate", why, next.formatted(files.certificate(), files.key()));
    }
  }
}
