package org.marquee.store.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.marquee.retention.RetentionLimit;
import org.marquee.store.audit.PostgresAudit;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;

/// Which runs are deleted from the history, and which stay.
@NullMarked
class PostgresCleaningTest {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
  private static final Duration WEEK = Duration.ofDays(7);
  private final Database database = MigratedDatabase.open();
  private final PostgresCleaning cleaning = new PostgresCleaning(database);

  @BeforeEach
  void fill() throws SQLException {
    // A run a day of two providers for a hundred days; one of them has no recent run.
    run(
        """
        insert into run (id, provider, format, started_at, ended_at, outcome, report)
        select p || to_char(d, '-YYYYMMDD'), p, 'marquee', d, d, 'applied', '{"files": []}'
        from unnest(array['rex', 'lux']) p,
          generate_series(timestamptz '2026-02-21 00:00Z', timestamptz '2026-05-31 00:00Z', interval '1 day') d
        where p = 'rex' or d < timestamptz '2026-02-25 00:00Z'
        """);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void runs_go_by_age_but_never_those_that_status_or_undo_needs() throws SQLException {
    assertThat(
            cleaning.cleanHistory(
                new RetentionLimit(Duration.ofDays(10), Long.MAX_VALUE), WEEK, NOW))
        .isEqualTo(90 + 2);
    assertThat(runs("rex")).isEqualTo(10);
    assertThat(runs("lux")).isEqualTo(2);
    assertThat(
            cleaning.cleanHistory(
                new RetentionLimit(Duration.ofDays(10), Long.MAX_VALUE), WEEK, NOW))
        .isZero();
  }

  @Test
  void runs_go_by_number_but_never_those_of_the_last_week() throws SQLException {
    cleaning.cleanHistory(new RetentionLimit(null, 20), WEEK, NOW);
    assertThat(runs("rex")).isEqualTo(20);
    cleaning.cleanHistory(new RetentionLimit(null, 1), WEEK, NOW);
    assertThat(runs("rex")).isEqualTo(7);
    assertThat(runs("lux")).isEqualTo(2);
  }

  @Test
  void without_a_limit_everything_stays() throws SQLException {
    assertThat(cleaning.cleanHistory(new RetentionLimit(null, Long.MAX_VALUE), WEEK, NOW)).isZero();
    assertThat(cleaning.cleanChanges(new RetentionLimit(null, Long.MAX_VALUE), NOW)).isZero();
    assertThat(runs("rex")).isEqualTo(100);
  }

  @Test
  void usage_stays_for_25_months() throws SQLException {
    run(
        """
        insert into usage values
          ('rex', 'key_1', 'films', '2024-04-30 23:00Z', 1, 1, 0, 0, 0),
          ('rex', 'key_1', 'films', '2024-05-01 00:00Z', 1, 1, 0, 0, 0)
        """);
    assertThat(cleaning.cleanUsage(NOW)).isEqualTo(1);
    assertThat(cleaning.cleanUsage(NOW)).isZero();
  }

  @Test
  void first_listings_stay_for_a_year_after_their_day() throws SQLException {
    run(
        """
        insert into first_listed select c, 'fi_1', d, d - interval '5 days'
        from unnest(array['ci_1', 'ci_2']) c, unnest(array[date '2025-05-31', '2025-06-01']) d
        """);
    assertThat(cleaning.cleanFirstListed(NOW)).isEqualTo(2);
    assertThat(cleaning.cleanFirstListed(NOW)).isZero();
    assertThat(count("select count(*) from first_listed where day = '2025-06-01'")).isEqualTo(2);
  }

  @Test
  void the_audit_goes_by_age_and_by_number() throws SQLException {
    run(
        """
        insert into audit (at, action, record, actor, host, via)
        select d, 'organization.suspend', 'lux', 'alice', 'web1', 'organization suspend'
        from generate_series(timestamptz '2026-05-01 00:00Z', timestamptz '2026-05-31 00:00Z', interval '1 day') d
        """);
    cleaning.cleanAudit(new RetentionLimit(null, Long.MAX_VALUE), NOW);
    assertThat(audited()).hasSize(31);
    cleaning.cleanAudit(new RetentionLimit(Duration.ofDays(10), Long.MAX_VALUE), NOW);
    assertThat(audited()).hasSize(10);
    cleaning.cleanAudit(new RetentionLimit(null, 3), NOW);
    assertThat(audited())
        .extracting(PostgresAudit.Entry::at)
        .containsExactly(
            Instant.parse("2026-05-29T00:00:00Z"),
            Instant.parse("2026-05-30T00:00:00Z"),
            Instant.parse("2026-05-31T00:00:00Z"));
  }

  private List<PostgresAudit.Entry> audited() {
    return new PostgresAudit(database).since(Instant.EPOCH);
  }

  private long runs(String provider) throws SQLException {
    return count("select count(*) from run where provider = '%s'".formatted(provider));
  }

  private long count(String sql) throws SQLException {
    try (Connection connection = database.connect()) {
      return Sql.of(sql).number(connection);
    }
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = database.connect()) {
      Sql.of(sql).run(connection);
    }
  }
}
