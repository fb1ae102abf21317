package org.marquee.store.reconcile.link;

import static java.util.stream.Collectors.joining;
import static org.marquee.store.reconcile.link.CorrectedRecords.corrected;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.marquee.listing.Kind;
import org.marquee.store.reconcile.stage.RequiredSql;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;

/// Publishes films and cinemas from their source records: each field from the provider with the
/// highest rank, of equals the older source record, unless a person has corrected it
/// ([CorrectedRecords]); provenance from the first source record.
///
/// Only records of which a source record was written in this revision, or that one has left. A
/// required field that no source record has any more stays as it was. Where source records part, a
/// new record begins with what was published of them together: a cinema whose provider never says
/// its town does not vanish.
public record CanonicalRecords(Statements sql) {

  void publish(Kind kind) throws SQLException {
    if (kind == Kind.FILM) {
      new PublishedTitles(sql).notePublished();
      publish(FilmColumns.TABLE, FILM_VALUES, FILM_SOURCED);
    } else {
      new CinemaZones(sql).note();
      publish(CinemaColumns.TABLE, CINEMA_VALUES, CINEMA_SOURCED);
      new CinemaZones(sql).settle();
    }
    withdrawEmpty(kind);
  }

  /// SQL of the ids of the records that are published anew.
  static String renewed(Kind kind) {
    return """
    select record_id as id from %1$s_source where written = :revision
    union select id from left_record where kind = '%1$s'
    """
        .formatted(kind.word());
  }

  private static final String RANK = FilmColumns.TABLE.order();

  private static String first(String column, String where) {
    return "(array_agg(w.%1$s order by %3$s) filter (where w.%2$s is not null))[1] as %1$s"
        .formatted(column, where, RANK);
  }

  /// The columns of the source records together.
  ///
  /// @param where what must be there for a column to be taken, if it is not the column itself
  private static String sourced(RecordTable<?> table, Map<String, String> where) {
    return table.published().stream()
        .map(column ->
            column.equals("details")
                ? JoinedDetails.of(table)
                : first(column, where.getOrDefault(column, column)))
        .collect(joining(", "));
  }

  private static String line(String row, int number) {
    return "split_part(%s.search_text, E'\\n', %d)".formatted(row, number);
  }

  private static String searchLine(int number, String column) {
    return "(array_agg(%s order by %s) filter (where w.%s is not null))[1]"
        .formatted(line("w", number), RANK, column);
  }

  private static final String FILM_SOURCED =
      sourced(FilmColumns.TABLE, Map.of("sort_key", "title"));

  /// What is published of a film, where it is not just what its source records say: SQL in which
  /// `m` has the columns of the source records together, `r` what is published, `x` the same or
  /// what was published where source records parted. A title stays until [PublishedTitles] replaces
  /// it.
  private static final Map<String, String> FILM_VALUES =
      Map.of(
          "title", "coalesce(r.title, m.title, x.title)",
          "sort_key", "coalesce(r.sort_key, m.sort_key, x.sort_key)");

  /// The same of a cinema.
  private static final Map<String, String> CINEMA_VALUES =
      Map.of(
          "country_code",
          "coalesce(m.country_code, m.missing_country, x.country_code)",
          "locality",
          "coalesce(m.locality, m.missing_locality, x.locality)",
          "postcode",
          "coalesce(m.postcode, m.missing_postcode, x.postcode)",
          "postcode_key",
          ofPostcode("m.postcode_key", "null", "x.postcode_key"),
          "postcode_missing",
          ofPostcode("false", "true", "x.postcode_missing"),
          "search_text",
          "concat_ws(E'\\n', %s, %s, %s, %s)"
              .formatted(
                  corrected("search_name", "m.search_name"),
                  corrected("search_town", "coalesce(m.search_town, %s)".formatted(line("x", 2))),
                  corrected("search_postcode", ofPostcode("m.search_postcode", "''", line("x", 3))),
                  corrected("search_key", ofPostcode("m.search_key", "''", line("x", 4)))));

