package org.marquee.store.record;

import static org.marquee.store.record.Column.Reach.ASIDE;
import static org.marquee.store.record.Column.Reach.MADE;
import static org.marquee.store.record.Column.Reach.READ;
import static org.marquee.store.record.Column.Reach.SOURCE;
import static org.marquee.store.record.Column.column;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.listing.Film;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
import org.marquee.listing.Provenance;
import org.marquee.listing.Sorting;
import org.marquee.store.record.Column.SqlType;
import org.marquee.title.TitleIn;

/// The columns of films.
public final class FilmColumns {
  private FilmColumns() {}

  public static final RecordTable<FeedRecord.Film> TABLE =
      new RecordTable<>(Kind.FILM, "film_source", List.of("id"), columns());

  private static List<Column<FeedRecord.Film>> columns() {
    List<Column<FeedRecord.Film>> columns = new ArrayList<>();
    columns.add(column("title", READ, SqlType.TEXT, FeedRecord.Film::title));
    columns.add(column("sort_key", READ, SqlType.KEY, film -> sortKey(film.title())));
    for (FilmFact fact : FilmFact.values()) {
      columns.add(ofFact(fact));
    }
    columns.add(column("other_titles", MADE, SqlType.TEXT, _ -> null));
    columns.add(column("original_title", SOURCE, SqlType.TEXT, FeedRecord.Film::originalTitle));
    columns.add(column("titles", SOURCE, SqlType.TEXT, film -> write(written(film.titles()))));
    columns.add(column("details", READ, SqlType.JSON, film -> film.details().document()));
    columns.add(column("directors", ASIDE, SqlType.TEXT, film -> write(film.directors())));
    columns.add(column("bracket", ASIDE, SqlType.TEXT, FeedRecord.Film::bracket));
    return columns;
  }

  private static Column<FeedRecord.Film> ofFact(FilmFact fact) {
    return switch (fact.form()) {
      case FilmFact.Form.Whole _ ->
          column(fact.column(), READ, SqlType.INTEGER, film -> (Integer) film.facts().get(fact));
      case FilmFact.Form.Day _ ->
          column(fact.column(), READ, SqlType.DATE, film -> (LocalDate) film.facts().get(fact));
      case FilmFact.Form.Words _, FilmFact.Form.Address _, FilmFact.Form.Code _ ->
          column(fact.column(), READ, SqlType.TEXT, film -> (String) film.facts().get(fact));
    };
  }

  private static @Nullable String sortKey(@Nullable String title) {
    return title == null ? null : Sorting.byName(title);
  }

  private static List<String> written(List<TitleIn> titles) {
    return titles.stream()
        .map(each -> each.language() + "\t" + each.title().replace('\n', ' '))
        .toList();
  }

  /// The titles by language of the column `titles`: a line each, the language, a tab and the title.
  public static List<TitleIn> titlesIn(@Nullable String column) {
    return read(column).stream()
        .map(line -> line.split("\t", 2))
        .map(parts -> new TitleIn(parts[0], parts[1]))
        .toList();
  }

  /// A column with these texts, one on each line; null where there are none.
  public static @Nullable String write(List<String> texts) {
    return texts.isEmpty() ? null : String.join("\n", texts);
  }

  /// The film of a row.
  public static Film film(ResultSet rows, Provenance provenance) throws SQLException {
    KnownFacts facts = KnownFacts.NONE;
    for (FilmFact fact : FilmFact.values()) {
      facts = facts.with(fact, rows.getObject(fact.column(), fact.form().type()));
    }
    return new Film(
        rows.getString("id"),
        rows.getString("title"),
        facts,
        read(rows.getString("other_titles")),
        provenance,
        rows.getString("details"));
  }

  /// All titles of a row's film.
  public static Film.Titles titles(ResultSet rows) throws SQLException {
    List<String> all = new ArrayList<>(List.of(rows.getString("title")));
    all.addAll(read(rows.getString("other_titles")));
    return new Film.Titles(rows.getString("id"), all);
  }

  /// The texts of a column with a text on each line; none where it is null.
  public static List<String> read(@Nullable String lines) {
    return lines == null ? List.of() : lines.lines().toList();
  }
}
