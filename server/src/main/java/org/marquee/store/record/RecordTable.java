package org.marquee.store.record;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.Stream;
import org.marquee.listing.Kind;
import org.marquee.store.record.Column.Reach;
import org.marquee.store.sql.CopyRows;

/// The tables of one kind: where its records are staged and stored, and the columns of both.
///
/// Staged films and cinemas are referred to by the ids of source records, until the import has
/// linked them.
///
/// @param <R> what a line of a feed says of a record
/// @param stored the table that staged records are written to
/// @param joined the columns that other tables are joined by
/// @param columns beside those that all kinds have ([Line])
public record RecordTable<R>(
    Kind kind, String stored, List<String> joined, List<Column<R>> columns) {
  /// With more columns.
  RecordTable<R> with(List<Column<R>> more) {
    return new RecordTable<>(
        kind, stored, joined, Stream.concat(columns.stream(), more.stream()).toList());
  }

  /// The same columns, stored in another table.
  RecordTable<R> in(String other) {
    return new RecordTable<>(kind, other, joined, columns);
  }

  /// The tables of all kinds.
  public static List<RecordTable<?>> all() {
    return List.of(
        ChainColumns.TABLE,
        CinemaColumns.TABLE,
        FilmColumns.TABLE,
        ScreenColumns.TABLE,
        ShowtimeColumns.TABLE);
  }

  /// The table of staged records.
  public String staged() {
    return "staged_" + kind.word();
  }

  /// The columns of the staged table with their types, in the order in which they are copied.
  public String declared() {
    return Stream.of(
            Line.FIRST.stream(),
            columns.stream().filter(column -> column.reach() != Reach.MADE),
            Line.LAST.stream())
        .flatMap(part -> part.map(Column::declared))
        .collect(joining(", "));
  }

  /// Writes the staged row of a record.
  public CopyRows stage(CopyRows rows, Line line, R record) {
    rows.row();
    Line.FIRST.forEach(column -> column.staging().accept(rows, line));
    columns.forEach(column -> column.staging().accept(rows, record));
    Line.LAST.forEach(column -> column.staging().accept(rows, line));
    return rows;
  }

  /// The columns whose difference makes a record changed.
  public List<String> content() {
    return Stream.of(
            Stream.of("external_id"),
            names(Reach.SOURCE, Reach.STORED, Reach.READ, Reach.SUPPLIED),
            Stream.of("source_updated_at"))
        .flatMap(names -> names)
        .toList();
  }

  /// The columns that are stored but not published, and make no record changed.
  public List<String> aside() {
    return names(Reach.ASIDE).toList();
  }

  /// All columns that a changed record is written with.
  public List<String> kept() {
    return Stream.concat(content().stream(), aside().stream()).toList();
  }

  /// All columns that a new record is written with.
  public List<String> begun() {
    return Stream.concat(names(Reach.FIXED), kept().stream()).toList();
  }

  /// The columns of published records beside those that all kinds have.
  public List<String> published() {
    return names(Reach.STORED, Reach.READ).toList();
  }

  /// The columns that any provider of a shared showing may supply.
  public List<String> supplied() {
    return names(Reach.SUPPLIED).toList();
  }

  /// The columns that are read with a published record.
  public List<String> read() {
    return Stream.concat(
            Stream.of("id"), names(Reach.READ, Reach.SUPPLIED, Reach.FIXED, Reach.MADE))
        .toList();
  }

  /// SQL of columns of the row `row`.
  public static String of(String row, List<String> columns) {
    return row + "." + String.join(", " + row + ".", columns);
  }

  private Stream<String> names(Reach... reaches) {
    return columns.stream()
        .filter(column -> List.of(reaches).contains(column.reach()))
        .map(Column::name);
  }

  /// Whether source records are stored, from which records are published.
  public boolean isSource() {
    return kind == Kind.FILM || kind == Kind.CINEMA;
  }
}
