package org.marquee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file with the expected result. `-Dmarquee.golden=rewrite` replaces it by the result found;
/// review the difference in git.
public final class GoldenFile {
  private GoldenFile() {}

  /// Whether expected results are replaced by those found.
  public static boolean isRewriting() {
    return "rewrite".equals(System.getProperty("marquee.golden"));
  }

  /// Compares a result with the expected one.
  public static void compare(Path file, String found) throws IOException {
    if (isRewriting()) {
      Files.writeString(file, found);
    }
    assertThat(file).exists();
    assertThat(found).isEqualTo(Files.readString(file));
  }
}
