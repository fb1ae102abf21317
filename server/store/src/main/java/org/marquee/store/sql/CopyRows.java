package org.marquee.store.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/// Rows for one table, in the format of PostgreSQL's binary COPY (PostgreSQL manual, COPY, "Binary
/// Format"): no text to escape here and none to parse there. They are collected and sent some
/// hundreds of kilobytes at a time.
public final class CopyRows {
  private static final int FULL = 1 << 18;

  /// PostgreSQL counts from the first day of 2000.
  static final long EPOCH_SECONDS =
      LocalDate.of(2000, 1, 1).atStartOfDay().toEpochSecond(ZoneOffset.UTC);

  private static final long EPOCH_DAYS = LocalDate.of(2000, 1, 1).toEpochDay();

  private final String table;
  private final int columns;
  private ByteBuffer bytes = ByteBuffer.allocate(64 << 10);

  /// @param columns how many values each row has, in the order of the table's columns
  public CopyRows(String table, int columns) {
    this.table = table;
    this.columns = columns;
  }

  public CopyRows row() {
    room(2).putShort((short) columns);
    return this;
  }

  public boolean isFull() {
    return bytes.position() >= FULL;
  }

  /// Sends what was collected, and waits until the server has it.
  public void send(Connection connection) throws SQLException {
    try (CopyStream stream = new CopyStream(connection)) {
      send(stream);
      stream.end();
    }
  }

  /// Sends what was collected on its way.
  public void send(CopyStream stream) throws SQLException {
    if (bytes.position() > 0) {
      stream.write(table, bytes.array(), bytes.position());
      bytes.clear();
    }
  }

  public CopyRows text(@Nullable String value) {
    if (value == null) {
      return nothing();
    }
    byte[] encoded = value.getBytes(UTF_8);
    room(4 + encoded.length).putInt(encoded.length).put(encoded);
    return this;
  }

  /// A `jsonb`: its version goes first.
  public CopyRows json(@Nullable String value) {
    if (value == null) {
      return nothing();
    }
    byte[] encoded = value.getBytes(UTF_8);
    room(5 + encoded.length).putInt(1 + encoded.length).put((byte) 1).put(encoded);
    return this;
  }

  public CopyRows bigint(long value) {
    room(12).putInt(8).putLong(value);
    return this;
  }

  public CopyRows integer(@Nullable Integer value) {
    if (value == null) {
      return nothing();
    }
    room(8).putInt(4).putInt(value);
    return this;
  }

  public CopyRows smallint(@Nullable Integer value) {
    if (value == null) {
      return nothing();
    }
    room(6).putInt(2).putShort(value.shortValue());
    return this;
  }

  public CopyRows number(@Nullable Double value) {
    return value == null ? nothing() : bigint(Double.doubleToLongBits(value));
  }

  public CopyRows flag(boolean value) {
    room(5).putInt(1).put((byte) (value ? 1 : 0));
    return this;
  }

  /// A `timestamptz`.
  public CopyRows instant(@Nullable Instant value) {
    return value == null
        ? nothing()
        : bigint((value.getEpochSecond() - EPOCH_SECONDS) * 1_000_000 + value.getNano() / 1000);
  }

  /// A `timestamp`.
  public CopyRows local(@Nullable LocalDateTime value) {
    return value == null ? nothing() : instant(value.toInstant(ZoneOffset.UTC));
  }

  public CopyRows date(@Nullable LocalDate value) {
    return value == null ? nothing() : integer((int) (value.toEpochDay() - EPOCH_DAYS));
  }

  private CopyRows nothing() {
    room(4).putInt(-1);
    return this;
  }

  private ByteBuffer room(int more) {
    if (bytes.remaining() < more) {
      bytes.flip();
      bytes = ByteBuffer.allocate(Math.max(bytes.capacity() * 2, bytes.limit() + more)).put(bytes);
    }
    return bytes;
  }
}
