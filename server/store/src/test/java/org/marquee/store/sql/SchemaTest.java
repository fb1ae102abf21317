package org.marquee.store.sql;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.GoldenFile;
import org.marquee.Repository;

/// What the migrations make.
@NullMarked
class SchemaTest {
  @Test
  void the_migrations_make_the_tables_that_are_written_down() throws Exception {
    GoldenFile.compare(
        Repository.path("server/store/src/test/resources/schema.txt"),
        StoredContent.schema(MigratedDatabase.create()));
  }
}
