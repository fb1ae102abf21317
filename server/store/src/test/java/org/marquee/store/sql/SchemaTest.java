package org.marquee.store.sql;

import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.GoldenFile;

/// What the migrations make.
@NullMarked
class SchemaTest {
  @Test
  void the_migrations_make_the_tables_that_are_written_down() throws Exception {
    GoldenFile.compare(
        Path.of("src/test/resources/schema.txt"), StoredContent.schema(MigratedDatabase.create()));
  }
}
