package org.marquee.app.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.marquee.files.FolderTree;

/// A home for one command; closing deletes it.
///
/// @param folder readable by its owner only
public record TemporaryHome(Path folder) implements AutoCloseable {
  /// Makes an empty folder.
  public static TemporaryHome make() throws IOException {
    return new TemporaryHome(Files.createTempDirectory("marquee-home-"));
  }

  @Override
  public void close() {
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
