package org.marquee.fire;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.marquee.rig.Program;

/// A program or right that the machine must have for a fault.
///
/// @param what in words, with the Debian package that brings it
/// @param met whether it is there
record Need(String what, BooleanSupplier met) {
  static final Need ROOT =
      new Need(
          "root, for network namespaces of its own (run it in a container or with sudo)",
          Need::hasNamespaces);

  static final Need POSTGRES =
      new Need(
          "PostgreSQL 14 or later (apt-get install postgresql)",
          () -> Postgres.programs().isPresent());

  /// A program on the PATH.
  static Need program(String name, String debianPackage) {
    return new Need("%s (apt-get install %s)".formatted(name, debianPackage), () -> isOnPath(name));
  }

  private static boolean isOnPath(String name) {
    return Arrays.stream(
            Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  private static boolean hasNamespaces() {
    try {
      String name = "marquee-fire-try";
      Program.run("ip", "netns", "add", name);
      Program.run("ip", "netns", "del", name);
      return true;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
