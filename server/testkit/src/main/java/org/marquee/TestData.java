package org.marquee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// Finds the real feeds and registers, which are not part of the repository: in the folder that
/// `MARQUEE_TEST_DATA` names, else in `../shared/data` beside the repository.
public final class TestData {
  private TestData() {}

  /// The file or folder at `path` below the test data. Where there are none, the test is skipped
  /// with a message, but fails where `CI` is `true`.
  public static Path find(String path) {
    Path found = root().resolve(path);
    boolean present = Files.exists(found);
    String message = "no test data at " + found + "; MARQUEE_TEST_DATA names their folder";
    if ("true".equals(System.getenv("CI"))) {
      assertThat(present).as(message).isTrue();
    }
    assumeTrue(present, message);
    return found;
  }

  private static Path root() {
    String named = System.getenv("MARQUEE_TEST_DATA");
    return named == null || named.isEmpty()
        ? Repository.path("../shared/data").normalize()
        : Path.of(named).toAbsolutePath();
  }
}
