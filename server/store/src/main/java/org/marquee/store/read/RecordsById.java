package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Cinema;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.store.sql.Sql;

/// Published records as one transaction sees them, each read once.
final class RecordsById {
  private final Connection connection;
  private final Set<String> asked = new HashSet<>();
  private final Map<String, ListedRecord> found = new HashMap<>();
  private final Map<String, String> survivors = new HashMap<>();

  RecordsById(Connection connection) {
    this.connection = connection;
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

  /// Reads records, and for those that are gone the ids that answer for them.
  void load(Kind kind, Collection<String> ids) throws SQLException {
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

  /// A record that was loaded; null where it is gone.
  @Nullable ListedRecord find(String id) {
    return found.get(id);
  }

  /// The record that answers for one that is gone; null where none does.
  @Nullable String survivor(String id) {
    return survivors.get(id);
  }
}
