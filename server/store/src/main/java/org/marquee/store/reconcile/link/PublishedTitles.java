package org.marquee.store.reconcile.link;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.Sorting;
import org.marquee.matching.FilmSource;
import org.marquee.matching.TitleChoice;
import org.marquee.matching.TitleChoice.Chosen;
import org.marquee.matching.TitleChoice.Said;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.sql.CopyRows;

/// Gives each film its title ([TitleChoice]), and keeps its others, once all that it depends on is
/// written: source records, showtimes and their cinemas.
public record PublishedTitles(Statements sql) {

  /// Notes the films that are published anew, as [CanonicalRecords] knows them.
  void notePublished() throws SQLException {
    sql.run("insert into retitled_film " + CanonicalRecords.renewed(Kind.FILM));
  }

  /// Notes the films with several titles that a feed lists showtimes of: another country may now
  /// have most of them.
  public void noteListed() throws SQLException {
    sql.run(
        """
        insert into retitled_film
        select f.id from film f
        where f.other_titles is not null and f.id in (select film_id from staged_showtime)
        """);
  }

  /// Notes all films with several titles.
  void noteAll() throws SQLException {
    sql.run("insert into retitled_film select id from film where other_titles is not null");
  }

  /// What is published of a film, and what its source records say.
  private record Film(Chosen published, List<Said> said) {
    /// Adds the title of a correction, if there is one.
    void add(@Nullable String corrected) {
      if (corrected != null) {
        said.add(correction(corrected));
      }
    }
  }

  /// Why a film has its title, in words; empty where no source gives one.
  ///
  /// @param id needs no quoting (docs/api.md, "Identifiers")
  public static Optional<String> why(Connection connection, String id) throws SQLException {
    Statements sql = new Statements(connection);
    Film film =
        new PublishedTitles(sql)
            .films("with retitled_film as (select '%s'::text collate \"C\" as id) ".formatted(id))
            .get(id);
    if (film == null) {
      return Optional.empty();
    }
    film.add(new CorrectedRecords(sql).titles().get(id));
    return Optional.of(TitleChoice.why(film.said(), languages(sql)));
  }

  /// Chooses the titles of the films that were noted, and publishes those that are others now.
  ///
  /// @return how many films have other titles now
  public long settle() throws SQLException {
    Map<String, String> corrected = new CorrectedRecords(sql).titles();
    sql.statement("insert into retitled_film select unnest(:corrected::text[])")
        .bind("corrected", corrected.keySet().toArray(String[]::new))
        .run(sql.connection());
    if (!sql.any("select from retitled_film")) {
      return 0;
    }
    Map<String, Film> films = films("");
    List<String> languages = languages(sql);
    CopyRows chosen = TempTable.CHOSEN_TITLE.rows();
    long changed = 0;
    for (Map.Entry<String, Film> noted : films.entrySet()) {
      Film film = noted.getValue();
      film.add(corrected.get(noted.getKey()));
      Chosen choice = TitleChoice.choose(film.said(), languages);
      if (!choice.equals(film.published())) {
        changed++;
        chosen
            .row()
            .text(noted.getKey())
            .text(choice.title())
            .text(Sorting.byName(choice.title()))
            .text(FilmColumns.write(choice.others()));
      }
    }
    if (changed > 0) {
      sql.fill(TempTable.CHOSEN_TITLE, chosen);
      sql.run("analyze chosen_title");
      sql.run(
          """
          update film f set title = c.title, sort_key = c.sort_key, other_titles = c.other_titles
          from chosen_title c where c.id = f.id
          """);
    }
    return changed;
  }

  /// The languages that titles are wanted in, the best first.
  static List<String> languages(Statements sql) throws SQLException {
    return sql.list("select language from title_language order by place", row -> row.getString(1));
  }

  /// @param noted SQL that names the films; empty: those that were noted
  private Map<String, Film> films(String noted) throws SQLException {
    Map<String, Map<String, Long>> shown = shown(noted);
    Map<String, Film> films = new LinkedHashMap<>();
    sql.each(
        noted
            + """
            select w.record_id, w.id, p.rank, w.title, coalesce(w.title_name, w.title) as title_name, w.plain,
              w.original_title, w.titles, f.title as published, f.other_titles
            from film_source w join provider p on p.id = w.provider_id join film f on f.id = w.record_id
            where w.record_id in (select id from retitled_film) and w.title is not null
            order by w.born, w.id
            """,
        rows -> {
          Chosen published =
              new Chosen(
                  rows.getString("published"), FilmColumns.read(rows.getString("other_titles")));
          films
              .computeIfAbsent(
                  rows.getString("record_id"), _ -> new Film(published, new ArrayList<>()))
              .said()
              .add(
                  new Said(
                      rows.getInt("rank"),
                      rows.getString("title"),
                      rows.getString("title_name"),
                      rows.getBoolean("plain"),
                      rows.getString("original_title"),
                      FilmColumns.titlesIn(rows.getString("titles")),
                      shown.getOrDefault(rows.getString("id"), Map.of())));
        });
    return films;
  }

  /// As of a source that ranks above all others.
  private static Said correction(String title) {
    String name = FilmSource.Title.of(title).name();
    return new Said(Integer.MAX_VALUE, title, name, true, null, List.of(), Map.of());
  }

  /// How many showtimes each source record of films with several titles has, by country.
  private Map<String, Map<String, Long>> shown(String noted) throws SQLException {
    List<String> films =
        sql.list(
            noted
                + """
                select record_id from film_source where title is not null and record_id = any(array(select id from retitled_film))
                group by record_id having min(title) <> max(title) or bool_or(titles is not null)
                """,
            row -> row.getString("record_id"));
    Map<String, Map<String, Long>> shown = new HashMap<>();
    sql.statement(
            """
            select coalesce(s.source_film_id, s.film_id) as source, c.country_code, count(*) as shown
            from provider_showtime s join cinema c on c.id = s.cinema_id
            where s.film_id = any(:films) group by 1, 2
            """)
        .bind("films", films.toArray(String[]::new))
        .each(
            sql.connection(),
            rows ->
                shown
                    .computeIfAbsent(rows.getString("source"), _ -> new HashMap<>())
                    .put(rows.getString("country_code"), rows.getLong("shown")));
    return shown;
  }
}
