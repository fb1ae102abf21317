package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.World;
import org.marquee.notice.Code;
import org.marquee.notice.Report;

@NullMarked
class LongConnectionsTest {
  private static final String REX =
      """
      {"type":"cinema","externalId":"rex","name":"Rex","timeZone":"Europe/London",\
      "location":{"countryCode":"GB"}}\
      """;

  private final Database database = MigratedDatabase.open();
  private final World world = World.on(database);

  @AfterEach
  void close() {
    world.close();
  }

  private static long process(Connection connection) throws SQLException {
    return Sql.of("select pg_backend_pid()").number(connection);
  }

  private long processOfNext() throws SQLException {
    Connection connection = database.connectAgain("next");
    long process = process(connection);
    database.giveBack(connection);
    return process;
  }

  private static List<String> filled(Connection connection) throws SQLException {
    List<String> tables =
        Sql.of(
                """
                select c.oid::regclass::text as name from pg_class c
                where c.relnamespace = pg_my_temp_schema() and c.relkind = 'r'
                """)
            .list(connection, row -> row.getString("name"));
    assertThat(tables).hasSizeGreaterThan(20);
    for (String table : List.copyOf(tables)) {
      if (Sql.of("select count(*) from " + table).number(connection) == 0) {
        tables.remove(table);
      }
    }
    return tables;
  }

  private static void assertApplied(World.Run run) {
    assertThat(run.report().result()).isEqualTo(Report.Result.APPLIED);
  }

  @Test
  void imports_follow_each_other_on_one_connection_and_leave_its_tables_empty()
      throws SQLException {
    assertApplied(world.full("2026-03-01T06:00:00Z", REX));
    long process = processOfNext();
    assertApplied(world.full("2026-03-02T06:00:00Z", REX));
    assertThat(world.full("2026-03-01T06:00:00Z", REX).refusal()).isEqualTo(Code.FEED_OLDER);
    assertApplied(world.full("2026-03-03T06:00:00Z", REX));
    Connection connection = database.connectAgain("look");
    assertThat(process(connection)).isEqualTo(process);
    assertThat(connection.getAutoCommit()).isTrue();
    assertThat(filled(connection)).isEmpty();
    database.giveBack(connection);
  }

  @Test
  void two_at_once_have_one_each() throws SQLException {
    Connection one = database.connectAgain("one");
    Connection other = database.connectAgain("other");
    assertThat(process(one)).isNotEqualTo(process(other));
    database.giveBack(one);
    database.giveBack(other);
  }

  @Test
  void what_was_not_committed_is_lost() throws SQLException {
    Connection connection = database.connectAgain("forgets");
    connection.setAutoCommit(false);
    Revisions.begin(connection);
    database.giveBack(connection);
    assertThat(Revisions.current(connection).number()).isZero();
  }

  @Test
  void one_that_is_kept_is_not_under_way() {
    assertApplied(world.full("2026-03-01T06:00:00Z", REX));
    assertThat(new ActiveSessions(database).list()).isEmpty();
  }

  @Test
  void one_that_broke_is_replaced() throws SQLException {
    assertApplied(world.full("2026-03-01T06:00:00Z", REX));
    long process = processOfNext();
    try (Connection other = database.connect()) {
      Sql.of("select pg_terminate_backend(:process, 5000)")
          .bind("process", (int) process)
          .list(other, row -> row.getBoolean(1));
    }
    assertApplied(world.full("2026-03-02T06:00:00Z", REX));
    assertThat(processOfNext()).isNotEqualTo(process);
  }

  @Test
  void none_is_kept_where_the_server_behind_it_is_gone() throws SQLException {
    long process = processOfNext();
    assertThat(processOfNext()).isEqualTo(process);
    database.renew();
    assertThat(processOfNext()).isNotEqualTo(process);
  }

  @Test
  void none_is_kept_when_an_import_failed() throws SQLException {
    assertApplied(world.full("2026-03-01T06:00:00Z", REX));
    long process = processOfNext();
    try (Connection other = database.connect()) {
      Sql.of("alter table chain rename to chains").run(other);
      assertThatThrownBy(() -> world.full("2026-03-02T06:00:00Z", REX))
          .isInstanceOf(RuntimeException.class);
      Sql.of("alter table chains rename to chain").run(other);
    }
    assertThat(processOfNext()).isNotEqualTo(process);
    assertApplied(world.full("2026-03-03T06:00:00Z", REX));
  }
}
