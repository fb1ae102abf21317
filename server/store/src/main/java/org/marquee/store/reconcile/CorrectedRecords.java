package org.marquee.store.reconcile;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.correction.CorrectedField;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.What;
import org.marquee.json.JsonTree;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Kind;
import org.marquee.listing.Postcodes;
import org.marquee.listing.Sorting;
import org.marquee.notice.Code;

/// What people have corrected (docs/corrections.md), as the records that they are about are today:
/// values that are published instead of those of the sources, and records that are hidden.
public record CorrectedRecords(Statements sql) {
  /// SQL of the id of the record that a correction `c` is about now.
  public static final String PRESENT =
      """
      case c.kind
        when 'cinema' then coalesce((select w.record_id from cinema_source w where w.id = c.record),
          (select survivor from alias where id = c.record), c.record)
        when 'film' then coalesce((select w.record_id from film_source w where w.id = c.record),
          (select survivor from alias where id = c.record), c.record)
        else coalesce((select w.record_id from showtime_source w where w.id = c.record), c.record) end
      """;

  /// The columns that corrections replace, with their types; the last four are the lines of
  /// `search_text`.
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("name", "text"),
          Map.entry("sort_key", "text"),
          Map.entry("address", "text"),
          Map.entry("locality", "text"),
          Map.entry("postcode", "text"),
          Map.entry("postcode_key", "text"),
          Map.entry("postcode_missing", "boolean"),
          Map.entry("country_code", "text"),
          Map.entry("time_zone", "text"),
          Map.entry("latitude", "double precision"),
          Map.entry("longitude", "double precision"),
          Map.entry("ext_catalog_a_id", "text"),
          Map.entry("ext_catalog_b_id", "text"),
          Map.entry("search_name", "text"),
          Map.entry("search_town", "text"),
          Map.entry("search_postcode", "text"),
          Map.entry("search_key", "text"));

  /// SQL of a value that is published unless `h.fields` has another one.
  static String corrected(String column, String sourced) {
    String type = COLUMNS.get(column);
    return type == null
        ? sourced
        : "case when jsonb_exists(h.fields, '%1$s') then (h.fields ->> '%1$s')::%2$s else %3$s end"
            .formatted(column, type, sourced);
  }

  /// A correction of a record.
  private record Present(long id, String record, What what) {
    static Present of(ResultSet row) throws SQLException {
      Kind kind = Kind.find(row.getString("kind")).orElseThrow();
      String record = row.getString("present");
      return new Present(
          row.getLong("id"),
          record,
          Correction.stored(kind, record, row.getString("what"), row.getString("value"), "")
              .what());
    }
  }

  /// Those of a kind, the latest last: of two that came to be about one record it counts.
  private List<Present> list(Kind kind) throws SQLException {
    return sql.list(
        "select c.*, %s as present from correction c where c.kind = '%s' order by c.made_at, c.id"
            .formatted(PRESENT, kind.word()),
        Present::of);
  }

  /// JSON of the columns that corrections replace, by record.
  String columns(Kind kind) throws SQLException {
    Map<String, Map<String, @Nullable Object>> all = new TreeMap<>();
    for (Present each : list(kind)) {
      if (each.what() instanceof What.Is(CorrectedField field, String value)
          && field != CorrectedField.TITLE) {
        all.computeIfAbsent(each.record(), _ -> new HashMap<>()).putAll(columns(field, value));
      }
    }
    return JsonTree.text(all);
  }

  private static Map<String, @Nullable Object> columns(
      CorrectedField field, @Nullable String value) {
    Map<String, @Nullable Object> columns = new HashMap<>();
    String text = value == null ? "" : value;
    String[] search = FoldedKeys.cinemaSearch(text, text, text).split("\n", -1);
    switch (field) {
      case NAME -> {
        columns.put("name", value);
        columns.put("sort_key", Sorting.byName(text));
        columns.put("search_name", search[0]);
      }
      case LOCALITY -> {
        columns.put("locality", value);
        columns.put("search_town", search[1]);
      }
      case POSTCODE -> {
        columns.put("postcode", value);
        columns.put("postcode_key", Postcodes.key(text));
        columns.put("postcode_missing", false);
        columns.put("search_postcode", search[2]);
        columns.put("search_key", search[3]);
      }
      case POSITION -> {
        String[] degrees = text.split(", ", -1);
        columns.put("latitude", value == null ? null : degrees[0]);
        columns.put("longitude", value == null ? null : degrees[1]);
      }
      case ADDRESS -> columns.put("address", value);
      case COUNTRY_CODE -> columns.put("country_code", value);
      case TIME_ZONE -> columns.put("time_zone", value);
      case EXT_CATALOG_A_ID -> columns.put("ext_catalog_a_id", value);
      case EXT_CATALOG_B_ID -> columns.put("ext_catalog_b_id", value);
      case TITLE -> {}
    }
    return columns;
  }

  /// The titles of films that have another one than their sources say.
  Map<String, String> titles() throws SQLException {
    Map<String, String> titles = new LinkedHashMap<>();
    for (Present each : list(Kind.FILM)) {
      if (each.what() instanceof What.Is(CorrectedField field, String title)
          && field == CorrectedField.TITLE
          && title != null) {
        titles.put(each.record(), title);
      }
    }
    return titles;
  }

  /// Hides what is to be hidden, and shows what is not any more. Runs when all else is written.
  void hide() throws SQLException {
    String[] films = hidden(Kind.FILM);
    String[] cinemas = hidden(Kind.CINEMA);
    String[] showtimes = hidden(Kind.SHOWTIME);
    if (films.length + cinemas.length + showtimes.length == 0
        && !sql.any(
            """
            select from film where hidden union all select from cinema where hidden
            union all select from showtime where hidden
            """)) {
      return;
    }
    Map<Kind, String> conditions =
        Map.of(
            Kind.FILM, "id = any(:films)",
            Kind.CINEMA, "id = any(:cinemas)",
            Kind.SCREEN, "cinema_id = any(:cinemas)",
            Kind.SHOWTIME,
                "(film_id = any(:films) or cinema_id = any(:cinemas) or id = any(:showtimes))");
    for (Map.Entry<Kind, String> each : conditions.entrySet()) {
      for (String update :
          List.of(
              "update %s set hidden = true where not hidden and %s",
              "update %s set hidden = false where hidden and not %s")) {
        sql.statement(update.formatted(each.getKey().word(), each.getValue()))
            .bind("films", films)
            .bind("cinemas", cinemas)
            .bind("showtimes", showtimes)
            .run(sql.connection());
      }
    }
  }

  private String[] hidden(Kind kind) throws SQLException {
    return list(kind).stream()
        .filter(each -> isHidden(each.what()))
        .map(Present::record)
        .toArray(String[]::new);
  }

  private static boolean isHidden(What what) {
    return what instanceof What.Hidden || what instanceof What.NotAFilm;
  }

  /// Reports the lines of a feed that say something else than people do. Runs when source records
  /// are linked.
  void report(ImportSql feed) throws SQLException {
    for (Kind kind : List.of(Kind.CINEMA, Kind.FILM)) {
      Map<String, List<Present>> byRecord = new HashMap<>();
      list(kind)
          .forEach(
              each -> byRecord.computeIfAbsent(each.record(), _ -> new ArrayList<>()).add(each));
      Set<String> records = byRecord.keySet();
      if (records.isEmpty()) {
        continue;
      }
      sql.statement(
              """
              select s.*, w.record_id from staged_%1$s s join %1$s_source w on w.id = s.id
              where s.line is not null and w.record_id = any(:records) order by s.line
              """
                  .formatted(kind.word()))
          .bind("records", records.toArray(String[]::new))
          .each(
              sql.connection(),
              row -> {
                for (Present each : byRecord.getOrDefault(row.getString("record_id"), List.of())) {
                  String detail = otherwise(each.what(), row);
                  if (detail != null) {
                    feed.report(
                        Code.CORRECTED_BY_HAND,
                        "line " + row.getLong("line"),
                        kind.word() + " " + row.getString("external_id"),
                        detail + " by correction " + each.id());
                  }
                }
              });
    }
  }

  /// What is published instead of what a line says; null: nothing else.
  private static @Nullable String otherwise(What what, ResultSet line) throws SQLException {
    return switch (what) {
      case What.Hidden(), What.NotAFilm() -> "it is hidden";
      case What.Is(CorrectedField field, String value) -> {
        String said =
            field == CorrectedField.POSITION
                ? position(line)
                : line.getString(field.name().toLowerCase(Locale.ROOT));
        yield said == null || said.equals(value)
            ? null
            : "the %s \"%s\" is published as \"%s\""
                .formatted(field.word(), said, value == null ? "" : value);
      }
      case What.Same _, What.Differs _ -> null;
    };
  }

  private static @Nullable String position(ResultSet line) throws SQLException {
    Double latitude = line.getObject("latitude", Double.class);
    Double longitude = line.getObject("longitude", Double.class);
    return latitude == null || longitude == null
        ? null
        : CorrectedField.position(latitude, longitude);
  }
}
