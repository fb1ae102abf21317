package org.marquee.feed.proposed;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A column of the rows that has the ids of rows of another kind, as `filmId` has those of a list
/// of films.
///
/// @param target the column with the ids, each once
record IdReference(FileColumn from, FileColumn target) {
  /// @param id what the column of the rows is: [Role#FILM_ID] and its like
  static Optional<IdReference> in(FeedTable table, ColumnPath rows, Role id) {
    // A column may be called by what its ids are of, as `film`.
    List<String> bare = List.of(id.name().replace("_ID", "").toLowerCase(Locale.ROOT));
    return table.columns().stream()
        .filter(column -> column.place().isSeenFrom(rows))
        .filter(column -> id.sureness(column) >= 80 || column.name().own().equals(bare))
        .sorted(Comparator.comparingInt(id::sureness).reversed())
        .flatMap(column -> to(table, rows, id, column).stream())
        .findFirst();
  }

  private static Optional<IdReference> to(
      FeedTable table, ColumnPath rows, Role id, FileColumn from) {
    Set<String> wanted = from.different();
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
        .map(target -> new IdReference(from, target));
  }
}
