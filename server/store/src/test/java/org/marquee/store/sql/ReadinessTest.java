package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Databases of an operator that are not ready for Marquee: each message has the next step.
@NullMarked
class ReadinessTest {
  private static final Pattern STATEMENT = Pattern.compile("run: (.*);$");

  private final TestDatabase database = TestDatabase.fresh();
  private final String account = "mq_" + UUID.randomUUID().toString().replace("-", "");

  @Test
  void a_database_without_all_letters_is_refused_with_the_next_step() {
    String name = "latin_" + account;
    database.execute(
        "create database " + name + " encoding 'LATIN1' locale 'C' template template0");
    try {
      Database.Address latin =
          new Database.Address(
              database.jdbcUrl().replaceFirst("/[^/?]*($|[?])", "/" + name + "$1"),
              database.user(),
              database.password());
      assertThatThrownBy(() -> MigratedDatabase.open(latin).close())
          .isInstanceOf(DatabaseUnreachable.class)
          .hasMessageContaining("LATIN1")
          .hasMessageContaining("createdb --encoding=UTF8");
    } finally {
      database.execute("drop database " + name + " with (force)");
    }
  }

  @Test
  void an_account_that_lacks_rights_is_told_what_to_run() {
    database.execute("create role " + account + " login password 'secret'");
    database.execute("revoke all on schema public from public");
    database.execute(
        "do $$ begin execute 'revoke temporary on database ' || current_database() || ' from"
            + " public'; end $$");
    Database.Address address = new Database.Address(database.jdbcUrl(), account, "secret");
    try {
      for (String expected :
          new String[] {"create schema " + account, "grant temporary on database "}) {
        String statement = statementFor(address);
        assertThat(statement).startsWith(expected);
        database.execute(statement);
      }
      MigratedDatabase.open(address).close();
    } finally {
      database.execute("drop owned by " + account);
      database.execute("drop role " + account);
    }
  }

  @Test
  void a_schema_that_takes_no_tables_is_named() {
    database.execute("create role " + account + " login password 'secret'");
    database.execute("grant usage on schema public to " + account);
    Database.Address address = new Database.Address(database.jdbcUrl(), account, "secret");
    try {
      assertThat(statementFor(address)).isEqualTo("grant create on schema public to " + account);
      database.execute(statementFor(address));
      MigratedDatabase.open(address).close();
    } finally {
      database.execute("drop owned by " + account);
      database.execute("drop role " + account);
    }
  }

  @Test
  void tables_of_somebody_else_are_not_changed() {
    TestDatabase old = MigratedDatabase.create();
    old.execute(
        "delete from flyway_schema_history where version = (select max(version::integer)::text from flyway_schema_history)");
    old.execute("create role " + account + " login password 'secret'");
    old.execute("grant all on schema public to " + account);
    old.execute("grant select on flyway_schema_history, compatibility to " + account);
    Database.Address address = new Database.Address(old.jdbcUrl(), account, "secret");
    try {
      assertThat(statementFor(address)).isEqualTo("grant " + old.user() + " to " + account);
    } finally {
      old.execute("drop owned by " + account);
      old.execute("drop role " + account);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "table invoice, create table invoice (id integer)",
    "sequence login, create sequence login",
    "function one(), create function one() returns integer language sql return 1",
    "type color, create type color as enum ('red')",
    "view today, create view today as select now()",
    "table showtime, create table showtime (id integer)"
  })
  void what_another_program_made_is_left_as_it_is(String other, String made) throws SQLException {
    database.execute(made);
    assertLeft(other);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2024.11.1"})
  void another_program_may_use_flyway_too(String version, @TempDir Path migrations)
      throws SQLException, IOException {
    flyway(migrations, version, "create table invoice (id integer)").migrate();
    assertLeft("table invoice");
  }

  @Test
  void extensions_and_what_a_start_that_ended_left_may_be_there(@TempDir Path migrations)
      throws IOException {
    database.execute("create extension pg_trgm");
    database.execute("create collation bytes from \"C\"");
    Flyway ended = flyway(migrations, "1", "create table revision (id integer); select 1 / 0");
    assertThatThrownBy(ended::migrate).isInstanceOf(FlywayException.class);
    MigratedDatabase.open(database).close();
  }

  private void assertLeft(String other) throws SQLException {
    List<String> before = objects();
    Database.Address address = MigratedDatabase.address(database);
    List<ThrowingCallable> ways =
        List.of(
            () -> MigratedDatabase.open(address).close(),
            () -> DatabaseLook.at(address),
            () -> FilledMigration.run(address, 1, _ -> {}, _ -> {}));
    for (ThrowingCallable way : ways) {
      assertThatThrownBy(way)
          .isInstanceOf(RefusedDatabase.class)
          .hasMessageContaining("it has the " + other + ". Another program")
          .hasMessageContaining("--database");
    }
    assertThat(Database.hasTables(address)).isFalse();
    assertThat(objects()).isEqualTo(before);
  }

  private List<String> objects() throws SQLException {
    try (Connection connection = database.connect()) {
      return Sql.of("select pg_describe_object(classid, objid, objsubid) from pg_depend order by 1")
          .list(connection, row -> row.getString(1));
    }
  }

  private Flyway flyway(Path migrations, String version, String statements) throws IOException {
    Files.writeString(migrations.resolve("V" + version + "__first.sql"), statements);
    return Migrations.flyway(MigratedDatabase.address(database))
        .locations("filesystem:" + migrations)
        .load();
  }

  private static String statementFor(Database.Address address) {
    try {
      MigratedDatabase.open(address).close();
    } catch (DatabaseUnreachable e) {
      Matcher statement = STATEMENT.matcher(String.valueOf(e.getMessage()));
      assertThat(statement.find()).as(e.getMessage()).isTrue();
      return statement.group(1);
    }
    throw new AssertionError("the database was taken");
  }
}
