package org.marquee.store.reconcile.stage;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// The statements of one transaction, and its temporary tables ([TempTable]).
public class Statements {
  /// SQL of the revision of the transaction.
  public static final String REVISION = "(select n from revision)";

  private final Connection connection;

  public Statements(Connection connection) {
    this.connection = connection;
  }

  public final Connection connection() {
    return connection;
  }

  /// A statement to which more may be bound. It may use the revision of the transaction
  /// (`:revision`): of a number the planner knows that few rows have it, of a query it does not.
  public Sql statement(String text) throws SQLException {
    Sql made = Sql.of(text);
    return text.contains(":revision")
        ? made.bind("revision", number("select n from revision"))
        : made;
  }

  public final long run(String text) throws SQLException {
    return statement(text).run(connection);
  }

  public final long number(String text) throws SQLException {
    return statement(text).number(connection);
  }

  public final boolean any(String query) throws SQLException {
    return number("select count(*) from (" + query + " limit 1) found") > 0;
  }

  public final long each(String query, Sql.Each each) throws SQLException {
    return statement(query).each(connection, each);
  }

  public final <T> List<T> list(String query, Sql.Row<T> row) throws SQLException {
    return statement(query).list(connection, row);
  }

  /// Makes a table and fills it anew.
  public final void fill(TempTable table, String query) throws SQLException {
    run(table.createEmpty() + "insert into " + table.sqlName() + "\n" + query);
  }

  /// Makes a table and copies rows into it, in place of those that it has.
  public final void fill(TempTable table, CopyRows rows) throws SQLException {
    run(table.createEmpty());
    rows.send(connection);
  }

  /// SQL that marks the rows of a table of source records as written in this revision; of other
  /// tables nothing.
  public static String written(String table) {
    return table.endsWith("_source") ? ", written = " + REVISION : "";
  }

  /// SQL: the row is no merged showtime, which is made of several source records.
  public static String alone(String row, String table) {
    return table.equals("showtime") ? " and " + row + ".merged is null" : "";
  }
}
