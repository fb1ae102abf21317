package org.marquee.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;

/// A file that holds what is expected. `-Dmarquee.golden=rewrite` writes what was found instead, to
/// be looked at in the difference that version control shows.
@NullMarked
public final class GoldenFile {
  private GoldenFile() {}

  public static void compare(Path file, String found) throws IOException {
    if ("rewrite".equals(System.getProperty("marquee.golden"))) {
      Files.writeString(file, found);
    }
    assertThat(file).exists();
    assertThat(found).isEqualTo(Files.readString(file));
  }
}
