package org.marquee.store.record;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
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
/// @param columns beside those that all kinds have
public record RecordTable<R>(
    Kind kind, String stored, List<String> joined, List<Column<R>> columns) {
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

  /// A line of a feed, as it is staged: what the rows of all kinds have.
  ///
  /// The column `line` is null for a record of an earlier feed that was held back and is staged
  /// again. Such a record has the observation of its own feed, and so has a line of a later feed,
  /// where several are read as one.
  ///
  /// @param id of the record
  /// @param taken when the feed was taken; null for the first feed
  /// @param updated when the source of a later feed changed
  public record Line(
      long number,
      String id,
      FeedRecord record,
      @Nullable Instant taken,
      @Nullable Instant updated) {}

  /// The columns of the staged table with their types, in the order in which they are copied.
  public String declared() {
    return "line bigint, id key, external_id text, %s, source_updated_at timestamptz, observed_at timestamptz, observed_updated_at timestamptz"
        .formatted(staging().map(Column::declared).collect(joining(", ")));
  }

  /// Writes the staged row of a record.
  public CopyRows stage(CopyRows rows, Line line, R record) {
    FeedRecord common = line.record();
    rows.row().bigint(line.number()).text(line.id()).text(common.externalId());
    staging().forEach(column -> column.staging().accept(rows, record));
    return rows.instant(common.sourceUpdatedAt()).instant(line.taken()).instant(line.updated());
  }

  private Stream<Column<R>> staging() {
    return columns.stream().filter(column -> column.reach() != Reach.MADE);
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

  /// SQL of the order in which source records `w` of providers `p` count: of most columns the first
  /// one that has a value is published.
  public String order() {
    return isSource() ? "p.rank desc, w.born, w.id" : "p.rank desc, w.since, w.provider_id, w.id";
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
