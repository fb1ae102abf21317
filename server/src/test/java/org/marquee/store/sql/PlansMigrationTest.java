package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.access.Account;
import org.marquee.access.Entitlement;
import org.marquee.access.Organization;
import org.marquee.store.PostgresAccess;
import org.postgresql.ds.PGSimpleDataSource;

/// Homes from before plans were rows.
@NullMarked
class PlansMigrationTest {
  private static final int PLANS = 19;

  @Test
  void grants_stay_and_an_older_program_may_stay_until_somebody_changes_a_plan() throws Exception {
    TestDatabase test = SourceRecordsMigrationTest.before(PLANS);
    try (Connection connection = test.connect()) {
      Sql.of("insert into organization values ('rex')").run(connection);
      Sql.of("insert into entitlement values ('rex', 'trial', '2026-01-01Z', null)")
          .run(connection);
      SourceRecordsMigrationTest.migrate(test, PLANS);
      PGSimpleDataSource database = new PGSimpleDataSource();
      database.setURL(test.jdbcUrl());
      database.setUser(test.user());
      database.setPassword(test.password());
      assertThat(new PostgresAccess(database).listAccounts())
          .containsExactly(
              new Account(
                  new Organization("rex", Organization.Standing.GOOD),
                  new Entitlement("trial", Instant.parse("2026-01-01T00:00:00Z"), null)));
      // What an older program writes.
      Sql.of("update entitlement set plan = 'unlimited'").run(connection);
      assertThat(oldestProgram(connection)).isLessThan(PLANS);
      Sql.of("insert into plan values ('partner', 6000)").run(connection);
      assertThat(oldestProgram(connection)).isEqualTo(PLANS);
    }
  }

  private static int oldestProgram(Connection connection) throws Exception {
    return (int) Sql.of("select oldest_program from compatibility").number(connection);
  }
}
