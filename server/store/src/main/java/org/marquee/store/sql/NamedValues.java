package org.marquee.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The values of one row by the names of its columns, however the row was fetched.
public interface NamedValues {
  /// The row that a result is at.
  record OfResult(ResultSet rows) implements NamedValues {
    @Override
    public @Nullable String textOrNull(String column) throws SQLException {
      return rows.getString(column);
    }

    @Override
    public int number(String column) throws SQLException {
      return rows.getInt(column);
    }

    @Override
    public @Nullable Instant instantOrNull(String column) throws SQLException {
      return Sql.instantOrNull(rows, column);
    }
  }

  /// Text; null where there is none.
  @Nullable String textOrNull(String column) throws SQLException;

  /// A `jsonb` as text; null where there is none.
  default @Nullable String documentOrNull(String column) throws SQLException {
    return textOrNull(column);
  }

  /// A `smallint` or `integer` that is not null.
  int number(String column) throws SQLException;

  /// A `timestamptz`; null where there is none.
  @Nullable Instant instantOrNull(String column) throws SQLException;

  /// Text that must be there.
  default String text(String column) throws SQLException {
    return Objects.requireNonNull(textOrNull(column), column);
  }

  /// A `timestamptz` that must be there.
  default Instant instant(String column) throws SQLException {
    return Objects.requireNonNull(instantOrNull(column), column);
  }
}
