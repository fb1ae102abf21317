package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.listing.Kind;
import org.marquee.store.sql.Sql;

/// Publishes films and cinemas from their source records: each field from the provider with the
/// highest rank, of equals the older source record; provenance from the first source record.
///
/// Only records of which a source record was written in this revision, or that one has left. A
/// required field that no source record has any more stays as it was. Where source records part, a
/// new record begins with what was published of them together: a cinema whose provider never says
/// its town does not vanish.
final class CanonicalRecords {
  private final Connection connection;

  CanonicalRecords(Connection connection) {
    this.connection = connection;
  }

  void publish(Kind kind) throws SQLException {
    if (kind == Kind.FILM) {
      new PublishedTitles(connection).notePublished();
      publish(
          kind,
          FILM_FIELDS,
          FILM_SOURCED,
          RequiredSql.complete(kind, "m") + " or r.id is not null or b.id is not null");
    } else {
      publish(
          kind,
          CINEMA_FIELDS,
          CINEMA_SOURCED,
          RequiredSql.complete(kind, "m") + " or r.id is not null or b.id is not null");
    }
    withdrawEmpty(kind);
  }

  /// A field of a published record.
  ///
  /// @param value SQL of it; `m` has the fields of the source records together, `r` what is
  ///   published, `b` what was published where source records parted
  private record Field(String column, String value) {
    static Field sourced(String column) {
      return new Field(column, "m." + column);
    }

    /// What is published stays until [PublishedTitles] replaces it.
    static Field begun(String column) {
      return new Field(column, "coalesce(r." + column + ", m." + column + ", b." + column + ")");
    }
  }

  private static final List<Field> FILM_FIELDS =
      List.of(
          Field.begun("title"),
          Field.begun("sort_key"),
          Field.sourced("duration_minutes"),
          Field.sourced("certification"),
          Field.sourced("poster_url"),
          Field.sourced("release_date"),
          Field.sourced("ext_catalog_a_id"),
          Field.sourced("ext_catalog_b_id"));

  private static final String RANK = "p.rank desc, w.born, w.id";

  private static String first(String column, String where, String order) {
    return "(array_agg(w.%1$s order by %3$s) filter (where w.%2$s is not null))[1] as %1$s"
        .formatted(column, where, order);
  }

  private static String first(String column) {
    return first(column, column, RANK);
  }

  private static final String FILM_SOURCED =
      String.join(
          ", ",
          first("title"),
          first("sort_key", "title", RANK),
          first("duration_minutes"),
          first("certification"),
          first("poster_url"),
          first("release_date"),
          first("ext_catalog_a_id"),
          first("ext_catalog_b_id"));

  private static String searchLine(int number, String column) {
    return "(array_agg(split_part(w.search_text, E'\\n', %d) order by %s) filter (where w.%s is not null))[1]"
        .formatted(number, RANK, column);
  }

  private static final List<Field> CINEMA_FIELDS =
      List.of(
          Field.sourced("chain_id"),
          Field.sourced("name"),
          Field.sourced("sort_key"),
          Field.sourced("time_zone"),
          new Field(
              "country_code",
              "coalesce(m.country_code, m.missing_country, r.country_code, b.country_code)"),
          new Field("locality", "coalesce(m.locality, m.missing_locality, r.locality, b.locality)"),
          new Field("postcode", "coalesce(m.postcode, m.missing_postcode, r.postcode, b.postcode)"),
          new Field(
              "postcode_key", ofPostcode("m.postcode_key", "null", before("%s.postcode_key"))),
          new Field("postcode_missing", ofPostcode("false", "true", before("%s.postcode_missing"))),
          Field.sourced("address"),
          Field.sourced("latitude"),
          Field.sourced("longitude"),
          new Field(
              "search_text",
              """
              concat_ws(E'\\n', m.search_name, coalesce(m.search_town, %s), %s, %s)
              """
                  .formatted(
                      before("split_part(%s.search_text, E'\\n', 2)"),
                      ofPostcode(
                          "m.search_postcode",
                          "''",
                          before("split_part(%s.search_text, E'\\n', 3)")),
                      ofPostcode(
                          "m.search_key", "''", before("split_part(%s.search_text, E'\\n', 4)")))));

  /// SQL of what was published before.
  private static String before(String value) {
    return "case when r.id is not null then "
        + value.formatted("r")
        + " else "
        + value.formatted("b")
        + " end";
  }

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
          first("chain_id"),
          first("name"),
          first("sort_key"),
          first("time_zone"),
          first("country_code"),
          first("locality"),
          first("postcode"),
          first("postcode_key"),
          first("missing_country"),
          first("missing_locality"),
          first("missing_postcode"),
          first("address"),
          // Half of one position and half of another would be a third place.
          first("latitude", "latitude + w.longitude", RANK),
          first("longitude", "latitude + w.longitude", RANK),
          searchLine(1, "name") + " as search_name",
          "coalesce(%s, %s) as search_town"
              .formatted(searchLine(2, "locality"), searchLine(2, "missing_locality")),
          searchLine(3, "postcode") + " as search_postcode",
          searchLine(4, "postcode") + " as search_key");

  private void publish(Kind kind, List<Field> fields, String sourced, String complete)
      throws SQLException {
    List<String> names = fields.stream().map(Field::column).toList();
    List<String> all = new java.util.ArrayList<>(List.of("provider_id", "external_id"));
    all.addAll(names);
    all.addAll(List.of("source_updated_at", "observed_at", "observed_updated_at"));
    String columns = String.join(", ", all);
    String values = String.join(", ", fields.stream().map(Field::value).toList());
    Sql.of(
            """
            insert into %1$s as k (id, %2$s)
            select m.id, v.provider_id, v.external_id, %3$s, v.source_updated_at, v.observed_at, v.observed_updated_at
            from (
              select w.record_id as id, (array_agg(w.id order by %4$s))[1] as first,
                min(x.before) as parted, %5$s
              from %1$s_source w join provider p on p.id = w.provider_id left join relinked_source x on x.id = w.id
              where w.record_id in (
                select record_id from %1$s_source where written = (select n from revision)
                union select id from left_record where kind = '%1$s')
              group by w.record_id) m
            join %1$s_source v on v.id = m.first
            left join %1$s r on r.id = m.id
            left join %1$s b on r.id is null and b.id = m.parted
            where %6$s
            on conflict (id) do update set (%2$s) = row(%7$s)
            where row(%8$s) is distinct from row(%7$s)
            """
                .formatted(
                    kind.word(),
                    columns,
                    values,
                    RANK,
                    sourced,
                    complete,
                    "excluded." + columns.replace(", ", ", excluded."),
                    "k." + columns.replace(", ", ", k.")))
        .run(connection);
  }

  private void withdrawEmpty(Kind kind) throws SQLException {
    String empty =
        """
        in (select l.id from left_record l where l.kind = '%1$s'
          and not exists (select from %1$s_source w where w.record_id = l.id))
        """
            .formatted(kind.word());
    Sql.of("delete from " + kind.word() + " where id " + empty).run(connection);
    Sql.of("delete from alias where survivor " + empty).run(connection);
  }
}
