package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.World;
import org.marquee.store.access.PostgresAccess;

@NullMarked
class EmptyDatabasesTest {
  private final Database used = EmptyDatabases.take();

  @AfterEach
  void close() {
    used.close();
  }

  @Test
  void what_a_test_left_is_gone_and_what_migrations_wrote_is_there_again() throws SQLException {
    try (Database fresh = MigratedDatabase.open()) {
      World.on(used)
          .full(
              "2026-03-20T06:00:00Z",
              "{\"type\":\"chain\",\"externalId\":\"h\",\"name\":\"Halden\"}",
              "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}")
          .rowCounts();
      PostgresAccess book = new PostgresAccess(used.pool());
      book.createOrganization("rex");
      var _ = book.issueKey("rex", null, null).orElseThrow();
      assertThat(content(used)).isNotEqualTo(content(fresh));
      EmptyDatabases.empty(used);
      assertThat(content(used)).isEqualTo(content(fresh));
    }
  }

  /// The rows of each table and the state of each sequence.
  private static List<String> content(Database database) throws SQLException {
    try (Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement()) {
      List<String> content =
          strings(
              statement,
              "select format('%s %s', sequencename, last_value) from pg_sequences"
                  + " where schemaname = 'public' order by 1");
      for (String table :
          strings(
              statement,
              "select tablename from pg_tables where schemaname = 'public'"
                  + " and tablename not like 'flyway%' order by 1")) {
        content.add(table);
        content.addAll(strings(statement, "select t::text from public." + table + " t order by 1"));
      }
      return content;
    }
  }

  private static List<String> strings(Statement statement, String query) throws SQLException {
    List<String> strings = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        strings.add(rows.getString(1));
      }
    }
    return strings;
  }

  @Test
  void one_that_somebody_works_in_or_whose_tables_were_changed_is_not_used_again()
      throws SQLException {
    try (Connection other = used.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select from film");
      assertThatThrownBy(() -> EmptyDatabases.empty(used)).hasMessageContaining("it is in use");
      other.rollback();
      other.setAutoCommit(true);
      EmptyDatabases.empty(used);
      statement.execute("alter table film add column tagline text");
      statement.execute("alter table film drop column tagline");
      assertThatThrownBy(() -> EmptyDatabases.empty(used)).hasMessageContaining("were changed");
    }
  }
}
