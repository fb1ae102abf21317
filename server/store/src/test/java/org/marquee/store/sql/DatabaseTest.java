package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.access.AccessUnavailable;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.read.PublishedRecords;

@NullMarked
class DatabaseTest {
  @Test
  void user_and_password_may_stand_in_the_url() {
    TestDatabase test = TestDatabase.fresh();
    Database.Address address = new Database.Address(url(test, test.password()), null, null);
    try (Database database = MigratedDatabase.open(address)) {
      assertThat(new PublishedRecords(database).revision().number()).isZero();
    }
  }

  @Test
  void messages_about_a_database_hold_no_password() {
    TestDatabase test = TestDatabase.fresh();
    assertThatThrownBy(() ->
            MigratedDatabase.open(new Database.Address(url(test, "wrong-one"), null, null)).close())
        .isInstanceOf(DatabaseUnreachable.class)
        .hasMessageContaining("password authentication failed")
        .message()
        .doesNotContain("wrong-one");
  }

  @Test
  void a_host_that_has_no_address_is_named() {
    Database.Address address =
        new Database.Address(
            "jdbc:postgresql://none.invalid/marquee?user=a&password=b", null, null);
    assertThatThrownBy(() -> MigratedDatabase.open(address).close())
        .isInstanceOf(DatabaseUnreachable.class)
        .hasMessageContaining("unknown host none.invalid");
  }

  @Test
  void the_next_host_is_used_where_one_refuses_or_hangs() throws IOException {
    TestDatabase test = MigratedDatabase.create();
    try (ServerSocket hangs = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String hosts = "//127.0.0.1:1,127.0.0.1:" + hangs.getLocalPort() + ",";
      String url = url(test, test.password()).replace("//", hosts);
      Database.Address address =
          new Database.Address(url + "&targetServerType=primary", null, null);
      try (Database database = MigratedDatabase.open(address)) {
        database.check();
        assertThat(new PublishedRecords(database).revision().number()).isZero();
      }
    }
  }

  @Test
  void a_database_that_takes_no_changes_is_read_and_changing_it_says_what_to_do()
      throws SQLException {
    TestDatabase test = MigratedDatabase.create();
    try (Connection connection = test.connect()) {
      Sql.of(
              "do $$ begin execute 'alter database ' || current_database()"
                  + " || ' set default_transaction_read_only = on'; end $$")
          .run(connection);
    }
    try (Database database = MigratedDatabase.open(test)) {
      assertThat(new PublishedRecords(database).revision().number()).isZero();
      database.check();
      assertThat(database.isReadOnly()).isTrue();
      assertThatThrownBy(() -> new PostgresAccess(database.pool()).createOrganization("rex"))
          .isInstanceOf(AccessUnavailable.class)
          .hasMessageContaining("read-only")
          .hasMessageContaining("--database");
    }
  }

  /// A busy one may take longer for the first answers than a check waits for one: a node would not
  /// start.
  @Test
  void the_first_check_is_one_look_with_its_own_patience() throws SQLException {
    TestDatabase test = MigratedDatabase.create();
    try (Connection connection = test.connect()) {
      Sql.of("create sequence login").run(connection);
      Sql.of(
              """
              create function slow_down() returns event_trigger language plpgsql as $$
              begin
                if nextval('login') > 1 then perform pg_sleep(3); end if;
              end $$
              """)
          .run(connection);
      Sql.of("create event trigger slow_down on login execute function slow_down()")
          .run(connection);
    }
    try (Database database =
        Database.unopened(
            () -> MigratedDatabase.address(test), Database.LONGEST_WAIT, Actor.here("marquee"))) {
      assertThatCode(database::check).doesNotThrowAnyException();
      assertThatThrownBy(database::check).isInstanceOf(DatabaseUnreachable.class);
    }
  }

  @Test
  void a_pooler_that_shares_sessions_is_refused() throws IOException {
    TestDatabase test = MigratedDatabase.create();
    int port = URI.create(test.jdbcUrl().substring("jdbc:".length())).getPort();
    try (TransactionPooler pooler = new TransactionPooler(port)) {
      Database.Address through =
          new Database.Address(
              test.jdbcUrl().replace(":" + port, ":" + pooler.port()),
              test.user(),
              test.password());
      assertThatThrownBy(() -> MigratedDatabase.open(through).close())
          .isInstanceOf(DatabaseUnreachable.class)
          .hasMessageContaining("pool_mode = session");
    }
  }

