package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.ops.Sources;
import org.marquee.store.MigratedDatabase;
import org.marquee.store.PostgresSources;
import picocli.CommandLine;

@NullMarked
class HomeTest {
  @TempDir Path folder = Path.of("");

  @Test
  void a_new_home_is_for_its_owner_only() throws IOException {
    Path place = folder.resolve("home");
    Home home = CommandLine.populateCommand(new Home(), "--home", place.toString());
    home.open().close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
        .isEqualTo("rwx------");
  }

  @Test
  void the_sample_needs_no_home_where_the_database_is_elsewhere() throws IOException {
    try (Storage storage =
        new Storage(folder.resolve("missing"), MigratedDatabase.open(), () -> {})) {
      DemoCommand.takeIn(Sample.begin(), storage);
      assertThat(new PostgresSources(storage.database().pool()).list())
          .extracting(Sources.Source::provider)
          .containsExactly("demo");
    }
  }
}
