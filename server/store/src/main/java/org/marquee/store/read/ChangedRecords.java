package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeFeed.Fate;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Cinema;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Revision;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.store.sql.Sql;

/// The records that entries of the log are about, as they are now, and which of them and of those
/// that they refer to came later than the entries.
final class ChangedRecords {
  private final Connection connection;
  private final Set<Kind> kinds;
  private final Revision state;
  private final Set<String> asked = new HashSet<>();
  private final Map<String, ListedRecord> found = new HashMap<>();
  private final Map<String, String> survivors = new HashMap<>();
  private final Map<String, ChangeEntry.Arrival> arrivals = new HashMap<>();

  /// @param kinds of the records that the follower holds
  ChangedRecords(Connection connection, Set<Kind> kinds, Revision state) {
    this.connection = connection;
    this.kinds = kinds;
    this.state = state;
  }

  /// A record that another one refers to.
  record Reference(Kind kind, String id) {}

  static List<Reference> references(ListedRecord record) {
    return switch (record) {
      case Showtime showtime ->
          showtime.screenId() == null
              ? List.of(
                  new Reference(Kind.FILM, showtime.filmId()),
                  new Reference(Kind.CINEMA, showtime.cinemaId()))
              : List.of(
                  new Reference(Kind.FILM, showtime.filmId()),
                  new Reference(Kind.CINEMA, showtime.cinemaId()),
                  new Reference(Kind.SCREEN, showtime.screenId()));
      case Screen screen -> List.of(new Reference(Kind.CINEMA, screen.cinemaId()));
      case Cinema cinema when cinema.chainId() != null ->
          List.of(new Reference(Kind.CHAIN, cinema.chainId()));
      default -> List.of();
    };
  }

  /// A record that was loaded; null where it is gone.
  @Nullable ListedRecord find(String id) {
    return found.get(id);
  }

  /// The record that answers for one that is gone; null where none does.
  @Nullable String survivor(String id) {
    return survivors.get(id);
  }

  /// What became of a record that is gone.
  Fate gone(String id) {
    String survivor = survivors.get(id);
    return survivor == null ? new Fate.Gone() : new Fate.Merged(survivor);
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
    for (Map.Entry<Kind, List<String>> each : ids.entrySet()) {
      load(each.getKey(), each.getValue());
    }
    long first = entries.stream().mapToLong(each -> each.revision().number()).min().orElseThrow();
    if (first == state.number()) {
      return; // Nothing can have come later.
    }
    List<Reference> references = new ArrayList<>();
    for (ChangeEntry entry : entries) {
      ListedRecord record = found.get(entry.id());
      String survivor = survivors.get(entry.id());
      references.add(new Reference(entry.kind(), entry.id()));
      if (record != null) {
        references.addAll(references(record));
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

  /// Reads records, and for those that are gone the ids that answer for them.
  private void load(Kind kind, Collection<String> ids) throws SQLException {
    Set<String> missing = new HashSet<>(ids);
    missing.removeAll(asked);
    if (missing.isEmpty()) {
      return;
    }
    asked.addAll(missing);
    RecordQuery<?> query = RecordQuery.of(kind);
    query
        .where(query.row() + ".id = any(string_to_array(:ids, ','))")
        .bind("ids", String.join(",", missing))
        .each(
            connection,
            row -> {
              ListedRecord record = query.read(row);
              found.put(record.id(), record);
            });
    missing.removeAll(found.keySet());
    if (kind != Kind.CHAIN && kind != Kind.SCREEN && !missing.isEmpty()) {
      loadSurvivors(kind, missing);
    }
  }

  private void loadSurvivors(Kind kind, Set<String> gone) throws SQLException {
    Map<String, String> answering = new HashMap<>();
    Sql.of(
            kind == Kind.SHOWTIME
                ? """
                select id, record_id as survivor from showtime_source
                where id = any(string_to_array(:ids, ',')) and record_id <> id
                """
                : "select id, survivor from alias where id = any(string_to_array(:ids, ','))")
        .bind("ids", String.join(",", gone))
        .each(connection, row -> answering.put(row.getString("id"), row.getString("survivor")));
    load(kind, answering.values());
    answering.forEach((id, survivor) -> {
      if (found.containsKey(survivor)) {
        survivors.put(id, survivor);
      }
    });
  }
}
