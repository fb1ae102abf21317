package org.marquee.snapshot.search;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.marquee.coverage.BusinessDay;
import org.marquee.listing.ShowingCounts;
import org.marquee.listing.ShowingCounts.FilmCount;
import org.marquee.listing.ShowingCounts.FilmDay;
import org.marquee.listing.ShowingCounts.Which;
import org.marquee.snapshot.columns.Day;
import org.marquee.snapshot.record.Dictionary;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.ShowtimeStore;

/// Counts the showtimes of a snapshot.
final class SnapshotCounts {
  private final SnapshotContents contents;

  SnapshotCounts(SnapshotContents contents) {
    this.contents = contents;
  }

  /// As of [org.marquee.listing.ShowingCounts#mostShown].
  List<FilmCount> mostShown(Instant from, Instant until, int most) {
    int[] counts = new int[contents.showtimes().films().count()];
    for (Day day : contents.showtimes().days()) {
      int end = day.rowAt(Micros.of(until));
      for (int row = day.rowAt(Micros.of(from)); row < end; row++) {
        counts[day.film(row)]++;
      }
    }
    // Numbers are sorted far more quickly than objects: the count, below it the film.
    return IntStream.range(0, counts.length)
        .filter(film -> counts[film] > 0 && contents.links().films()[film] != null)
        .mapToLong(film -> (long) -counts[film] << Integer.SIZE | film)
        .sorted()
        .limit(most)
        .mapToObj(each ->
            new FilmCount(
                Objects.requireNonNull(contents.links().films()[(int) each]).id(),
                counts[(int) each]))
        .toList();
  }

  /// As of [org.marquee.listing.ShowingCounts#daysOf].
  List<FilmDay> daysOf(String filmId, Instant from, Which which) {
    SortedMap<LocalDate, Integer> counts = new TreeMap<>();
    int film = contents.showtimes().films().find(filmId);
    if (film == Dictionary.NONE) {
      return List.of();
    }
    for (Day day : contents.showtimes().days()) {
      count(film, day, day.rowAt(Micros.of(from)), which, counts);
    }
    return counts.entrySet().stream()
        .map(each -> new FilmDay(each.getKey(), each.getValue()))
        .toList();
  }

  /// When a new day begins by a clock, in the course of a UTC day.
  private record Turn(LocalDate before, long at) {
    static Turn of(ZoneId clock, long midnight) {
      LocalDate before = BusinessDay.of(Micros.instant(midnight), clock);
      return new Turn(before, Micros.of(BusinessDay.end(before, clock)));
    }

    LocalDate day(long start) {
      return start < at ? before : before.plusDays(1);
    }
  }

  /// Counts the rows of a film from one on.
  private void count(
      int film, Day day, int begin, Which which, SortedMap<LocalDate, Integer> counts) {
    Map<ZoneId, Turn> turns = new HashMap<>();
    day.eachRowOfFilm(
        film,
        begin,
        day.size(),
        row -> {
          ZoneId clock = contents.links().clockOf()[day.cinema(row)];
          if (clock != null && counts(day, row, clock, which)) {
            Turn turn =
                turns.computeIfAbsent(clock, zone -> Turn.of(zone, day.date() * Micros.A_DAY));
            counts.merge(turn.day(day.start(row)), 1, Integer::sum);
          }
        });
  }

  private boolean counts(Day day, int row, ZoneId clock, Which which) {
    ShowtimeStore store = contents.showtimes().store();
    return which.equals(ShowingCounts.ALL)
        || which.counts(
            day.mask(row),
            LocalTime.ofInstant(Micros.instant(day.start(row)), clock),
            store.details().of(store.detailsNote(day.place(row))).isSoldOut());
  }
}
