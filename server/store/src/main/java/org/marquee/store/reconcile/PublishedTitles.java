package org.marquee.store.reconcile;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.Sorting;
import org.marquee.matching.FilmSource;
import org.marquee.matching.TitleChoice;
import org.marquee.matching.TitleChoice.Chosen;
import org.marquee.matching.TitleChoice.Said;
import org.marquee.store.record.TitleRows;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Gives each film its title ([TitleChoice]), and keeps its others, once all that it depends on is
/// written: source records, showtimes and their cinemas.
record PublishedTitles(Statements sql) {

  /// Notes the films that are published anew, as [CanonicalRecords] knows them.
  void notePublished() throws SQLException {
    sql.run(
        """
        insert into retitled_film
        select record_id from film_source where written = (select n from revision)
        union select id from left_record where kind = '%s'
        """
            .formatted(Kind.FILM.word()));
  }

  /// Notes the films with several titles that a feed lists showtimes of: another country may now
  /// have most of them.
  void noteListed() throws SQLException {
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

  /// What is known of a film.
  ///
  /// @param sources ids of source records, each with what it says but for where it is shown
  private record Film(Chosen published, Map<String, Said> sources) {
    boolean isSettled() {
      return sources.values().stream().map(Said::title).distinct().count() == 1
          && sources.values().stream().allMatch(said -> said.titles().isEmpty());
    }
  }

  /// Chooses the titles of the films that were noted, and publishes those that are others now.
  ///
  /// @return how many films have other titles now
  long settle() throws SQLException {
    Map<String, String> corrected = new CorrectedRecords(sql).titles();
    Map<String, Film> films = films(corrected);
    sql.clear(TempTable.RETITLED_FILM);
    if (films.isEmpty()) {
      return 0;
    }
    List<String> languages = languages(sql);
    Map<String, Map<String, Long>> shown = shown(films);
    CopyRows chosen = TempTable.CHOSEN_TITLE.rows();
    long changed = 0;
    for (Map.Entry<String, Film> noted : films.entrySet()) {
      Film film = noted.getValue();
      Chosen choice =
          TitleChoice.choose(
              film.sources().entrySet().stream()
                  .map(each -> each.getValue().shown(shown.getOrDefault(each.getKey(), Map.of())))
                  .toList(),
              languages);
      if (!choice.equals(film.published())) {
        changed++;
        chosen
            .row()
            .text(noted.getKey())
            .text(choice.title())
            .text(Sorting.byName(choice.title()))
            .text(choice.others().isEmpty() ? null : String.join("\n", choice.others()));
      }
    }
    if (changed > 0) {
      publish(chosen);
    }
    return changed;
  }

  /// The languages that titles are wanted in, the best first.
  static List<String> languages(Statements sql) throws SQLException {
    return sql.list("select language from title_language order by place", row -> row.getString(1));
  }

  private void publish(CopyRows chosen) throws SQLException {
    chosen.send(sql.connection());
    sql.run("analyze chosen_title");
    sql.run(
        """
        update film f set title = c.title, sort_key = c.sort_key, other_titles = c.other_titles
        from chosen_title c where c.id = f.id
        """);
    sql.clear(TempTable.CHOSEN_TITLE);
  }

  /// @param corrected the titles that people give films
  private Map<String, Film> films(Map<String, String> corrected) throws SQLException {
    Map<String, Film> films = new LinkedHashMap<>();
    sql.statement(
            """
            select w.record_id, w.id, p.rank, w.title, coalesce(w.title_name, w.title) as title_name, w.plain,
              w.original_title, w.titles, f.title as published, f.other_titles
            from film_source w join provider p on p.id = w.provider_id join film f on f.id = w.record_id
            where (w.record_id in (select id from retitled_film) or w.record_id = any(:corrected)) and w.title is not null
            order by w.born, w.id
            """)
        .bind("corrected", corrected.keySet().toArray(String[]::new))
        .each(
            sql.connection(),
            rows ->
                films
                    .computeIfAbsent(
                        rows.getString("record_id"),
                        published(rows.getString("published"), rows.getString("other_titles")))
                    .sources()
                    .put(
                        rows.getString("id"),
                        new Said(
                            rows.getInt("rank"),
                            rows.getString("title"),
                            rows.getString("title_name"),
                            rows.getBoolean("plain"),
                            rows.getString("original_title"),
                            TitleRows.read(rows.getString("titles")),
                            Map.of())));
    films.forEach((id, film) -> {
      String title = corrected.get(id);
      if (title != null) {
        film.sources().put("", correction(title));
      }
    });
    return films;
  }

  /// As of a source that ranks above all others.
  private static Said correction(String title) {
    String name = FilmSource.Title.of(title).name();
    return new Said(Integer.MAX_VALUE, title, name, true, null, List.of(), Map.of());
  }

  private static Function<String, Film> published(String title, @Nullable String others) {
    return _ ->
        new Film(
            new Chosen(title, others == null ? List.of() : others.lines().toList()),
            new LinkedHashMap<>());
  }

  /// How many showtimes each source record of films with several titles has, by country.
  private Map<String, Map<String, Long>> shown(Map<String, Film> films) throws SQLException {
    Map<String, Map<String, Long>> shown = new HashMap<>();
    List<String> open =
        films.entrySet().stream()
            .filter(each -> !each.getValue().isSettled())
            .map(Map.Entry::getKey)
            .toList();
    if (open.isEmpty()) {
      return shown;
    }
    Sql.of(
            """
            select coalesce(s.source_film_id, s.film_id) as source, c.country_code, count(*) as shown
            from provider_showtime s join cinema c on c.id = s.cinema_id
            where s.film_id = any(:films) group by 1, 2
            """)
        .bind("films", open.toArray(String[]::new))
        .each(
            sql.connection(),
            rows ->
                shown
                    .computeIfAbsent(
                        Objects.requireNonNull(rows.getString("source")), _ -> new HashMap<>())
                    .put(rows.getString("country_code"), rows.getLong("shown")));
    return shown;
  }
}
