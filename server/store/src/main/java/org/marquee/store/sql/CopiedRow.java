package org.marquee.store.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A row that PostgreSQL's binary COPY sends out (PostgreSQL manual, COPY, "Binary Format"). Each
/// message has one row; [CopyRows] is the other way round.
public final class CopiedRow implements NamedValues {
  private static final int SIGNATURE_AND_FLAGS = 15;
  private static final int LENGTH_OF_EXTENSION = 4;
  private static final int MICROS = 1_000_000;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final Map<String, Integer> places = new HashMap<>();
  private final @Nullable RepeatedTexts[] repeated;

  /// Where in the message the value at each place begins, with its length.
  private final int[] values;

  private byte[] message = {};

  /// @param columns in the order in which they are sent
  CopiedRow(List<String> columns, Map<String, RepeatedTexts> known) {
    values = new int[columns.size()];
    repeated = new RepeatedTexts[columns.size()];
    for (int place = 0; place < columns.size(); place++) {
      places.put(columns.get(place), place);
      repeated[place] = known.get(columns.get(place));
    }
  }

  /// How long the header is that stands before the row in the first message.
  static int header(byte[] first) {
    int extension = (int) INT.get(first, SIGNATURE_AND_FLAGS);
    return SIGNATURE_AND_FLAGS + LENGTH_OF_EXTENSION + extension;
  }

  /// Takes the row in a message; the last one has no row.
  ///
  /// @param from where in the message the row begins
  boolean begin(byte[] next, int from) {
    message = next;
    if (from >= next.length || (short) SHORT.get(next, from) < 0) {
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
    return (int) INT.get(message, value);
  }

  private int place(String column) {
    return Objects.requireNonNull(places.get(column), column);
  }

  @Override
  public int number(String column) {
    int value = values[place(column)];
    int at = value + Integer.BYTES;
    return length(value) == Short.BYTES
        ? (short) SHORT.get(message, at)
        : (int) INT.get(message, at);
  }

  @Override
  public @Nullable String textOrNull(String column) {
    int place = place(column);
    int length = length(values[place]);
    int at = values[place] + Integer.BYTES;
    if (length < 0) {
      return null;
    }
    RepeatedTexts known = repeated[place];
    return known == null ? new String(message, at, length, UTF_8) : known.text(message, at, length);
  }

  @Override
  public @Nullable Instant instantOrNull(String column) {
    int value = values[place(column)];
    if (length(value) < 0) {
      return null;
    }
    long micros = (long) LONG.get(message, value + Integer.BYTES);
    return Instant.ofEpochSecond(
        CopyRows.EPOCH_SECONDS + Math.floorDiv(micros, MICROS),
        Math.floorMod(micros, MICROS) * 1_000L);
  }
}
