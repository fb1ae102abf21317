package org.marquee.store.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;

/// For how long reports of checks are kept, and how many of them.
@NullMarked
class PostgresKeptReportsTest {
  private final Database database = MigratedDatabase.open();
  private final PostgresKeptReports kept = new PostgresKeptReports(database, 250_000);

  @AfterEach
  void close() {
    database.close();
  }

  private void age(String id, String interval) throws SQLException {
    try (Connection connection = database.pool().getConnection()) {
      Sql.of("update kept_report set made_at = now() - cast(:age as interval) where id = :id")
          .bind("age", interval)
          .bind("id", id)
          .run(connection);
    }
  }

  private long count() throws SQLException {
    try (Connection connection = database.pool().getConnection()) {
      return Sql.of("select count(*) from kept_report").number(connection);
    }
  }

  @Test
  void a_report_is_kept_for_a_week() throws SQLException {
    kept.keep("young", "Käse".getBytes(UTF_8));
    kept.keep("old", "gone".getBytes(UTF_8));
    age("young", "6 days 23 hours");
    age("old", "7 days 1 hour");
    assertThat(kept.find("young")).hasValue("Käse".getBytes(UTF_8));
    assertThat(kept.find("old")).isEmpty();
    assertThat(new PostgresCleaning(database).cleanReports(Instant.now())).isEqualTo(1);
    assertThat(new PostgresCleaning(database).cleanReports(Instant.now().plus(Duration.ofDays(7))))
        .isEqualTo(1);
    assertThat(count()).isZero();
  }

  @Test
  void the_oldest_go_where_there_is_no_room() throws SQLException {
    byte[] page = new byte[100_000];
    new Random(1).nextBytes(page); // it cannot be compressed
    for (String id : new String[] {"a", "b", "c", "d"}) {
      kept.keep(id, page);
      age(id, (10 - id.charAt(0) % 10) + " minutes");
    }
    assertThat(count()).isEqualTo(2);
    assertThat(kept.find("c")).hasValue(page);
    assertThat(kept.find("d")).hasValue(page);
  }
}
