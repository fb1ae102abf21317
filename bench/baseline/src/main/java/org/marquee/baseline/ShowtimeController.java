package org.marquee.baseline;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.baseline.Envelope.Freshness;
import org.marquee.baseline.Envelope.Pagination;
import org.marquee.baseline.Envelope.Single;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/// The operations.
@RestController
@RequestMapping("/v1")
class ShowtimeController {
  private static final Duration LONGEST = Duration.ofDays(31);

  private final Repository repository;

  ShowtimeController(Repository repository) {
    this.repository = repository;
  }

  @GetMapping("/showtimes")
  Envelope<Showtime> showtimes(
      @RequestParam OffsetDateTime startsAfter,
      @RequestParam OffsetDateTime startsBefore,
      @RequestParam(required = false) @Nullable String cinemaId,
      @RequestParam(required = false) @Nullable String filmId,
      @RequestParam(required = false) @Nullable String attributeIds,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(defaultValue = "25") int limit) {
    Duration length = Duration.between(startsAfter, startsBefore);
    if (!length.isPositive() || length.compareTo(LONGEST) > 0 || limit < 1 || limit > 100) {
      throw new IllegalArgumentException("no such page");
    }
    ShowtimeQuery query =
        new ShowtimeQuery(
            startsAfter,
            startsBefore,
            cinemaId,
            filmId,
            ShowtimeQuery.bits(attributeIds),
            ShowtimeQuery.Place.of(cursor),
            limit);
    List<Showtime> found = repository.showtimes(query);
    boolean more = found.size() > limit;
    List<Showtime> page = more ? found.subList(0, limit) : found;
    return new Envelope<>(
        page,
        new Pagination(more ? next(page.getLast()) : null, more),
        page.isEmpty() ? repository.nothing(query) : Freshness.of(page));
  }

  private static String next(Showtime last) {
    return new ShowtimeQuery.Place(last.startsAt(), last.id()).cursor();
  }

  @GetMapping("/films/{id}")
  Single<Film> film(@PathVariable String id) {
    Film film = repository.film(id).orElseThrow(ShowtimeController::notFound);
    return new Single<>(film, Freshness.of(List.of(film)));
  }

  @GetMapping("/cinemas/{id}")
  Single<Cinema> cinema(@PathVariable String id) {
    Cinema cinema = repository.cinema(id).orElseThrow(ShowtimeController::notFound);
    return new Single<>(cinema, Freshness.of(List.of(cinema)));
  }

  private static ResponseStatusException notFound() {
    return new ResponseStatusException(HttpStatus.NOT_FOUND);
  }

  @ExceptionHandler(IllegalArgumentException.class)
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  void wrong() {}
}
