package org.marquee.store.reconcile.link;

import static java.util.stream.Collectors.joining;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.correction.What;
import org.marquee.detail.Detail;
import org.marquee.json.JsonTree;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Kind;
import org.marquee.listing.MemberNames;
import org.marquee.listing.Postcodes;
import org.marquee.listing.Sorting;
import org.marquee.notice.Code;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.Statements;

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

  /// A value for a record; of what hides it none.
  private record Present(String record, What what, @Nullable String value) {
    static Present of(ResultSet row, Kind kind) throws SQLException {
      return new Present(
          row.getString("present"),
          What.find(kind, row.getString("what")).orElseThrow(),
          row.getString("value"));
    }
  }

  /// Those of a kind, the latest last: of two that came to be about one record it counts.
  private List<Present> list(Kind kind) throws SQLException {
    return sql.list(
        "select c.*, %s as present from correction c where c.kind = '%s' order by c.made_at, c.id"
            .formatted(PRESENT, kind.word()),
        row -> Present.of(row, kind));
  }

  /// JSON of the columns that corrections replace, by record. The lines of `search_text` have names
  /// of their own, and so have the members of `details`.
  String columns(Kind kind) throws SQLException {
    Map<String, Map<String, @Nullable Object>> all = new TreeMap<>();
    for (Present each : list(kind)) {
      if (each.what().isField()) {
        addColumns(all.computeIfAbsent(each.record(), _ -> new HashMap<>()), each);
      }
    }
    return JsonTree.text(all);
  }

  private static void addColumns(Map<String, @Nullable Object> columns, Present each) {
    String text = each.value() == null ? "" : each.value();
    Detail detail = each.what().detail();
    if (detail != null) {
      Objects.requireNonNull(
              JsonTree.object(
                  columns.computeIfAbsent("details", _ -> new TreeMap<String, @Nullable Object>())))
          .put(detail.member(), each.value() == null ? null : detail.form().ofText(text));
      if (detail == Detail.TIME_ZONE) {
        columns.put("time_zone", each.value());
      }
      return;
    }
    String[] search = FoldedKeys.cinemaSearch(text, text, text).split("\n", -1);
    if (each.what() == What.POSITION) {
      String[] degrees = text.split(", ", -1);
      columns.put("latitude", each.value() == null ? null : degrees[0]);
      columns.put("longitude", each.value() == null ? null : degrees[1]);
      return;
    }
    columns.put(MemberNames.column(each.what().word()), each.value());
    if (each.what() == What.NAME || each.what() == What.TITLE) {
      columns.put("sort_key", Sorting.byName(text));
      columns.put("search_name", search[0]);
    } else if (each.what() == What.LOCALITY) {
      columns.put("search_town", search[1]);
    } else if (each.what() == What.POSTCODE) {
      columns.put("postcode_key", Postcodes.key(text));
      columns.put("postcode_missing", false);
      columns.put("search_postcode", search[2]);
      columns.put("search_key", search[3]);
    }
  }

  /// SQL of a value that is published unless [#columns], as `h.fields` and the record `t`, has
  /// another one.
  static String corrected(String column, String sourced) {
    return "case when jsonb_exists(h.fields, '%1$s') then %2$s else %3$s end"
        .formatted(
            column,
            column.startsWith("search_") ? "h.fields ->> '" + column + "'" : "t." + column,
            sourced);
  }

  /// The titles of films that have another one than their sources say.
  Map<String, String> titles() throws SQLException {
    Map<String, String> titles = new LinkedHashMap<>();
    for (Present each : list(Kind.FILM)) {
      if (each.what() == What.TITLE && each.value() != null) {
        titles.put(each.record(), each.value());
      }
    }
    return titles;
  }

  /// Hides what is to be hidden, and shows what is not any more.
  public void hide() throws SQLException {
    String films = hidden(Kind.FILM);
    String cinemas = hidden(Kind.CINEMA);
    String showtimes = hidden(Kind.SHOWTIME);
    if ((films + cinemas + showtimes).isEmpty()
        && !sql.any(
            """
            select from film where hidden union all select from cinema where hidden
            union all select from showtime where hidden
            """)) {
      return;
    }
    settle(Kind.FILM, "id = any('{%s}')".formatted(films));
    settle(Kind.CINEMA, "id = any('{%s}')".formatted(cinemas));
    settle(Kind.SCREEN, "cinema_id = any('{%s}')".formatted(cinemas));
    settle(
        Kind.SHOWTIME,
        "(film_id = any('{%s}') or cinema_id = any('{%s}') or id = any('{%s}'))"
            .formatted(films, cinemas, showtimes));
  }

  private void settle(Kind kind, String hidden) throws SQLException {
    String update = "update " + kind.word() + " set hidden = ";
    sql.run(update + "true where not hidden and " + hidden);
    sql.run(update + "false where hidden and not " + hidden);
  }

  /// Ids, which need no quoting (docs/api.md, "Identifiers").
  private String hidden(Kind kind) throws SQLException {
    return list(kind).stream()
        .filter(each -> each.what().isHiding())
        .map(Present::record)
        .collect(joining(","));
  }

  /// Reports the lines of a feed that say something else of records of a kind than people do.
  public static void report(ImportSql sql, Kind kind) throws SQLException {
    String columns = new CorrectedRecords(sql).columns(kind);
    if (columns.equals("{}")) {
      return;
    }
    sql.statement(
            """
            select s.line, s.external_id, f.key, f.said, coalesce(f.value, '') as value
            from staged_%1$s s join %1$s_source w on w.id = s.id
            join jsonb_each(:columns::jsonb) h on h.key = w.record_id cross join lateral (
              select key, value, to_jsonb(s) ->> key as said from jsonb_each_text(h.value - '{sort_key,postcode_key,details}'::text[])
              union all
              select key, value, said_details(w) ->> key from jsonb_each_text(h.value -> 'details') where key <> 'timeZone') f
            where s.line is not null and f.said <> coalesce(f.value, '')
            order by s.line, f.key
            """
                .formatted(kind.word()))
        .bind("columns", columns)
        .each(
            sql.connection(),
            row ->
                sql.report(
                    Code.CORRECTED_BY_HAND,
                    "line " + row.getLong("line"),
                    kind.word() + " " + row.getString("external_id"),
                    "%s \"%s\" is published as \"%s\""
                        .formatted(
                            row.getString("key"), row.getString("said"), row.getString("value"))));
  }
}
