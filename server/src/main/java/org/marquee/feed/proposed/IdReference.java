package org.marquee.feed.proposed;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A column of the rows that has the ids of rows of another kind, as `filmId` has those of a list
/// of films.
///
/// @param target the column with the ids, each once
record IdReference(FileColumn from, FileColumn target) {
  /// @param id what the column of the rows is: [Role#FILM_ID] and its like
  static @Nullable IdReference find(FeedTable table, ColumnPath rows, Role id) {
    return table.columns().stream()
        .filter(column ->
            column.place().isSeenFrom(rows)
                && (id.sureness(column) >= 80 || isOnlyCalled(column, id)))
        .sorted(Comparator.comparingInt(id::sureness).reversed())
        .map(column -> to(table, rows, id, column))
        .filter(java.util.Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable IdReference to(
      FeedTable table, ColumnPath rows, Role id, FileColumn from) {
    Set<String> wanted = new HashSet<>(from.different());
    return table.columns().stream()
        .filter(target ->
            target.isUnique()
                && !target.place().rows().equals(rows)
                && target.place().rows().depth() > 0
                && !from.place().isSeenFrom(target.place().rows())
                && id.sureness(target) > 60
                && wanted.stream().filter(target.different()::contains).count()
                    >= 0.8 * wanted.size())
        .max(Comparator.comparingInt(id::sureness))
        .map(target -> new IdReference(from, target))
        .orElse(null);
  }

  /// Whether a column is called by what its ids are of, as `film`.
  private static boolean isOnlyCalled(FileColumn column, Role id) {
    String entity = id.name().replace("_ID", "").toLowerCase(Locale.ROOT);
    return column.name().own().equals(List.of(entity));
  }
}
