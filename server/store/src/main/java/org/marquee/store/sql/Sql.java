package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One statement with its values: `:name` in the text stands for a value that was bound to it.
/// After a second colon it is a type: `::` is PostgreSQL's cast.
///
/// Text comes from this package alone; whatever came from outside is bound.
public final class Sql {
  private final String text;
  private final Map<String, @Nullable Object> values = new HashMap<>();

  private Sql(String text) {
    this.text = text;
  }

  public static Sql of(String text) {
    return new Sql(text);
  }

  /// Binds a value: text, a number, a boolean, an `Instant`, a `LocalDate`, a UUID, a collection of
  /// these without a null, which is a `text[]`, or null.
  public Sql bind(String name, @Nullable Object value) {
    values.put(name, value);
    return this;
  }

  /// Runs the statement and returns how many rows it changed.
  public long run(Connection connection) throws SQLException {
    try (PreparedStatement statement = prepare(connection)) {
      return statement.executeLargeUpdate();
    }
  }

  /// All rows.
  public <T> List<T> list(Connection connection, Row<T> row) throws SQLException {
    try (PreparedStatement statement = prepare(connection);
        ResultSet rows = statement.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(row.read(rows));
      }
      return all;
    }
  }

  /// Passes each row on, a few thousand at a time where a transaction is open, and returns how many
  /// there were.
  public long each(Connection connection, Each each) throws SQLException {
    try (PreparedStatement statement = prepare(connection)) {
      statement.setFetchSize(4096);
      try (ResultSet rows = statement.executeQuery()) {
        long count = 0;
        while (rows.next()) {
          each.take(rows);
          count++;
        }
        return count;
      }
    }
  }

  /// The first row, if there is one.
  public <T> Optional<T> first(Connection connection, Row<T> row) throws SQLException {
    return list(connection, row).stream().findFirst();
  }

  /// The number in the one row that there is.
  public long number(Connection connection) throws SQLException {
    return first(connection, rows -> rows.getLong(1)).orElseThrow();
  }

  /// Reads one row into a value.
  public interface Row<T> {
    T read(ResultSet rows) throws SQLException;
  }

  /// Takes one row.
  public interface Each {
    void take(ResultSet rows) throws SQLException;
  }

  /// Instants are read as PostgreSQL keeps them, to the microsecond.
  public static Instant instant(ResultSet rows, String column) throws SQLException {
    return rows.getObject(column, OffsetDateTime.class).toInstant();
  }

  public static @Nullable Instant instantOrNull(ResultSet rows, String column) throws SQLException {
    OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  private PreparedStatement prepare(Connection connection) throws SQLException {
    List<@Nullable Object> positions = new ArrayList<>();
    StringBuilder positional = new StringBuilder(text.length());
    int copied = 0;
    for (int colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
      int end = endOfName(colon + 1);
      if (end == colon + 1 || (colon > 0 && text.charAt(colon - 1) == ':')) {
        continue;
      }
      String name = text.substring(colon + 1, end);
      if (!values.containsKey(name)) {
        throw new IllegalStateException("nothing is bound to :" + name);
      }
      positions.add(values.get(name));
      positional.append(text, copied, colon).append('?');
      copied = end;
    }
    positional.append(text, copied, text.length());
    PreparedStatement statement = connection.prepareStatement(positional.toString());
    try {
      for (int at = 0; at < positions.size(); at++) {
        bind(statement, at + 1, positions.get(at));
      }
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  private int endOfName(int start) {
    int end = start;
    while (end < text.length() && (text.charAt(end) == '_' || isLetter(text.charAt(end)))) {
      end++;
    }
    return end;
  }

  private static boolean isLetter(char each) {
    return each >= 'a' && each <= 'z';
  }

  private static void bind(PreparedStatement statement, int at, @Nullable Object value)
      throws SQLException {
    switch (value) {
      case null -> statement.setNull(at, Types.NULL);
      case Instant instant -> statement.setObject(at, instant.atOffset(ZoneOffset.UTC));
      case LocalDate date -> statement.setObject(at, date);
      case String string -> statement.setString(at, string);
      case Integer number -> statement.setInt(at, number);
      case Long number -> statement.setLong(at, number);
      case Double number -> statement.setDouble(at, number);
      case Boolean flag -> statement.setBoolean(at, flag);
      case Collection<?> all ->
          statement.setArray(
              at,
              statement
                  .getConnection()
                  .createArrayOf("text", all.stream().map(Object::toString).toArray()));
      default -> statement.setObject(at, value);
    }
  }
}
