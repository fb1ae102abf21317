package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.listing.Kind;
import org.marquee.store.sql.CopiedRows;
import org.marquee.store.sql.NamedValues;

/// Which records were written, whatever was done to them.
final class Changes {
  private static final Map<String, Kind> BY_WORD =
      Stream.of(Kind.values()).collect(Collectors.toMap(Kind::word, kind -> kind));

  /// A query for their kinds and ids.
  private final String entries;

  private final Map<Kind, Set<String>> ids = new EnumMap<>(Kind.class);

  private Changes(String entries) {
    this.entries = entries;
  }

  /// Reads the log of what was written since a revision.
  ///
  /// @return empty if it has more than `most` entries since
  static Optional<Changes> since(Connection connection, long revision, int most)
      throws SQLException {
    // In the order of the index: no plan is better, whatever the planner believes of a table that
    // only grows.
    Changes changes =
        new Changes(
            "select kind, id from change where n > %d order by n limit %d"
                .formatted(revision, most + 1L));
    return changes.read(connection) > most ? Optional.empty() : Optional.of(changes);
  }

  private long read(Connection connection) throws SQLException {
    long read = 0;
    try (CopiedRows rows =
        CopiedRows.of(connection, List.of("kind", "id"), "from (" + entries + ") c")) {
      for (NamedValues row = rows.next(); row != null; row = rows.next()) {
        read++;
        add(kind(row.text("kind")), row.text("id"));
      }
    }
    return read;
  }

  private void add(Kind kind, String id) {
    ids.computeIfAbsent(kind, _ -> new LinkedHashSet<>()).add(id);
  }

  Set<String> of(Kind kind) {
    return ids.getOrDefault(kind, Set.of());
  }

  /// The ids as an SQL array. Of an array that is yet to come the planner thinks that it is short:
  /// each id is looked up by the index, as it should be.
  String array(Kind kind) {
    return "array(select c.id from (%s) c where c.kind = '%s')".formatted(entries, kind.word());
  }

  /// The kind that the tables call `word`.
  static Kind kind(String word) {
    return Objects.requireNonNull(BY_WORD.get(word), word);
  }
}
