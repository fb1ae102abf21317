package org.marquee.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;

@NullMarked
class PostgresQuotasTest {
  private static final LocalDate OCTOBER = LocalDate.parse("2026-10-01");

  private final Database database = MigratedDatabase.open();
  private final PostgresUsage usage = new PostgresUsage(database.pool());

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void requests_of_a_month_add_up_and_0_only_asks() {
    assertThat(usage.spend(OCTOBER, Map.of("rex", 5L, "lux", 0L))).isEqualTo(Map.of("rex", 5L));
    assertThat(usage.spend(OCTOBER, Map.of("rex", -1L, "lux", 2L)))
        .isEqualTo(Map.of("rex", 4L, "lux", 2L));
    assertThat(usage.spend(OCTOBER, Map.of("rex", 0L, "lux", 1L)))
        .isEqualTo(Map.of("rex", 4L, "lux", 3L));
    assertThat(usage.spend(OCTOBER.plusMonths(1), Map.of("rex", 1L))).isEqualTo(Map.of("rex", 1L));
  }
}
