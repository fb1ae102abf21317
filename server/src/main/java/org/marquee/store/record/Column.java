package org.marquee.store.record;

import org.jspecify.annotations.Nullable;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.CopyType;

/// A column of the tables of a kind.
///
/// @param <R> what a line of a feed says of a record
/// @param type in SQL
public record Column<R>(String name, Reach reach, String type, Staging<R> staging) {
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
    /// The same, but never changed once it is stored.
    FIXED,
    /// Read with the published record, for which the import makes it.
    MADE
  }

  /// Writes the value of one row.
  interface Staging<R> {
    void write(CopyRows rows, R line);
  }

  /// Where the value of a column comes from.
  interface Value<R, V> {
    @Nullable V of(R line);
  }

  static <R, V> Column<R> of(String name, Reach reach, CopyType<V> type, Value<R, V> value) {
    return new Column<>(name, reach, type.sql(), (rows, line) -> type.write(rows, value.of(line)));
  }

  static <R, V> Column<R> staged(String name, CopyType<V> type, Value<R, V> value) {
    return of(name, Reach.STAGED, type, value);
  }

  static <R, V> Column<R> source(String name, CopyType<V> type, Value<R, V> value) {
    return of(name, Reach.SOURCE, type, value);
  }

  static <R, V> Column<R> stored(String name, CopyType<V> type, Value<R, V> value) {
    return of(name, Reach.STORED, type, value);
  }

  static <R, V> Column<R> read(String name, CopyType<V> type, Value<R, V> value) {
    return of(name, Reach.READ, type, value);
  }

  /// One that the import makes.
  static <R> Column<R> made(String name) {
    return new Column<>(name, Reach.MADE, "", (_, _) -> {});
  }

  String declared() {
    return name + " " + type;
  }
}
