package org.marquee.store.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.access.usage.UsageCounts;
import org.marquee.access.usage.UsageLedger.By;
import org.marquee.access.usage.UsageLedger.Sum;
import org.marquee.access.usage.UsageRow;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;

@NullMarked
class PostgresUsageTest {
  private static final Instant OCTOBER = Instant.parse("2026-10-01T00:00:00Z");
  private static final Instant NOVEMBER = Instant.parse("2026-11-01T00:00:00Z");
  private static final UsageCounts ONE = new UsageCounts(1, 10, 1, 0, 0);
  private static final UsageCounts TWO = new UsageCounts(2, 20, 2, 0, 0);

  private final Database database = MigratedDatabase.open();
  private final PostgresUsage usage = new PostgresUsage(database.pool());

  @AfterEach
  void close() {
    database.close();
  }

  private static UsageRow row(String organization, String key, String operation, String hour) {
    return new UsageRow(organization, key, operation, Instant.parse(hour), ONE);
  }

  @Test
  void sums_have_the_hours_that_begin_in_the_period_by_what_is_asked_for() {
    usage.add(
        1,
        List.of(
            row("rex", "key_1", "films", "2026-09-30T23:00:00Z"),
            row("rex", "key_1", "films", "2026-10-01T00:00:00Z"),
            row("rex", "key_2", "showtimes", "2026-10-31T23:00:00Z"),
            row("rex", "key_2", "showtimes", "2026-11-01T00:00:00Z"),
            row("lux", "", "films", "2026-10-15T12:00:00Z")));
    assertThat(usage.sum(null, OCTOBER, NOVEMBER, By.ORGANIZATION))
        .containsExactly(new Sum("lux", List.of(""), ONE), new Sum("rex", List.of(""), TWO));
    assertThat(usage.sum("rex", OCTOBER, NOVEMBER, By.DAY))
        .containsExactly(
            new Sum("rex", List.of("2026-10-01"), ONE), new Sum("rex", List.of("2026-10-31"), ONE));
    assertThat(usage.sum("rex", OCTOBER, NOVEMBER, By.KEY))
        .containsExactly(
            new Sum("rex", List.of("key_1"), ONE), new Sum("rex", List.of("key_2"), ONE));
    assertThat(usage.sum(null, OCTOBER, NOVEMBER, By.OPERATION))
        .containsExactly(
            new Sum("lux", List.of("films"), ONE),
            new Sum("rex", List.of("films"), ONE),
            new Sum("rex", List.of("showtimes"), ONE));
  }

  @Test
  void routes_of_one_name_are_one_row() {
    UsageRow row = row("rex", "key_1", "other", "2026-10-01T00:00:00Z");
    usage.add(1, List.of(row, row));
    assertThat(usage.sum(null, OCTOBER, NOVEMBER, By.OPERATION))
        .containsExactly(new Sum("rex", List.of("other"), TWO));
  }

  @Test
  void nodes_that_add_the_same_rows_in_any_order_add_up() throws Exception {
    List<UsageRow> rows = new ArrayList<>();
    for (int key = 0; key < 100; key++) {
      rows.add(row("rex", "key_" + key, "films", "2026-10-01T00:00:00Z"));
    }
    List<UsageRow> backwards = new ArrayList<>(rows);
    Collections.reverse(backwards);
    try (ExecutorService nodes = Executors.newFixedThreadPool(4)) {
      List<Future<?>> added = new ArrayList<>();
      for (int round = 0; round < 40; round++) {
        List<UsageRow> each = round % 2 == 0 ? rows : backwards;
        added.add(nodes.submit(() -> new PostgresUsage(database.pool()).add(1, each)));
      }
      for (Future<?> each : added) {
        each.get();
      }
    }
    assertThat(usage.sum("rex", OCTOBER, NOVEMBER, By.ORGANIZATION))
        .containsExactly(new Sum("rex", List.of(""), new UsageCounts(4000, 40_000, 4000, 0, 0)));
  }

  @Test
  void every_count_adds_up_and_a_key_has_days_of_its_own() {
    UsageCounts counts = new UsageCounts(1, 10, 2, 3, 4);
    UsageRow row = new UsageRow("rex", "key_1", "films", OCTOBER, counts);
    usage.add(1, List.of(row));
    usage.add(2, List.of(row, row("rex", "key_2", "films", OCTOBER.toString())));
    assertThat(usage.days("rex", "key_1", OCTOBER, NOVEMBER))
        .containsExactly(new Sum("rex", List.of("2026-10-01"), new UsageCounts(2, 20, 4, 6, 8)));
  }

  @Test
  void requests_of_a_month_add_up_and_0_only_asks() {
    LocalDate month = LocalDate.parse("2026-10-01");
    assertThat(usage.spend(1, month, Map.of("rex", 5L, "lux", 0L))).isEqualTo(Map.of("rex", 5L));
    assertThat(usage.spend(2, month, Map.of("rex", -1L, "lux", 2L)))
        .isEqualTo(Map.of("rex", 4L, "lux", 2L));
    assertThat(usage.spend(3, month, Map.of("rex", 0L, "lux", 1L)))
        .isEqualTo(Map.of("rex", 4L, "lux", 3L));
    assertThat(usage.spend(4, month.plusMonths(1), Map.of("rex", 1L))).isEqualTo(Map.of("rex", 1L));
    assertThat(usage.spend(5, month.plusMonths(1), Map.of("rex", 0L, "lux", 0L)))
        .as("not what was spent in another month")
        .isEqualTo(Map.of("rex", 1L));
  }

  /// Its commit may have been done, and not confirmed.
  @Test
  void an_addition_that_is_repeated_adds_nothing_and_another_node_has_numbers_of_its_own() {
    LocalDate month = LocalDate.parse("2026-10-01");
    List<UsageRow> rows = List.of(row("rex", "key_1", "films", "2026-10-01T00:00:00Z"));
    usage.add(7, rows);
    usage.add(7, rows);
    new PostgresUsage(database.pool()).add(7, rows);
    assertThat(usage.sum(null, OCTOBER, NOVEMBER, By.ORGANIZATION))
        .containsExactly(new Sum("rex", List.of(""), TWO));
    usage.spend(7, month, Map.of("rex", 5L));
    assertThat(usage.spend(7, month, Map.of("rex", 5L, "lux", 0L))).isEqualTo(Map.of("rex", 5L));
  }
}
