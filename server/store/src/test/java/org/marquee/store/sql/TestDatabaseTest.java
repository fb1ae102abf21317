package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class TestDatabaseTest {
  @Test
  void what_one_test_stores_no_other_sees() throws SQLException {
    TestDatabase one = TestDatabase.fresh();
    TestDatabase other = TestDatabase.fresh();
    execute(one, "create table film ()");
    assertThat(tables(one)).isEqualTo(1);
    assertThat(tables(other)).isZero();
  }

  private static void execute(TestDatabase database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int tables(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select count(*) from pg_catalog.pg_tables where schemaname = 'public'")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