  @Test
  void a_database_of_a_newer_program_is_refused_unless_that_says_otherwise() throws SQLException {
    TestDatabase test = MigratedDatabase.create();
    try (Database running = MigratedDatabase.open(test);
        Connection newer = test.connect()) {
      PostgresChanges original = new PostgresChanges(running);
      assertThat(original.revision().number()).isZero();
      migrate(newer, 9000);
      assertThatCode(running::check).doesNotThrowAnyException();
      assertThatCode(() -> MigratedDatabase.open(test).close()).doesNotThrowAnyException();

      Sql.of("update compatibility set oldest_program = 9000").run(newer);
      assertThatThrownBy(() -> MigratedDatabase.open(test).close())
          .isInstanceOf(DatabaseUnreachable.class)
          .hasMessageContaining("newer Marquee")
          .hasMessageContaining("9000");
      assertThatThrownBy(running::check).isInstanceOf(DatabaseUnreachable.class);
      assertThatThrownBy(() -> new PublishedRecords(running).revision())
          .isInstanceOf(ListingsUnavailable.class);
      // It has a connection from before.
      assertThatThrownBy(original::revision)
          .isInstanceOf(ListingsUnavailable.class)
          .hasMessageContaining("newer Marquee");

      Sql.of("update compatibility set oldest_program = 1").run(newer);
      running.check();
      assertThat(new PublishedRecords(running).revision().number()).isZero();

      Sql.of("drop table compatibility").run(newer);
      assertThatThrownBy(running::check).isInstanceOf(DatabaseUnreachable.class);
    }
  }

  @Test
  void a_database_of_an_older_build_is_refused_as_it_is() throws SQLException {
    TestDatabase old = MigratedDatabase.create();
    // Its first migration was another one, and it had many.
    old.execute("update flyway_schema_history set checksum = 1");
    try (Connection connection = old.connect()) {
      migrate(connection, 30);
    }
    Map<String, String> definitions = StoredContent.definitions(old);
    Map<String, String> rows = StoredContent.rows(old);
    assertThatThrownBy(() -> MigratedDatabase.open(old).close())
        .isInstanceOf(RefusedDatabase.class)
        .hasMessageContaining("an older build")
        .hasMessageContaining("marquee restore FILE --home NEW")
        .message()
        .doesNotContainIgnoringCase("checksum");
    assertThat(StoredContent.definitions(old)).isEqualTo(definitions);
    assertThat(StoredContent.rows(old)).isEqualTo(rows);
  }

  @Test
  void a_database_whose_first_migration_had_another_comment_goes_on() throws SQLException {
    TestDatabase old = TestDatabase.fresh();
    Database.Address address = new Database.Address(old.jdbcUrl(), old.user(), old.password());
    Migrations.flyway(address).target("1").load().migrate();
    old.execute("update flyway_schema_history set checksum = " + Migrations.FIRST_OF_OTHER_COMMENT);
    try (Database database = MigratedDatabase.open(old)) {
      assertThat(new PublishedRecords(database).revision().number()).isZero();
    }
  }

  @Test
  void a_database_that_is_replaced_by_one_of_an_older_build_is_not_read() throws SQLException {
    TestDatabase test = MigratedDatabase.create();
    try (Database running = MigratedDatabase.open(test)) {
      running.check();
      test.execute("update flyway_schema_history set checksum = 1");
      assertThatThrownBy(running::check).isInstanceOf(RefusedDatabase.class);
      assertThatThrownBy(() -> new PublishedRecords(running).revision())
          .isInstanceOf(ListingsUnavailable.class);
    }
  }

  private static void migrate(Connection connection, int version) throws SQLException {
    Sql.of(
            """
            insert into flyway_schema_history (installed_rank, version, description, type, script,
              checksum, installed_by, execution_time, success)
            values (:version, :version::text, 'newer', 'SQL', 'V.sql', 1, 'x', 1, true)
            """)
        .bind("version", version)
        .run(connection);
  }

  private static String url(TestDatabase test, String password) {
    return test.jdbcUrl()
        + (test.jdbcUrl().contains("?") ? "&" : "?")
        + "user="
        + test.user()
        + "&password="
        + URLEncoder.encode(password, StandardCharsets.UTF_8);
  }
}
