package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeFeed.State;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Revision;
import org.marquee.store.read.RecordsById.Reference;

/// The records that entries of the log are about, as they are now, and which of them and of those
/// that they refer to came later than the entries.
final class ChangedRecords {
  private final Connection connection;
  private final Set<Kind> kinds;
  private final Revision state;
  private final RecordsById records;
  private final Map<String, ChangeEntry.Arrival> arrivals = new HashMap<>();

  /// @param kinds of the records that the follower holds
  ChangedRecords(Connection connection, Set<Kind> kinds, Revision state) {
    this.connection = connection;
    this.kinds = kinds;
    this.state = state;
    records = new RecordsById(connection);
  }

  /// A record that was loaded; null where it is gone.
  @Nullable ListedRecord find(String id) {
    return records.find(id);
  }

  /// The record that answers for one that is gone; null where none does.
  @Nullable String survivor(String id) {
    return records.survivor(id);
  }

  /// What became of a record that is gone.
  State gone(String id) {
    String survivor = records.survivor(id);
    return survivor == null ? new State.Gone() : new State.Merged(survivor);
  }

  /// Whether a record came later than an entry. When showtimes came is not looked up.
  boolean cameLater(String id, ChangeEntry entry) {
    ChangeEntry.Arrival arrival = arrivals.get(id);
    return arrival != null && arrival.isAfter(entry);
  }

  /// Where in the log the last arrival of a record is that [#cameLater] was true of.
  ChangePosition.Mark arrival(String id) {
    return Objects.requireNonNull(arrivals.get(id), id).mark();
  }

  /// Reads the records of entries, and when they and what they refer to came.
  void load(List<ChangeEntry> entries) throws SQLException {
    if (entries.isEmpty()) {
      return;
    }
    Map<Kind, List<String>> ids = new TreeMap<>();
    entries.forEach(
        entry -> ids.computeIfAbsent(entry.kind(), _ -> new ArrayList<>()).add(entry.id()));
    load(ids);
    long first = entries.stream().mapToLong(each -> each.revision().number()).min().orElseThrow();
    if (first == state.number()) {
      return; // Nothing can have come later.
    }
    List<Reference> references = new ArrayList<>();
    for (ChangeEntry entry : entries) {
      ListedRecord record = records.find(entry.id());
      String survivor = records.survivor(entry.id());
      references.add(new Reference(entry.kind(), entry.id()));
      if (record != null) {
        references.addAll(RecordsById.references(record));
      } else if (survivor != null) {
        references.add(new Reference(entry.kind(), survivor));
      }
    }
    Set<String> unknown = new HashSet<>();
    for (Reference each : references) {
      if (!arrivals.containsKey(each.id())
          && each.kind() != Kind.SHOWTIME
          && kinds.contains(each.kind())) {
        unknown.add(each.id());
      }
    }
    arrivals.putAll(ChangeEntry.arrivals(connection, unknown));
  }

  private void load(Map<Kind, List<String>> ids) throws SQLException {
    for (Map.Entry<Kind, List<String>> each : ids.entrySet()) {
      records.load(each.getKey(), each.getValue());
    }
  }
}
