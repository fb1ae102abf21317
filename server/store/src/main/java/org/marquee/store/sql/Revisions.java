package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.UUID;
import org.marquee.listing.Revision;

/// The numbers of the states that the data goes through. How long it is remembered what made each
/// differ from the one before is decided by the cleaning.
///
/// What changed is logged by triggers (`V1__schema.sql`), under the number that the transaction was
/// given at its beginning.
public final class Revisions {
  /// Where every new revision is announced, with its number.
  public static final String CHANNEL = "marquee_revision";

  private Revisions() {}

  /// The newest state that this connection sees.
  ///
  /// @throws SQLException if the tables are not whole ([WholeTables])
  public static Revision current(Connection connection) throws SQLException {
    return whole(connection, "", Revisions::read);
  }

  /// Reads the revision with more columns of its row.
  ///
  /// @param more such as `, made_at`
  public static <T> T whole(Connection connection, String more, Sql.Row<T> reading)
      throws SQLException {
    return of(
        connection,
        ", " + WholeTables.LISTINGS_LACK + more,
        row -> {
          WholeTables.check(row);
          return reading.read(row);
        });
  }

  /// The newest state, of tables of whichever version.
  public static Revision stored(Connection connection) throws SQLException {
    return of(connection, "", Revisions::read);
  }

  private static <T> T of(Connection connection, String more, Sql.Row<T> reading)
      throws SQLException {
    return Sql.of("select epoch, n, mark" + more + " from revision")
        .first(connection, reading)
        .orElseThrow(() -> WholeTables.unusable("the table revision is empty"));
  }

  /// The state in a row with `epoch`, `n` and `mark`.
  public static Revision read(ResultSet row) throws SQLException {
    return new Revision(
        row.getObject("epoch", UUID.class), row.getLong("n"), row.getObject("mark", UUID.class));
  }

  /// Whether the data has once been in the state `known`, as far as that is remembered.
  public static boolean hasBeen(Connection connection, Revision known) throws SQLException {
    return Sql.of(
                """
                select count(*) from revision
                where epoch = :epoch and (n = :n and mark = :mark or n > :n and exists (
                  select from revision_at where n = :n + 1 and follows = :mark))
                """)
            .bind("epoch", known.epoch())
            .bind("n", known.number())
            .bind("mark", known.mark())
            .number(connection)
        == 1;
  }

  /// A change of what is stored.
  public interface Change<T> {
    T make() throws SQLException;
  }

  /// Whether readers can see what became of a change.
  public interface Sight<T> {
    boolean of(T result) throws SQLException;
  }

  /// Makes a change in a transaction of its own, which gets a revision if readers can see anything
  /// of it. Changes follow one another.
  public static <T> T change(Connection connection, Change<T> change, Sight<T> sight)
      throws SQLException {
    connection.setAutoCommit(false);
    try {
      long revision = begin(connection);
      T result = change.make();
      if (sight.of(result)) {
        publish(connection, revision);
      } else {
        withdraw(connection);
      }
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    }
  }

  /// Makes a revision for a change that says itself whether readers can see it.
  public static void change(Connection connection, Change<Boolean> change) throws SQLException {
    change(connection, change, changed -> changed);
  }

  /// Gives this transaction a revision. Others wait here until it has ended, so revisions are in
  /// commit order, without a gap.
  public static long begin(Connection connection) throws SQLException {
    return RevisionLock.take(connection);
  }

  /// Takes the number back, for nothing has changed.
  public static void withdraw(Connection connection) throws SQLException {
    Sql.of("update revision set n = n - 1").run(connection);
  }

  /// Last thing in a transaction that has changed something: its revision becomes known with the
  /// commit.
  public static void publish(Connection connection, long revision) throws SQLException {
    Sql.of(
            """
            insert into revision_at (n, made_at, follows)
            select :revision, clock_timestamp(), mark from revision
            """)
        .bind("revision", revision)
        .run(connection);
    Sql.of("update revision set mark = gen_random_uuid()").run(connection);
    announce(connection, revision);
  }

  /// Where announcing is not supported, listeners find out by asking.
  private static void announce(Connection connection, long revision) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      Sql.of("select pg_notify('" + CHANNEL + "', :revision::text)")
          .bind("revision", revision)
          .list(connection, rows -> revision);
    } catch (SQLException e) {
      if (!"0A000".equals(e.getSQLState())) {
        throw e;
      }
      connection.rollback(before);
    }
  }
}
