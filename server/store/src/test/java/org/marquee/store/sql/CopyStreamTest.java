package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.LedgerUnavailable;

@NullMarked
class CopyStreamTest {
  private final Database database = MigratedDatabase.open();
  private final Connection connection = connect(database);
  private final CopyRows names = new CopyRows("names", 1);
  private final CopyRows numbers = new CopyRows("numbers", 1);

  @BeforeEach
  void make_tables() throws SQLException {
    Sql.of(
            "create temporary table names (name text); create temporary table numbers (number bigint)")
        .run(connection);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    database.close();
  }

  @Test
  void rows_for_two_tables_by_turns_all_arrive() throws SQLException {
    try (CopyStream stream = new CopyStream(connection)) {
      for (int turn = 0; turn < 10; turn++) {
        names.row().text("größer");
        names.send(stream);
        numbers.row().bigint(turn);
        numbers.row().bigint(-turn);
        numbers.send(stream);
      }
      stream.end();
    }
    assertThat(count("names where name = 'größer'")).isEqualTo(10);
    assertThat(count("numbers")).isEqualTo(20);
  }

  @Test
  void what_is_sent_and_not_ended_leaves_nothing_and_the_connection_goes_on() throws SQLException {
    try (CopyStream stream = new CopyStream(connection)) {
      names.row().text("Solaris");
      names.send(stream);
    }
    assertThat(count("names")).isZero();
  }

  private long count(String of) throws SQLException {
    return Sql.of("select count(*) from " + of).number(connection);
  }

  private static Connection connect(Database database) {
    try {
      return database.connect();
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
    }
  }
}
