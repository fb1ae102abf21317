package org.marquee.store.sql;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A type of columns that [CopyRows] are sent to.
///
/// @param <V> the type of its values
/// @param sql its name in SQL; `key` stands for text that is compared by code point, as all ids are
public record CopyType<V>(String sql, Writer<V> writer) {
  /// Adds a value to a row.
  interface Writer<V> {
    void write(CopyRows rows, @Nullable V value);
  }

  public static final CopyType<String> KEY = new CopyType<>("key", CopyRows::text);
  public static final CopyType<String> TEXT = new CopyType<>("text", CopyRows::text);
  public static final CopyType<Integer> INTEGER = new CopyType<>("integer", CopyRows::integer);
  public static final CopyType<Integer> SMALLINT = new CopyType<>("smallint", CopyRows::smallint);
  public static final CopyType<Double> DOUBLE =
      new CopyType<>("double precision", CopyRows::number);
  public static final CopyType<LocalDate> DATE = new CopyType<>("date", CopyRows::date);
  public static final CopyType<Instant> INSTANT = new CopyType<>("timestamptz", CopyRows::instant);
  public static final CopyType<LocalDateTime> LOCAL = new CopyType<>("timestamp", CopyRows::local);

  /// Never null.
  public static final CopyType<Long> BIGINT =
      new CopyType<>("bigint", (rows, value) -> rows.bigint(Objects.requireNonNull(value)));

  /// Never null.
  public static final CopyType<Boolean> FLAG =
      new CopyType<>("boolean", (rows, value) -> rows.flag(Objects.requireNonNull(value)));

  /// Adds a value to a row.
  public void write(CopyRows rows, @Nullable V value) {
    writer.write(rows, value);
  }
}
