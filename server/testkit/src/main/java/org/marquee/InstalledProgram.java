package org.marquee;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Programs of the system that tests run, such as nginx. A test is skipped where its program is not
/// installed, and fails where all have to be: the merge gate sets `MARQUEE_TEST_PROGRAMS=required`.
public final class InstalledProgram {
  private static final boolean REQUIRED = "required".equals(System.getenv("MARQUEE_TEST_PROGRAMS"));

  private InstalledProgram() {}

  /// Goes on with a test only where a program is installed, and says where.
  public static String need(String name) {
    return need(name, name);
  }

  /// The path of a program whose Debian package has another name.
  public static String need(String name, String debianPackage) {
    // The path of ordinary users lacks what Debian keeps for administrators.
    Optional<Path> found =
        Stream.of((System.getenv("PATH") + ":/usr/sbin").split(":"))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isExecutable)
            .findFirst();
    String message = "%s is not installed: apt-get install %s".formatted(name, debianPackage);
    if (REQUIRED && found.isEmpty()) {
      throw new AssertionError(message);
    }
    assumeTrue(found.isPresent(), message);
    return found.orElseThrow().toString();
  }
}
