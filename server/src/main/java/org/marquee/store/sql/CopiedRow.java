package org.marquee.store.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A row that PostgreSQL's binary COPY sends out (PostgreSQL manual, COPY, "Binary Format"), read
/// value by value in the order of its columns. Each message has one row; [CopyRows] is the other
/// way round.
public final class CopiedRow {
  private static final int SIGNATURE_AND_FLAGS = 15;
  private static final int LENGTH_OF_EXTENSION = 4;
  private static final int MICROS = 1_000_000;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] message = {};
  private int at;

  /// How long the header is that stands before the row in the first message.
  static int header(byte[] first) {
    int extension = (int) INT.get(first, SIGNATURE_AND_FLAGS);
    return SIGNATURE_AND_FLAGS + LENGTH_OF_EXTENSION + extension;
  }

  /// Goes to the first column of the row in a message; the last one has no row.
  ///
  /// @param from where in the message the row begins
  boolean begin(byte[] next, int from) {
    message = next;
    at = from;
    return at < message.length && shortInteger() >= 0;
  }

  private int shortInteger() {
    at += Short.BYTES;
    return (short) SHORT.get(message, at - Short.BYTES);
  }

  private int integer() {
    at += Integer.BYTES;
    return (int) INT.get(message, at - Integer.BYTES);
  }

  /// A `smallint` or `integer` that is not null.
  public int number() {
    return integer() == Short.BYTES ? shortInteger() : integer();
  }

  public String text() {
    String text = textOrNull();
    if (text == null) {
      throw new IllegalStateException("a column without a value");
    }
    return text;
  }

  public @Nullable String textOrNull() {
    int length = integer();
    if (length < 0) {
      return null;
    }
    at += length;
    return new String(message, at - length, length, UTF_8);
  }

  /// Text of a column in which few values come again and again.
  public @Nullable String textOrNull(RepeatedTexts known) {
    int length = integer();
    if (length < 0) {
      return null;
    }
    at += length;
    return known.text(message, at - length, length);
  }

  /// A `timestamptz`.
  public @Nullable Instant instantOrNull() {
    if (integer() < 0) {
      return null;
    }
    at += Long.BYTES;
    long micros = (long) LONG.get(message, at - Long.BYTES);
    return Instant.ofEpochSecond(
        CopyRows.EPOCH_SECONDS + Math.floorDiv(micros, MICROS),
        Math.floorMod(micros, MICROS) * 1_000L);
  }
}
