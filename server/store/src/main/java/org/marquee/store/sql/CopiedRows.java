package org.marquee.store.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/// Many rows that PostgreSQL's binary COPY sends out (PostgreSQL manual, COPY, "Binary Format").
/// They are read where they lie, by a few lines of the driver that are the same whatever is read,
/// and compiled when it matters. Each message has one row; [CopyRows] is the other way round.
public final class CopiedRows implements NamedValues, AutoCloseable {
  private static final int SIGNATURE_AND_FLAGS = 15;
  private static final int LENGTH_OF_EXTENSION = 4;
  private static final int MICROS = 1_000_000;

  private final CopyOut copy;
  private final Map<String, Integer> places = new HashMap<>();

  /// Where in the message the value at each place begins, with its length.
  private final int[] values;

  private ByteBuffer message = ByteBuffer.allocate(0);
  private boolean hasBegun;

  /// @param columns in the order in which they are sent
  private CopiedRows(CopyOut copy, List<String> columns) {
    this.copy = copy;
    values = new int[columns.size()];
    for (int place = 0; place < columns.size(); place++) {
      places.put(columns.get(place), place);
    }
  }

  /// Asks for rows, in a transaction that is open.
  ///
  /// @param from the query, from its `from` on
  public static CopiedRows of(Connection connection, List<String> columns, String from)
      throws SQLException {
    return new CopiedRows(
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut(
                "copy (select %s %s) to stdout (format binary)"
                    .formatted(String.join(", ", columns), from)),
        columns);
  }

  /// The next row, which is the same object each time; null after the last.
  public @Nullable NamedValues next() throws SQLException {
    byte[] next = copy.readFromCopy();
    if (next == null) {
      return null;
    }
    int from = 0;
    if (!hasBegun) {
      hasBegun = true;
      from = header(next);
    }
    // The last message has no row, and only the end comes after it.
    return begin(next, from) ? this : next();
  }

  /// Stops the telling, if it has not come to its end.
  @Override
  public void close() throws SQLException {
    if (copy.isActive()) {
      copy.cancelCopy();
    }
  }

  /// How long the header is that stands before the row in the first message.
  private static int header(byte[] first) {
    int extension = ByteBuffer.wrap(first).getInt(SIGNATURE_AND_FLAGS);
    return SIGNATURE_AND_FLAGS + LENGTH_OF_EXTENSION + extension;
  }

  /// Takes the row in a message; the last one has no row.
  ///
  /// @param from where in the message the row begins
  private boolean begin(byte[] next, int from) {
    message = ByteBuffer.wrap(next);
    if (from >= next.length || message.getShort(from) < 0) {
      return false;
    }
    int at = from + Short.BYTES;
    for (int place = 0; place < values.length; place++) {
      values[place] = at;
      at += Integer.BYTES + Math.max(0, length(at));
    }
    return true;
  }

  /// The length of a value; negative where there is none.
  private int length(int value) {
    return message.getInt(value);
  }

  private int place(String column) {
    return Objects.requireNonNull(places.get(column), column);
  }

  @Override
  public int number(String column) {
    int value = values[place(column)];
    int at = value + Integer.BYTES;
    return length(value) == Short.BYTES ? message.getShort(at) : message.getInt(at);
  }

  @Override
  public @Nullable String textOrNull(String column) {
    int value = values[place(column)];
    int length = length(value);
    return length < 0 ? null : new String(message.array(), value + Integer.BYTES, length, UTF_8);
  }

  /// In binary a byte with the version stands before the text.
  @Override
  public @Nullable String documentOrNull(String column) {
    String text = textOrNull(column);
    return text == null ? null : text.substring(1);
  }

  @Override
  public @Nullable Instant instantOrNull(String column) {
    int value = values[place(column)];
    if (length(value) < 0) {
      return null;
    }
    long micros = message.getLong(value + Integer.BYTES);
    return Instant.ofEpochSecond(
        CopyRows.EPOCH_SECONDS + Math.floorDiv(micros, MICROS),
        Math.floorMod(micros, MICROS) * 1_000L);
  }
}
