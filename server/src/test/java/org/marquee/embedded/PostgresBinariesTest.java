package org.marquee.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullMarked
class PostgresBinariesTest {
  @Test
  void an_unpacked_folder_stays_as_it_is_until_something_is_missing(@TempDir Path cache)
      throws IOException {
    URL archive = PostgresBinaries.archive();
    Path target = cache.resolve("postgres");
    String program = PostgresBinaries.unpack(archive, target).program("postgres");
    assertThat(Command.run(List.of(program, "--version")).output()).contains("18.");

    Path trace = Files.createFile(target.resolve("trace"));
    PostgresBinaries.unpack(archive, target);
    assertThat(trace).exists();

    Files.delete(Path.of(program));
    PostgresBinaries.unpack(archive, target);
    assertThat(Path.of(program)).exists();
    assertThat(trace).doesNotExist();
    try (var left = Files.list(cache)) {
      assertThat(left).containsExactly(target);
    }
  }
}
