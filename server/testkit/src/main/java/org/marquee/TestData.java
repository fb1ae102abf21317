package org.marquee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Finds the real feeds and registers, which are not part of the repository: in the folder that
/// `MARQUEE_TEST_DATA` names, else in `../shared/data` beside the repository.
public final class TestData {
  private static final String NAMED =
      Objects.requireNonNullElse(System.getenv("MARQUEE_TEST_DATA"), "");

  private TestData() {}

  /// The file or folder at `path` below the test data. Where there are none, the test is skipped;
  /// it fails where the folder is named and does not have it.
  public static Path find(String path) {
    if (!NAMED.isEmpty()) {
      Path found = Path.of(NAMED).toAbsolutePath().resolve(path);
      assertThat(found).exists();
      return found;
    }
    Path found = Repository.path("../shared/data").normalize().resolve(path);
    assumeTrue(
        Files.exists(found), "there are no real feeds: MARQUEE_TEST_DATA names their folder");
    return found;
  }
}
