package org.marquee.store.decision;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.marquee.listing.Kind;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.matching.Clustering;
import org.marquee.matching.Decisions;
import org.marquee.matching.SourceRecord;
import org.marquee.store.reconcile.link.CorrectedRecords;
import org.marquee.store.reconcile.link.SourceRecords;
import org.marquee.store.reconcile.publish.ShownTwice;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// What people should look at: pairs of records that may be one, and records that are held back.
/// [PostgresCorrections] stores what they decide.
public final class PostgresReview {
  private final Database database;

  public PostgresReview(Database database) {
    this.database = database;
  }

  /// A source record as people see it.
  ///
  /// @param name title or name
  /// @param facts other fields that distinguish such records, in words
  public record Source(String id, String provider, String externalId, String name, String facts) {}

  /// One entry of the review.
  ///
  /// @param one the source records of a record
  /// @param other those of another that may be the same; empty where `one` is held back
  /// @param why in words
  public record Item(String id, List<Source> one, String otherId, List<Source> other, String why) {}

  /// The pairs of records that the rules leave to a person, and the records that are held back.
  ///
  /// @param kind film or cinema
  public List<Item> list(Kind kind) {
    return compared("records", connection -> list(connection, sources(kind)));
  }

  /// The upcoming showtimes of different providers that contradict each other.
  public List<ShownTwice.DoubleShowing> contradictions() {
    return compared("showtimes", ShownTwice::all);
  }

  /// In a transaction that is undone: comparing cleans titles.
  private <T> T compared(String what, Work<T> work) {
    return Work.on(
        database::connect,
        e ->
            new ListingsUnavailable(
                "the %s cannot be compared: %s".formatted(what, Outage.why(e)), e),
        connection -> {
          connection.setAutoCommit(false);
          T result = work.on(connection);
          connection.rollback();
          return result;
        });
  }

  private static SourceRecords<?> sources(Kind kind) {
    return switch (kind) {
      case FILM -> SourceRecords.FILMS;
      case CINEMA -> SourceRecords.CINEMAS;
      case SHOWTIME, CHAIN, SCREEN -> throw new IllegalArgumentException(kind.word());
    };
  }

  private static <W extends SourceRecord> List<Item> list(
      Connection connection, SourceRecords<W> sources) throws SQLException {
    Map<String, Source> described = described(connection, sources.kind());
    Map<String, String> records = new HashMap<>();
    List<W> all = new ArrayList<>();
    for (SourceRecords.LinkedSource<W> each : sources.all(connection)) {
      all.add(each.source());
      records.put(each.source().id(), each.bearer().record().id());
    }
    Decisions decisions = sources.decisions(connection);
    List<Item> items = new ArrayList<>();
    for (Clustering.Near<W> near : sources.group(all, decisions).near()) {
      items.add(
          new Item(
              records.getOrDefault(near.one().getFirst().id(), ""),
              described(described, near.one()),
              records.getOrDefault(near.other().getFirst().id(), ""),
              described(described, near.other()),
              near.why()));
    }
    items.addAll(alone(connection, sources.kind()));
    return items;
  }

  private static <W extends SourceRecord> List<Source> described(
      Map<String, Source> described, List<W> sources) {
    return sources.stream().map(each -> described.get(each.id())).toList();
  }

  private static Map<String, Source> described(Connection connection, Kind kind)
      throws SQLException {
    Map<String, Source> described = new HashMap<>();
    Sql.of(
            kind == Kind.FILM
                ? """
                select w.id, p.name as provider, w.external_id, coalesce(w.title, '') as name,
                  concat_ws(', ', w.release_date, w.duration_minutes || ' min',
                    'by ' || replace(w.directors, E'\\n', ', '), 'A ' || w.ext_catalog_a_id,
                    'B ' || w.ext_catalog_b_id, 'in brackets ' || w.bracket) as facts
                from film_source w join provider p on p.id = w.provider_id
                """
                : """
                select w.id, p.name as provider, w.external_id, w.name,
                  concat_ws(', ', w.locality, w.postcode, w.country_code, w.latitude || ' ' || w.longitude) as facts
                from cinema_source w join provider p on p.id = w.provider_id
                """)
        .each(
            connection,
            rows ->
                described.put(
                    rows.getString("id"),
                    new Source(
                        rows.getString("id"),
                        rows.getString("provider"),
                        rows.getString("external_id"),
                        rows.getString("name"),
                        rows.getString("facts"))));
    return described;
  }

  /// Records that are held back, and cinemas that a feed has put elsewhere, until a person says
  /// where they are.
  private static List<Item> alone(Connection connection, Kind kind) throws SQLException {
    return Sql.of(
            """
            select h.id, h.id as record_id, p.name as provider, h.record ->> 'external_id' as external_id,
              coalesce(h.record ->> 'name', h.record ->> 'title', '') as name, 'held back ' || h.reason as why
            from held_back h join provider p on p.id = h.provider_id where h.kind = :kind
            union all
            select m.id, m.record_id, p.name, m.external_id, m.name,
              format('moved from %%s to %%s; `correct set` with its country or zone answers', m.moved_from, t.place)
            from cinema_source m join provider p on p.id = m.provider_id
              cross join lateral (select concat_ws(', ', m.country_code, m.time_zone) as place) t
            where :kind = 'cinema' and m.moved_from <> t.place and not exists (
              select from correction c where c.kind = 'cinema' and c.what in ('countryCode', 'timeZone', 'hide')
                and %s = m.record_id)
            order by provider, id
            """
                .formatted(CorrectedRecords.PRESENT))
        .bind("kind", kind.word())
        .list(
            connection,
            rows ->
                new Item(
                    rows.getString("record_id"),
                    List.of(
                        new Source(
                            rows.getString("id"),
                            rows.getString("provider"),
                            rows.getString("external_id"),
                            rows.getString("name"),
                            "")),
                    "",
                    List.of(),
                    rows.getString("why")));
  }
}
