package org.marquee.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.listing.Kind;

/// Which records were written since a revision, whatever was done to them.
final class Changes {
  private static final Map<String, Kind> BY_WORD =
      Stream.of(Kind.values()).collect(Collectors.toMap(Kind::word, kind -> kind));

  private final long revision;
  private final Map<Kind, Set<String>> ids = new EnumMap<>(Kind.class);
  private long entries;

  private Changes(long revision) {
    this.revision = revision;
  }

  /// Reads the log.
  ///
  /// @return empty if it has more than `most` entries since
  static Optional<Changes> since(Connection connection, long revision, int most)
      throws SQLException {
    Changes changes = new Changes(revision);
    try (CopiedRows rows = CopiedRows.of(connection, entries(revision, most + 1L))) {
      for (CopiedRow row = rows.next(); row != null; row = rows.next()) {
        changes.entries++;
        changes.add(kind(row.text()), row.text());
      }
    }
    return changes.entries > most ? Optional.empty() : Optional.of(changes);
  }

  /// In the order of the index: no plan is better, whatever the planner believes of a table that
  /// only grows.
  private static String entries(long revision, long most) {
    return "select kind, id from change where n > %d order by n limit %d".formatted(revision, most);
  }

  private void add(Kind kind, String id) {
    ids.computeIfAbsent(kind, _ -> new LinkedHashSet<>()).add(id);
  }

  Set<String> of(Kind kind) {
    return ids.getOrDefault(kind, Set.of());
  }

  /// The same ids as an SQL array. Of an array that is yet to come the planner thinks that it is
  /// short: each id is looked up by the index, as it should be.
  String array(Kind kind) {
    return "array(select c.id from (%s) c where c.kind = '%s')"
        .formatted(entries(revision, entries), kind.word());
  }

  /// The kind that the tables call `word`.
  static Kind kind(String word) {
    return Objects.requireNonNull(BY_WORD.get(word), word);
  }
}
