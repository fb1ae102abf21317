package org.marquee.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.home.Storage;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.MigratedDatabase;

@NullMarked
class AccessDeskTest {
  @Test
  void a_change_leaves_no_keys_from_before_for_a_start(@TempDir Path home) throws IOException {
    Path keys = Files.createDirectory(home.resolve("checkpoint")).resolve("keys");
    Files.createFile(keys);
    try (Storage storage = Storage.of(home, MigratedDatabase.open())) {
      PostgresAccess book = new AccessDesk(storage).bookToChange();
      assertThat(keys).as("where they cannot be removed, nothing is changed").doesNotExist();
      // A node that runs writes what it knows once more.
      Files.createFile(keys);
      book.createOrganization("lux");
      assertThat(keys).doesNotExist();
    }
  }
}
