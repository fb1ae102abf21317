package org.marquee.store.record;

import static org.marquee.store.record.Column.made;
import static org.marquee.store.record.Column.read;
import static org.marquee.store.record.Column.source;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Provenance;
import org.marquee.listing.Sorting;
import org.marquee.store.record.Column.SqlType;

/// The columns of films.
public final class FilmColumns {
  private FilmColumns() {}

  public static final RecordTable<FeedRecord.Film> TABLE =
      new RecordTable<>(
          Kind.FILM,
          "film_source",
          List.of("id"),
          List.of(
              read("title", SqlType.TEXT, FeedRecord.Film::title),
              read("sort_key", SqlType.KEY, film -> sortKey(film.title())),
              read("duration_minutes", SqlType.INTEGER, FeedRecord.Film::durationMinutes),
              read("certification", SqlType.TEXT, FeedRecord.Film::certification),
              read("poster_url", SqlType.TEXT, FeedRecord.Film::posterUrl),
              read("release_date", SqlType.DATE, FeedRecord.Film::releaseDate),
              read("ext_catalog_a_id", SqlType.TEXT, FeedRecord.Film::extCatalogAId),
              read("ext_catalog_b_id", SqlType.TEXT, FeedRecord.Film::extCatalogBId),
              made("other_titles"),
              source("original_title", SqlType.TEXT, FeedRecord.Film::originalTitle),
              source("titles", SqlType.TEXT, film -> TitleRows.write(film.titles())),
              Column.of(
                  "directors", Column.Reach.ASIDE, SqlType.TEXT, film -> lines(film.directors()))));

  private static @Nullable String sortKey(@Nullable String title) {
    return title == null ? null : Sorting.byName(title);
  }

  private static @Nullable String lines(List<String> texts) {
    return texts.isEmpty() ? null : String.join("\n", texts);
  }

  /// The film of a row.
  public static Film film(ResultSet rows, Provenance provenance) throws SQLException {
    return new Film(
        rows.getString("id"),
        rows.getString("title"),
        rows.getObject("duration_minutes", Integer.class),
        rows.getString("certification"),
        rows.getString("poster_url"),
        rows.getObject("release_date", LocalDate.class),
        rows.getString("ext_catalog_a_id"),
        rows.getString("ext_catalog_b_id"),
        others(rows.getString("other_titles")),
        provenance);
  }

  /// All titles of a row's film.
  public static Film.Titles titles(ResultSet rows) throws SQLException {
    List<String> all = new ArrayList<>(List.of(rows.getString("title")));
    all.addAll(others(rows.getString("other_titles")));
    return new Film.Titles(rows.getString("id"), all);
  }

  private static List<String> others(@Nullable String titles) {
    return titles == null ? List.of() : titles.lines().toList();
  }
}
