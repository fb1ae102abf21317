package org.marquee.store.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the tables of an empty database, has them filled when they have the version that the rows
/// are of, and brings them up to date: all of it in one transaction.
public final class FilledMigration implements Callback {
  /// A restore of many rows takes longer than any statement of a server's default may.
  private static final String NO_LIMITS =
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '5min'";

  private static final Logger LOG = LoggerFactory.getLogger(FilledMigration.class);
  private static final int LOGIN_SECONDS = 20;

  private final String version;
  private final Filling filling;
  private final Filling ending;
  private boolean filled;
  private @Nullable IOException failure;

  private FilledMigration(int version, Filling filling, Filling ending) {
    this.version = Integer.toString(version);
    this.filling = filling;
    this.ending = ending;
  }

  /// Fills the tables.
  public interface Filling {
    void run(Connection connection) throws SQLException, IOException;
  }

  /// Makes and fills the tables.
  ///
  /// @param version of the tables when they are filled
  /// @param ending comes last, when the tables are up to date
  /// @throws IOException what the filling threw; or the database failed, or was not empty
  public static void run(Database.Address address, int version, Filling filling, Filling ending)
      throws IOException {
    Readiness.check(address);
    FilledMigration callback = new FilledMigration(version, filling, ending);
    FluentConfiguration flyway =
        Migrations.flyway(address).initSql(NO_LIMITS).group(true).callbacks(callback);
    // Otherwise the history would be written on another connection, in other transactions.
    flyway
        .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
        .setTransactionalLock(false);
    try {
      flyway.load().migrate();
    } catch (FlywayException e) {
      IOException failure = callback.failure;
      throw failure != null
          ? failure
          : new IOException("the tables of " + address + " cannot be made: " + e.getMessage(), e);
    }
    if (!callback.filled) {
      throw new IOException(
          "the database " + address + " is not empty. Name an empty one with --database");
    }
    analyze(address);
  }

  /// Has the server count what there is now, so that the first queries are planned for it.
  private static void analyze(Database.Address address) {
    try (Connection connection =
        new Connections(() -> address).open(LOGIN_SECONDS, new Properties())) {
      Sql.of("analyze").run(connection);
    } catch (SQLException e) {
      LOG.atWarn()
          .log(
              "the new tables were not analyzed; PostgreSQL does that by itself later: {}",
              e.getMessage());
    }
  }

  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.AFTER_EACH_MIGRATE;
  }

  @Override
  public boolean canHandleInTransaction(Event event, Context context) {
    return true;
  }

  @Override
  public void handle(Event event, Context context) {
    String made = context.getMigrationInfo().getVersion().getVersion();
    try {
      if (version.equals(made)) {
        filling.run(context.getConnection());
        filled = true;
      }
      if (filled && made.equals(Integer.toString(Migrations.NEWEST))) {
        ending.run(context.getConnection());
      }
    } catch (IOException e) {
      failure = e;
      throw new FlywayException("not filled", e);
    } catch (SQLException e) {
      failure = new IOException("the database failed: " + e.getMessage(), e);
      throw new FlywayException("not filled", e);
    }
  }

  @Override
  public String getCallbackName() {
    return "fill";
  }
}