  /// SQL of what depends on where the postcode is from. A real one goes first, whatever the rank of
  /// its provider; a text in its place is not searched by, and belongs to no key.
  ///
  /// @param real where a source record has one
  /// @param standIn where only a text in its place is known
  /// @param before where no source record has either
  private static String ofPostcode(String real, String standIn, String before) {
    return """
    case when m.postcode is not null then %s when m.missing_postcode is not null then %s else %s end
    """
        .formatted(real, standIn, before);
  }

  private static final String CINEMA_SOURCED =
      String.join(
          ", ",
          // Half of one position and half of another would be a third place.
          sourced(
              CinemaColumns.TABLE,
              Map.of("latitude", "latitude + w.longitude", "longitude", "latitude + w.longitude")),
          first("missing_country", "missing_country"),
          first("missing_locality", "missing_locality"),
          first("missing_postcode", "missing_postcode"),
          searchLine(1, "name") + " as search_name",
          "coalesce(%s, %s) as search_town"
              .formatted(searchLine(2, "locality"), searchLine(2, "missing_locality")),
          searchLine(3, "postcode") + " as search_postcode",
          searchLine(4, "postcode") + " as search_key");

  private void publish(RecordTable<?> table, Map<String, String> values, String sourced)
      throws SQLException {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("provider_id", "v.provider_id");
    fields.put("external_id", "v.external_id");
    table.published().forEach(column -> fields.put(column, "m." + column));
    fields.putAll(values);
    fields.replaceAll(CorrectedRecords::corrected);
    fields.put("details", "corrected_details(m.details, h.fields -> 'details')");
    fields.put("source_updated_at", "v.source_updated_at");
    fields.put("observed_at", "v.observed_at");
    fields.put("observed_updated_at", "v.observed_updated_at");
    List<String> columns = List.copyOf(fields.keySet());
    sql.statement(
            """
                insert into %1$s as k (id, %2$s)
                select m.id, %3$s
                from (
                  select w.record_id as id, (array_agg(w.id order by %4$s))[1] as first,
                    min(x.before) as parted, %5$s
                  from %1$s_source w join provider p on p.id = w.provider_id left join relinked_source x on x.id = w.id
                  -- The planner expects ten rows from an array, and a hundred from the keys: it would read all source records.
                  where w.record_id in (
                    %9$s union select unnest(array(select jsonb_object_keys(:corrected::jsonb))))
                  group by w.record_id) m
                join %1$s_source v on v.id = m.first
                left join jsonb_each(:corrected::jsonb) h(id, fields) on h.id = m.id
            left join lateral jsonb_populate_record(null::%1$s, h.fields) t on true
                left join %1$s r on r.id = m.id
                left join %1$s x on x.id = coalesce(r.id, m.parted)
                where %6$s or x.id is not null
                on conflict (id) do update set (%2$s) = row(%7$s)
                where row(%8$s) is distinct from row(%7$s)
            """
                .formatted(
                    table.kind().word(),
                    String.join(", ", columns),
                    String.join(", ", fields.values()),
                    RANK,
                    sourced,
                    RequiredSql.complete(table.kind(), "m"),
                    RecordTable.of("excluded", columns),
                    RecordTable.of("k", columns),
                    renewed(table.kind())))
        .bind("corrected", new CorrectedRecords(sql).columns(table.kind()))
        .run(sql.connection());
  }

  private void withdrawEmpty(Kind kind) throws SQLException {
    String empty =
        """
        in (select l.id from left_record l where l.kind = '%1$s'
          and not exists (select from %1$s_source w where w.record_id = l.id))
        """
            .formatted(kind.word());
    sql.run("delete from " + kind.word() + " where id " + empty);
    sql.run("delete from alias where survivor " + empty);
  }
}
