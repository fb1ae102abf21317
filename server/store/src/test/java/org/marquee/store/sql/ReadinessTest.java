package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Databases of an operator that are not ready for Marquee: each message has the statement that
/// makes them so.
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
