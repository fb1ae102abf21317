package org.marquee.store.explain;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.explanation.Explanation;
import org.marquee.explanation.Explanation.Part;
import org.marquee.explanation.Explanation.Standing;
import org.marquee.json.JsonTree;
import org.marquee.listing.Kind;
import org.marquee.store.decision.PostgresCorrections.Stored;
import org.marquee.store.reconcile.link.CorrectedRecords;
import org.marquee.store.sql.Sql;

/// The record that answers for an id.
///
/// @param row its columns as texts: what is published, or what the feed said of a record that is
///   held back; empty for one that was withdrawn
/// @param note what it waits for; empty: nothing
record FoundRecord(
    Kind kind,
    String asked,
    String id,
    Standing state,
    String note,
    Map<String, @Nullable String> row) {
  /// All columns of `x` as one JSON object of texts: numbers are read as the database writes them.
  static final String TEXTS =
      "(select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(x) || coalesce(to_jsonb(x) -> 'record', '{}')))";

  static Optional<FoundRecord> of(Connection connection, String id) throws SQLException {
    Kind kind =
        Stream.of(Kind.FILM, Kind.CINEMA, Kind.SHOWTIME)
            .filter(each -> id.matches(each.prefix() + "_[a-z0-9_-]{1,156}"))
            .findFirst()
            .orElse(null);
    if (kind == null) {
      return Optional.empty();
    }
    String present = present(connection, kind, id);
    // A showtime has no name but those of its film and cinema.
    String rows =
        """
        select r.*, n.film_title, n.cinema_name from %s r cross join lateral (select
          (select title from film where id = to_jsonb(r) ->> 'film_id') as film_title,
          (select name from cinema where id = to_jsonb(r) ->> 'cinema_id') as cinema_name) n
        """
            .formatted(kind.word());
    Map<String, @Nullable String> row = row(connection, rows, present);
    if (!row.isEmpty()) {
      boolean hidden = Objects.equals(row.get("hidden"), "true");
      return Optional.of(
          new FoundRecord(
              kind, id, present, hidden ? Standing.HIDDEN : Standing.PUBLISHED, "", row));
    }
    Map<String, @Nullable String> held = row(connection, "select * from held_back", id);
    if (!held.isEmpty()) {
      String reason = Objects.requireNonNullElse(held.get("reason"), "");
      return Optional.of(new FoundRecord(kind, id, id, Standing.HELD_BACK, reason, held));
    }
    return LoggedChanges.of(connection, List.of(id)).isEmpty()
        ? Optional.empty()
        : Optional.of(new FoundRecord(kind, id, id, Standing.WITHDRAWN, "", Map.of()));
  }

  /// A showtime that got another external id goes on under the id that it had.
  private static String present(Connection connection, Kind kind, String id) throws SQLException {
    return Sql.of(
            """
            select coalesce((select k.id from rekeyed k where k.key_id = c.record), %s)
            from (select :kind::text as kind, :id::text as record) c
            """
                .formatted(CorrectedRecords.PRESENT))
        .bind("kind", kind.word())
        .bind("id", id)
        .first(connection, row -> row.getString(1))
        .orElse(id);
  }

  private static Map<String, @Nullable String> row(Connection connection, String rows, String id)
      throws SQLException {
    return Sql.of("select %s from (%s) x where x.id = :id".formatted(TEXTS, rows))
        .bind("id", id)
        .first(connection, row -> texts(row.getString(1)))
        .orElse(Map.of());
  }

  static Map<String, @Nullable String> texts(String json) {
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    Objects.requireNonNull(JsonTree.object(JsonTree.own(json)))
        .forEach((name, value) -> texts.put(name, value == null ? null : value.toString()));
    return texts;
  }

  /// Whether it is stored as a record, published or hidden.
  boolean isStored() {
    return state == Standing.PUBLISHED || state == Standing.HIDDEN;
  }

  /// Whether a correction is about it, or hides it with its film or cinema.
  boolean isCorrectedBy(Stored stored) {
    boolean ofParent =
        stored.present().equals(row.get("film_id"))
            || stored.present().equals(row.get("cinema_id"));
    return stored.present().equals(id) || (ofParent && stored.correction().what().isHiding());
  }

  Explanation explained(List<Part> parts) {
    String name =
        kind == Kind.SHOWTIME && isStored()
            ? "%s, %s, %s"
                .formatted(row.get("film_title"), row.get("cinema_name"), row.get("starts_at"))
            : Objects.requireNonNullElse(row.get(kind == Kind.FILM ? "title" : "name"), "");
    return new Explanation(kind, asked, id, name, state, note, parts);
  }
}
