package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An import that waits for another one names it, waits for a limited time, and can end it.
@NullMarked
class RevisionLockTest {
  private static final String RUN = "20260301T060000Z-0123abcd";

  private final Database database;
  private final Connection holder;
  private final ActiveSessions sessions;

  RevisionLockTest() throws SQLException {
    TestDatabase test = MigratedDatabase.create();
    database =
        Database.open(
            () -> MigratedDatabase.address(test), Duration.ofSeconds(4), Actor.here("marquee"));
    holder = database.connect(ActiveSessions.importing(RUN, "Kino Łódź"));
    sessions = new ActiveSessions(database);
  }

  @BeforeEach
  void take_turn() throws SQLException {
    holder.setAutoCommit(false);
    assertThat(Revisions.begin(holder)).isEqualTo(1);
  }

  @AfterEach
  void close() throws SQLException {
    holder.close();
    database.close();
  }

  private Connection waiting() throws SQLException {
    Connection connection = database.connect(ActiveSessions.importing("other", "p"));
    connection.setAutoCommit(false);
    return connection;
  }

  @Test
  void a_wait_has_an_end_and_names_the_import() throws SQLException {
    try (Connection connection = waiting()) {
      assertThatThrownBy(() -> Revisions.begin(connection))
          .isInstanceOf(RevisionLock.NotOurs.class)
          .hasMessageContaining("import " + RUN + " Kino ??d?")
          .hasMessageContaining("from 127.0.0.1")
          .hasMessageContaining("marquee runs end " + process(holder));
    }
  }

  @Test
  void what_holds_up_the_others_can_be_ended_by_its_run() throws SQLException {
    try (Connection connection = waiting()) {
      CompletableFuture<Long> revision = CompletableFuture.supplyAsync(() -> begin(connection));
      assertThat(sessions.end("nobody")).isEmpty();
      assertThat(sessions.end(RUN)).isPresent();
      assertThat(revision.join()).isEqualTo(1);
      assertThat(holder.isValid(1)).isFalse();
      assertThat(sessions.list())
          .singleElement()
          .satisfies(each -> {
            assertThat(each.run()).contains("other");
            assertThat(each.state()).isEqualTo(ActiveSessions.Session.SessionActivity.CHANGES);
          });
    }
  }

  @Test
  void what_only_reads_is_not_under_way() throws SQLException {
    try (Connection reading = database.connect()) {
      assertThat(sessions.list())
          .extracting(ActiveSessions.Session::process)
          .containsExactly(process(holder))
          .doesNotContain(process(reading));
    }
  }

  @Test
  void the_server_gives_up_who_stands_still_and_whom_the_network_lost() throws SQLException {
    assertThat(setting("idle_in_transaction_session_timeout")).isEqualTo("2min");
    assertThat(setting("statement_timeout")).isEqualTo("30min");
    assertThat(setting("lock_timeout")).isEqualTo("4s");
    assertThat(setting("tcp_keepalives_idle")).isEqualTo("30");
    assertThat(setting("tcp_user_timeout")).isEqualTo("60000");
  }

  private static long begin(Connection connection) {
    try {
      return Revisions.begin(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String setting(String name) throws SQLException {
    return Sql.of("select current_setting(:name)")
        .bind("name", name)
        .first(holder, row -> row.getString(1))
        .orElseThrow();
  }

  private static long process(Connection connection) throws SQLException {
    return Sql.of("select pg_backend_pid()").number(connection);
  }
}
