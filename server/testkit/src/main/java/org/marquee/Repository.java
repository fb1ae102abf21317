package org.marquee;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The working tree that holds the tests: the nearest folder upwards with the modules of the
/// server. A test runs in the folder of its module, or in that of all tests, and must not care
/// which.
public final class Repository {
  private static final Path ROOT = find(Path.of("").toAbsolutePath());

  private Repository() {}

  /// A file or folder, by its path from the top of the repository.
  public static Path path(String first, String... more) {
    return ROOT.resolve(Path.of(first, more));
  }

  private static Path find(Path folder) {
    for (@Nullable Path up = folder; up != null; up = up.getParent()) {
      if (Files.exists(up.resolve("server/pom.xml"))) {
        return up;
      }
    }
    throw new IllegalStateException(
        "no repository holds " + folder + ": run the tests inside of one");
  }
}
