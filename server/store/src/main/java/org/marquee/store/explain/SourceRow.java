package org.marquee.store.explain;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.detail.Details;
import org.marquee.explanation.Explanation.Entry;
import org.marquee.explanation.Explanation.Point;
import org.marquee.explanation.Explanation.Standing;
import org.marquee.listing.Attribute;
import org.marquee.listing.Kind;
import org.marquee.matching.FilmSource;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;
import org.marquee.store.sql.Sql;
import org.marquee.title.ParsedTitle;
import org.marquee.title.Titles;

/// A source record of a record.
///
/// @param said its columns as texts
record SourceRow(String id, String provider, int rank, Map<String, @Nullable String> said) {
  /// Those of a record, the one that counts first.
  static List<SourceRow> of(Connection connection, FoundRecord found) throws SQLException {
    if (found.state() == Standing.HELD_BACK) {
      return list(connection, found, "held_back", "w.id = :id");
    }
    List<SourceRow> rows =
        list(
            connection,
            found,
            found.kind().word() + "_source",
            "w.record_id = :id order by " + table(found.kind()).order());
    // A showtime that a single provider lists is its own source record.
    return rows.isEmpty() ? list(connection, found, found.kind().word(), "w.id = :id") : rows;
  }

  static RecordTable<?> table(Kind kind) {
    return RecordTable.all().stream().filter(each -> each.kind() == kind).findFirst().orElseThrow();
  }

  private static List<SourceRow> list(
      Connection connection, FoundRecord found, String from, String where) throws SQLException {
    return Sql.of(
            """
            select w.id, p.name as provider, p.rank, %s as said
            from %s w join provider p on p.id = w.provider_id cross join lateral (select w.*) x where %s
            """
                .formatted(FoundRecord.TEXTS, from, where))
        .bind("id", found.id())
        .list(
            connection,
            row ->
                new SourceRow(
                    row.getString("id"),
                    row.getString("provider"),
                    row.getInt("rank"),
                    FoundRecord.texts(row.getString("said"))));
  }

  /// The provider, and what it calls the record.
  String name() {
    return provider + " " + said.get("external_id");
  }

  Entry entry() {
    String title = id.startsWith(Kind.FILM.prefix() + "_") ? said.get("title") : null;
    return new Entry(
        name(),
        id,
        "rank " + rank,
        title == null ? List.of() : words(title, said.get("bracket")),
        null);
  }

  /// How its title is read, with the words that are no part of the name.
  private static List<Point> words(String title, @Nullable String bracket) {
    ParsedTitle parsed = Titles.clean(title);
    List<Point> words = new ArrayList<>();
    words.add(new Point("title as stored", title));
    words.add(new Point("compared as", FilmSource.Title.of(title).name()));
    add(words, "in brackets behind it", bracket == null ? "" : bracket);
    add(words, "labels taken from it", String.join(", ", parsed.labels()));
    add(
        words,
        "attributes taken from it",
        parsed.attributes().list().stream().map(Attribute::id).collect(joining(", ")));
    add(
        words,
        "part of it or labels",
        parsed.doubt() == null ? "" : String.join(", ", parsed.doubt().words()));
    words.add(
        new Point(
            "labels that its reader took before",
            "not stored; the report of the import lists them"));
    return words;
  }

  private static void add(List<Point> words, String about, String value) {
    if (!value.isEmpty()) {
      words.add(new Point(about, value));
    }
  }

  /// What it says beside the record; titles, directors and a time zone are columns.
  Details details(Kind kind) {
    Details details = Details.stored(kind, said.get("details"));
    return switch (kind) {
      case FILM ->
          details
              .with(Detail.TITLES, titles())
              .with(Detail.ORIGINAL_TITLE, said.get("original_title"))
              .with(Detail.DIRECTORS, nullIfEmpty(FilmColumns.read(said.get("directors"))));
      case CINEMA -> details.with(Detail.TIME_ZONE, said.get("time_zone"));
      case SHOWTIME, CHAIN, SCREEN -> details;
    };
  }

  private @Nullable List<?> titles() {
    return nullIfEmpty(
        FilmColumns.titlesIn(said.get("titles")).stream()
            .map(each -> new TreeMap<>(Map.of("language", each.language(), "title", each.title())))
            .toList());
  }

  private static @Nullable List<?> nullIfEmpty(List<?> items) {
    return items.isEmpty() ? null : items;
  }

  /// What it says in a column that can be published; null: nothing.
  @Nullable String value(String column) {
    return value(said, column);
  }

  /// The value of a column of a row, if it is one by itself.
  static @Nullable String value(Map<String, @Nullable String> said, String column) {
    String value = said.get(column);
    boolean counts =
        switch (column) {
          // Half of one position and half of another would be a third place.
          case "latitude" -> said.get("longitude") != null;
          case "longitude" -> said.get("latitude") != null;
          case "screen_name" -> said.get("screen_id") != null;
          case "attribute_mask" -> !Objects.equals(value, "0");
          default -> true;
        };
    return counts ? value : null;
  }
}
