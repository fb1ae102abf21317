package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// The statements of one transaction, and its temporary tables ([TempTable]).
class Statements {
  private final Connection connection;

  Statements(Connection connection) {
    this.connection = connection;
  }

  final Connection connection() {
    return connection;
  }

  /// A statement to which more may be bound. It may use the revision of the transaction
  /// (`:revision`): of a number the planner knows that few rows have it, of a query it does not.
  Sql statement(String text) throws SQLException {
    Sql made = Sql.of(text);
    return text.contains(":revision")
        ? made.bind("revision", number("select n from revision"))
        : made;
  }

  final long run(String text) throws SQLException {
    return statement(text).run(connection);
  }

  final long number(String text) throws SQLException {
    return statement(text).number(connection);
  }

  final boolean any(String query) throws SQLException {
    return number("select count(*) from (" + query + " limit 1) found") > 0;
  }

  final long each(String query, Sql.Each each) throws SQLException {
    return statement(query).each(connection, each);
  }

  final <T> List<T> list(String query, Sql.Row<T> row) throws SQLException {
    return statement(query).list(connection, row);
  }

  /// Makes a table and fills it anew.
  final void fill(TempTable table, String query) throws SQLException {
    run(table.createEmpty() + "insert into " + table.sqlName() + "\n" + query);
  }

  /// Makes a table and copies rows into it, in place of those that it has.
  final void fill(TempTable table, CopyRows rows) throws SQLException {
    run(table.createEmpty());
    rows.send(connection);
  }
}
