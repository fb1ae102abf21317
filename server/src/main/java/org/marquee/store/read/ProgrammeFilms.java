package org.marquee.store.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.marquee.listing.Film;
import org.marquee.listing.ProgrammeEntry.Showing;
import org.marquee.listing.Showtime;

/// The films of a page of programmes, with their places in the film list.
final class ProgrammeFilms {
  private final Map<String, Sorted> films = new HashMap<>();

  private ProgrammeFilms() {}

  private record Sorted(Film film, String key) {
    static final Comparator<Sorted> ORDER =
        Comparator.<Sorted, byte[]>comparing(
                each -> each.key().getBytes(UTF_8), Arrays::compareUnsigned)
            .thenComparing(each -> each.film().id());
  }

  static ProgrammeFilms of(Connection connection, Collection<String> ids) throws SQLException {
    ProgrammeFilms all = new ProgrammeFilms();
    RecordQuery.FILMS
        .where("f.id = any(:ids)")
        .bind("ids", ids.toArray(String[]::new))
        .each(
            connection,
            rows ->
                all.films.put(
                    rows.getString("id"),
                    new Sorted(RecordQuery.FILMS.read(rows), rows.getString("sort_key"))));
    return all;
  }

  /// Showtimes by film: films in the order of their first showtime, then of the film list.
  ///
  /// @param showtimes by (start, id)
  List<Showing> grouped(List<Showtime> showtimes) {
    Map<String, List<Showtime>> byFilm = new LinkedHashMap<>();
    for (Showtime showtime : showtimes) {
      byFilm.computeIfAbsent(showtime.filmId(), _ -> new ArrayList<>()).add(showtime);
    }
    List<Map.Entry<Sorted, List<Showtime>>> sorted = new ArrayList<>();
    byFilm.forEach((id, its) -> sorted.add(Map.entry(Objects.requireNonNull(films.get(id)), its)));
    sorted.sort(
        Comparator.<Map.Entry<Sorted, List<Showtime>>, Instant>comparing(
                entry -> entry.getValue().getFirst().startsAt())
            .thenComparing(Map.Entry::getKey, Sorted.ORDER));
    return sorted.stream()
        .map(entry -> new Showing(entry.getKey().film(), entry.getValue()))
        .toList();
  }
}
