package org.marquee.store.access;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.marquee.access.AccessRevision;
import org.marquee.access.Register;
import org.marquee.access.Registers;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseClock;
import org.marquee.store.sql.PromptConnection;
import org.marquee.store.sql.StandbyLag;
import org.marquee.store.sql.Work;

/// Registers for a serving node, read on a connection of their own that answers within seconds or
/// is replaced: a key that was revoked must not go on being valid because a connection hangs.
public final class PostgresRegisters implements Registers {
  private final PromptConnection connection;
  private final StandbyLag lag = new StandbyLag();

  /// Registers in a database, which closes their connection when it is closed.
  public PostgresRegisters(Database database) {
    connection = database.prompt();
  }

  @Override
  public AccessRevision revision() {
    return ask(connection -> {
      AccessRevision revision = AccessRows.revision(connection);
      lag.check(connection, revision.number());
      return revision;
    });
  }

  @Override
  public Register load() {
    return ask(connection -> {
      Register register = load(connection);
      lag.check(connection, register.revision().number());
      return register;
    });
  }

  @Override
  public Instant now() {
    return ask(DatabaseClock::now);
  }

  @Override
  public void noteUse(Map<String, Instant> hours) {
    ask(connection -> {
      AccessRows.noteUse(connection, hours);
      return hours;
    });
  }

  private static Register load(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    Register register = AccessRows.register(connection);
    connection.commit();
    connection.setAutoCommit(true);
    return register;
  }

  private <T> T ask(Work<T> work) {
    return connection.ask(PostgresAccess::failure, work);
  }
}
