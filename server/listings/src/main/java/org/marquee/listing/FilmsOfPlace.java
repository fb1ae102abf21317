package org.marquee.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A page of what the cinemas of a place show, film by film (docs/api.md, "By film"). Memory and
/// the database make their pages with this, so that they make the same.
///
/// @param next where the next page begins; null on the last one
public record FilmsOfPlace<C, S>(List<Shown<C, S>> films, @Nullable Position next) {
  /// A page ends with the film that gives it as many showtimes. Pages by cinema have about as many
  /// at most.
  static final int MOST_SHOWTIMES = 5000;

  private static final Comparator<byte[]> CODE_POINTS = Arrays::compareUnsigned;

  /// UTF-8 compares as code points do.
  private static final Comparator<Position.ByFirstStart> ORDER =
      Comparator.comparing(Position.ByFirstStart::start)
          .thenComparing(each -> each.film().key().getBytes(UTF_8), CODE_POINTS)
          .thenComparing(Position.ByFirstStart::id);

  /// A film, with the cinemas that show it in the order of the place.
  public record Shown<C, S>(Position.ByFirstStart position, List<AtCinema<C, S>> cinemas) {
    private int showtimes() {
      return cinemas.stream().mapToInt(each -> each.showtimes().size()).sum();
    }
  }

  /// What a cinema shows.
  ///
  /// @param showtimes by (start, id)
  public record AtCinema<C, S>(C cinema, List<S> showtimes) {}

  /// Makes a page.
  ///
  /// @param place all its cinemas in order, with showtimes from [ProgrammeWalk#earliest] on
  /// @param position of a film that had only this showtime
  public static <C, S> FilmsOfPlace<C, S> of(
      List<AtCinema<C, S>> place,
      Function<S, Position.ByFirstStart> position,
      ProgrammeWalk walk,
      int limit,
      Instant now) {
    Instant earliest = walk.query().earliestListed(Instant.MIN, now);
    Map<String, Position.ByFirstStart> first = new HashMap<>();
    Map<String, List<AtCinema<C, S>>> shown = new HashMap<>();
    for (AtCinema<C, S> cinema : place) {
      Map<String, List<S>> listed = new HashMap<>();
      for (S showtime : cinema.showtimes()) {
        Position.ByFirstStart its = position.apply(showtime);
        first.merge(its.id(), its, (one, other) -> ORDER.compare(one, other) < 0 ? one : other);
        if (!its.start().isBefore(earliest)) {
          listed.computeIfAbsent(its.id(), _ -> new ArrayList<>()).add(showtime);
        }
      }
      listed.forEach((film, showtimes) ->
          shown
              .computeIfAbsent(film, _ -> new ArrayList<>())
              .add(new AtCinema<>(cinema.cinema(), showtimes)));
    }
    List<Shown<C, S>> films =
        first.values().stream()
            .filter(each -> shown.containsKey(each.id()))
            .filter(each ->
                !(walk.after() instanceof Position.ByFirstStart last)
                    || ORDER.compare(each, last) > 0)
            .sorted(ORDER)
            .map(each -> new Shown<>(each, Objects.requireNonNull(shown.get(each.id()))))
            .toList();
    int until = 0;
    int showtimes = 0;
    while (until < films.size() && until < limit && showtimes < MOST_SHOWTIMES) {
      showtimes += films.get(until++).showtimes();
    }
    return new FilmsOfPlace<>(
        films.subList(0, until),
        until == films.size() ? null : walk.next(films.get(until - 1).position()));
  }
}
