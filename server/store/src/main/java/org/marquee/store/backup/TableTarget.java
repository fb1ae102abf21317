package org.marquee.store.backup;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.marquee.files.ProgramFile;
import org.marquee.json.JsonObject;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.backup.BackupManifest.Table;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseUnreachable;
import org.marquee.store.sql.FilledMigration;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.StoredSchema;
import org.postgresql.PGConnection;

/// An empty database that a backup is restored into. An account that owns it is enough.
public final class TableTarget {
  private static final int BUFFER = 1 << 16;

  private final Database.Address address;
  private final Audit audit;

  /// @param actor who fills it
  public TableTarget(Database.Address address, Actor actor) {
    this.address = address;
    this.audit = new Audit(actor);
  }

  /// Whether it has no tables of ours.
  ///
  /// @throws IOException if it cannot be asked
  public boolean isEmpty() throws IOException {
    try {
      return !Database.hasTables(address);
    } catch (DatabaseUnreachable e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /// Makes the tables, fills them and brings them up to date, all of it in one transaction: until
  /// this returns, nothing of it is there.
  ///
  /// @return the tables of the backup that Marquee does not make; they are left out
  /// @throws IOException if the database or the backup fails; then the database is empty still
  List<String> fill(BackupReader backup) throws IOException {
    List<String> leftOut = new ArrayList<>();
    FilledMigration.run(
        address,
        Math.max(1, backup.manifest().origin().schema()),
        connection -> fill(connection, backup, leftOut),
        connection -> note(connection, backup.manifest()));
    return leftOut;
  }

  private void note(Connection connection, BackupManifest manifest) throws SQLException {
    // The files are where the backup was made, and of what is restored there is none yet.
    Sql.of("update backup set succeeded_at = null, file = null, bytes = null, failure = null")
        .run(connection);
    JsonObject after =
        JsonObject.of("madeAt", manifest.madeAt())
            .with("revision", manifest.origin().revision().number())
            .with("rows", manifest.rows());
    audit.note(
        connection,
        Audited.DATABASE_RESTORE,
        manifest.origin().revision().epoch().toString(),
        null,
        after.toString());
  }

  private static void fill(Connection connection, BackupReader backup, List<String> leftOut)
      throws SQLException, IOException {
    StoredSchema schema = StoredSchema.of(connection);
    try (Quiet _ = Quiet.make(connection)) {
      boolean older = backup.manifest().origin().schema() == 0;
      SortedMap<String, List<String>> empty = new TreeMap<>(schema.tables());
      if (older) {
        empty.keySet().retainAll(backup.manifest().tables().stream().map(Table::name).toList());
      }
      // The migrations have put rows in some of them. What refers to them and is not in the backup
      // has none.
      Sql.of("truncate " + StoredSchema.quoted(empty.keySet()) + " cascade").run(connection);
      for (Table table : backup.manifest().tables()) {
        List<String> columns = empty.remove(table.name());
        if (columns == null) {
          leftOut.add(table.name());
        } else {
          copy(connection, table, columns, backup);
        }
      }
      if (!empty.isEmpty()) {
        throw new IOException("the backup has no table " + empty.firstKey());
      }
      if (older) {
        bringForward(connection);
      }
      for (BackupManifest.Sequence sequence : backup.manifest().sequences()) {
        if (schema.sequences().contains(sequence.name())) {
          Sql.of("select setval(:sequence::regclass, :value, :called)")
              .bind("sequence", StoredSchema.quoted(sequence.name()))
              .bind("value", sequence.value())
              .bind("called", sequence.called())
              .number(connection);
        }
      }
    }
  }

  /// Does what the migrations of older builds did with rows, where that is still to do.
  private static void bringForward(Connection connection) throws SQLException {
    try (Statement statements = connection.createStatement()) {
      statements.execute(ProgramFile.text(TableTarget.class, "older-build.sql"));
    }
  }

  private static void copy(
      Connection connection, Table table, List<String> into, BackupReader backup)
      throws SQLException, IOException {
    for (String name : table.columns()) {
      if (!into.contains(name)) {
        throw new IOException(
            "the backup has a column %s of %s that Marquee does not make"
                .formatted(name, table.name()));
      }
    }
    String copy =
        "copy %s (%s) from stdin"
            .formatted(StoredSchema.quoted(table.name()), StoredSchema.quoted(table.columns()));
    try (InputStream rows = backup.rows(table)) {
      long stored = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(copy, rows, BUFFER);
      if (stored != table.rows()) {
        throw new IOException(
            "%d rows of %s were stored, and the backup has %d"
                .formatted(stored, table.name(), table.rows()));
      }
    }
  }

  /// No trigger runs, and references are checked at the end: rows come in any order, and as they
  /// were.
  private record Quiet(Connection connection, List<String> references, List<String> triggers)
      implements AutoCloseable {
    static Quiet make(Connection connection) throws SQLException {
      List<String> references =
          list(
              connection,
              """
              select format('alter table %s alter constraint %I', conrelid::regclass, conname) from pg_constraint
              where contype = 'f' and connamespace = current_schema()::regnamespace and not condeferrable
              """);
      List<String> triggers =
          list(
              connection,
              """
              select format('alter table %s %%s trigger %I', tgrelid::regclass, tgname) from pg_trigger
              join pg_class c on c.oid = tgrelid
              where not tgisinternal and tgenabled = 'O' and c.relnamespace = current_schema()::regnamespace
              """);
      for (String reference : references) {
        Sql.of(reference + " deferrable initially deferred").run(connection);
      }
      for (String trigger : triggers) {
        Sql.of(trigger.formatted("disable")).run(connection);
      }
      return new Quiet(connection, references, triggers);
    }

    private static List<String> list(Connection connection, String sql) throws SQLException {
      return Sql.of(sql).list(connection, row -> row.getString(1));
    }

    @Override
    public void close() throws SQLException {
      Sql.of("set constraints all immediate").run(connection);
      for (String reference : references) {
        Sql.of(reference + " not deferrable").run(connection);
      }
      for (String trigger : triggers) {
        Sql.of(trigger.formatted("enable")).run(connection);
      }
    }
  }
}
