package org.marquee.store.record;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.store.sql.CopyRows;

/// A column of the tables of a kind.
///
/// @param <R> what a line of a feed says of a record
/// @param type in SQL
/// @param staging writes the value of one row
public record Column<R>(String name, Reach reach, String type, BiConsumer<CopyRows, R> staging) {
  /// How far the values of a column go, from the line of a feed to those who read records.
  enum Reach {
    /// Staged, for the import alone.
    STAGED,
    /// Stored with the source record, not published, and no reason to call the record changed.
    ASIDE,
    /// Stored with the source record, not published.
    SOURCE,
    /// Stored with the published record.
    STORED,
    /// Stored with the published record and read with it.
    READ,
    /// The same, and any provider that lists a shared showing may supply it.
    SUPPLIED,
    /// As [#READ], but never changed once it is stored.
    FIXED,
    /// Read with the published record, for which the import makes it.
    MADE
  }

  /// A type with its name in SQL; `key` stands for text that is compared by code point, as all ids
  /// are.
  record SqlType<V>(String sql, BiConsumer<CopyRows, @Nullable V> writer) {
    static final SqlType<String> KEY = new SqlType<>("key", CopyRows::text);
    static final SqlType<String> TEXT = new SqlType<>("text", CopyRows::text);
    static final SqlType<String> JSON = new SqlType<>("jsonb", CopyRows::json);
    static final SqlType<Integer> INTEGER = new SqlType<>("integer", CopyRows::integer);
    static final SqlType<Integer> SMALLINT = new SqlType<>("smallint", CopyRows::smallint);
    static final SqlType<Double> DOUBLE = new SqlType<>("double precision", CopyRows::number);
    static final SqlType<Boolean> FLAG = new SqlType<>("boolean", CopyRows::flag);
    static final SqlType<LocalDate> DATE = new SqlType<>("date", CopyRows::date);
    static final SqlType<Instant> INSTANT = new SqlType<>("timestamptz", CopyRows::instant);
    static final SqlType<LocalDateTime> LOCAL = new SqlType<>("timestamp", CopyRows::local);
  }

  static <R, V> Column<R> column(
      String name, Reach reach, SqlType<V> type, Function<R, @Nullable V> value) {
    return new Column<>(
        name, reach, type.sql(), (rows, line) -> type.writer().accept(rows, value.apply(line)));
  }

  String declared() {
    return name + " " + type;
  }
}
