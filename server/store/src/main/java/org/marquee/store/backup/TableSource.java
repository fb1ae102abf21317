package org.marquee.store.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.StoredSchema;
import org.postgresql.PGConnection;

/// Reads all tables in one transaction, which sees one state of the data. Imports go on meanwhile.
record TableSource(Database database) {
  /// The receiver may be slow, such as a network behind a pipe. What is written must be read by any
  /// version of PostgreSQL.
  private static final String SETTINGS =
      """
      set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set tcp_user_timeout = 0;
      set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3; set bytea_output = 'hex';
      set timezone = 'UTC'; set row_security = off
      """;

  /// A server that is silent for longer during a statement is gone.
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(5);

  /// Writes everything that is stored: first where it is from, then the tables, and behind them the
  /// sequences that their values are from.
  ///
  /// @throws IOException if the database fails, or the backup cannot be written
  void read(BackupWriter backup) throws IOException {
    try (Connection connection = database.connect("backup")) {
      Sql.of(SETTINGS).run(connection);
      connection.setNetworkTimeout(Runnable::run, (int) LONGEST_SILENCE.toMillis());
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      read(connection, backup);
      connection.commit();
    } catch (SQLException e) {
      throw new IOException("the database cannot be read: " + e.getMessage(), e);
    }
  }

  private static void read(Connection connection, BackupWriter backup)
      throws SQLException, IOException {
    backup.origin(
        new BackupManifest.Origin(
            StoredSchema.version(connection),
            Sql.of("select current_setting('server_version')")
                .first(connection, row -> row.getString(1))
                .orElseThrow(),
            Revisions.stored(connection)));
    StoredSchema schema = StoredSchema.of(connection);
    for (Map.Entry<String, List<String>> each : schema.tables().entrySet()) {
      String table = each.getKey();
      List<String> columns = each.getValue();
      backup.table(table, columns, out -> copy(connection, table, columns, out));
    }
    // A sequence is of no transaction: read behind the tables, it is ahead of all that they have.
    for (String sequence : schema.sequences()) {
      backup.sequence(
          Sql.of("select last_value, is_called from " + StoredSchema.quoted(sequence))
              .first(
                  connection,
                  row ->
                      new BackupManifest.Sequence(
                          sequence, row.getLong("last_value"), row.getBoolean("is_called")))
              .orElseThrow());
    }
  }

  private static long copy(
      Connection connection, String table, List<String> columns, OutputStream out)
      throws IOException {
    try {
      return connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut(
              "copy %s (%s) to stdout"
                  .formatted(StoredSchema.quoted(table), StoredSchema.quoted(columns)),
              out);
    } catch (SQLException e) {
      throw new IOException("the table %s cannot be read: %s".formatted(table, e.getMessage()), e);
    }
  }
}
