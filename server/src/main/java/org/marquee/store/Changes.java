package org.marquee.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.marquee.listing.Kind;

/// Which records were written since a revision, whatever was done to them.
final class Changes {
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
    changes.entries =
        Sql.of(entries(revision, most + 1L))
            .each(connection, row -> changes.add(kind(row.getString("kind")), row.getString("id")));
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
    return Kind.valueOf(word.toUpperCase(Locale.ROOT));
  }
}
