package org.marquee.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.store.sql.Database;

/// The next step for each reason why a database cannot be opened, in the words in which it is met.
@NullMarked
class RecipesTest {
  private static final Path HOME = Path.of("/home/lux");
  private static final Database.Address EXTERNAL =
      new Database.Address(
          "jdbc:postgresql://db:5432/marquee?user=lux&password=hunter2", null, null);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "there is no room left on the disk of /home/lux/postgres/lock: free some | du -xhd1 /home/lux",
        "PostgreSQL does not start in /home/lux:\\nthe disk is full\\n FATAL: x | du -xhd1 /home/lux",
        "/home/lux/postgres/lock is on a disk that is mounted read-only: mount it | mount -o remount,rw",
        "the database was taken over by PostgreSQL 19 (/x), and this Marquee has 18 | marquee restore FILE",
        "/x is data of PostgreSQL 17, and this Marquee has 18 | install the Marquee",
        "PostgreSQL runs but cannot be used: FATAL: password authentication failed for user | postgres/password",
        "this home belongs to the user 7, and root cannot run PostgreSQL as that user here | chown -R ACCOUNT:",
        "no permission for /home/lux/postgres/lock | chmod -R u=rwX,go= /home/lux",
        "PostgreSQL does not start in /x:\\n2026 FATAL:  data directory has wrong ownership | chown -R",
        "PostgreSQL does not start in /x:\\n2026 LOG: no idea | tail -n 20 /home/lux/postgres/server.log",
        "the database is gone.\\nIf it is on a disk of its own, mount that. | If it is on a disk"
      })
  void the_embedded_one(String failure, String step) {
    Finding found = Recipes.database(failure.replace("\\n", "\n"), HOME, null);
    assertThat(found.next()).contains(step).doesNotContain("WHERE", "NAME/");
    assertThat(found.what()).doesNotContain("\n");
  }

  @Test
  void a_path_is_one_word_of_a_shell() {
    Path odd = Path.of("/home/NAME of the Rex's");
    String next = Recipes.database("no permission for it", odd, null).next();
    assertThat(next).endsWith(" && chmod -R u=rwX,go= '/home/NAME of the Rex'\\''s'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FATAL: password authentication failed for user \"lux\" | psql -c '\\password lux'",
        "The server requested SCRAM-based authentication, but no password was provided. | put a password",
        "FATAL: no pg_hba.conf entry for host \"10.0.0.7\", user \"lux\" | host DATABASE USER 10.0.0.7/32",
        "FATAL: database \"lux\" does not exist | --owner=USER lux",
        "FATAL: role \"lux\" does not exist | createuser --pwprompt lux",
        "FATAL: permission denied for database \"lux\" | on database lux to USER",
        "the account lux lacks a right in x. As its owner or a superuser, run: grant a to b; | psql -c 'grant a to b'",
        "FATAL: sorry, too many clients already | max_connections",
        "the database x belongs to a newer Marquee: its tables | install the newer Marquee",
        "Connection to db:5432 refused. | pg_isready -d 'postgresql://db:5432/marquee'",
        "the connection attempt failed (unknown host db) | correct the address",
        "something new | psql 'postgresql://db:5432/marquee'"
      })
  void one_of_the_operators_own(String failure, String step) {
    String next = Recipes.database("cannot use it: " + failure, HOME, EXTERNAL).next();
    assertThat(Objects.requireNonNull(next)).contains(step).doesNotContain("hunter2");
  }
}
