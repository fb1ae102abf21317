package org.marquee.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A home for one piece of work; it goes when it is closed.
///
/// @param folder readable by its owner only
record TemporaryHome(Path folder) implements AutoCloseable {
  static TemporaryHome make() throws IOException {
    return new TemporaryHome(Files.createTempDirectory("marquee-home-"));
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
