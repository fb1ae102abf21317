package org.marquee.snapshot.search;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.marquee.listing.BusinessDay;
import org.marquee.listing.ShowingCounts.FilmCount;
import org.marquee.listing.ShowingCounts.FilmDay;
import org.marquee.snapshot.columns.Day;
import org.marquee.snapshot.record.Dictionary;
import org.marquee.snapshot.record.Micros;

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
  List<FilmDay> daysOf(String filmId, Instant from) {
    SortedMap<LocalDate, Integer> counts = new TreeMap<>();
    int film = contents.showtimes().films().find(filmId);
    for (Day day : contents.showtimes().days()) {
      int begin = day.rowAt(Micros.of(from));
      if (film != Dictionary.NONE && day.countOfFilm(film, begin, day.size()) > 0) {
        count(film, day, begin, counts);
      }
    }
    return counts.entrySet().stream()
        .map(each -> new FilmDay(each.getKey(), each.getValue()))
        .toList();
  }

  /// When a new day begins by a clock, in the course of a UTC day.
  private record Turn(ZoneId clock, LocalDate before, long at) {
    static Turn of(ZoneId clock, long midnight) {
      LocalDate before = BusinessDay.of(Micros.instant(midnight), clock);
      return new Turn(clock, before, Micros.of(BusinessDay.end(before, clock)));
    }
  }

  /// Most showtimes start when the day has turned by no clock yet, or by all of them: only those
  /// between are looked at one by one.
  ///
  /// @param begin the first row that counts
  private void count(int film, Day day, int begin, SortedMap<LocalDate, Integer> counts) {
    long midnight = day.date() * Micros.A_DAY;
    List<Turn> turns =
        contents.links().clocks().stream().map(clock -> Turn.of(clock, midnight)).toList();
    boolean alike = turns.stream().map(Turn::before).distinct().count() == 1;
    int turned = day.rowAt(turns.stream().mapToLong(Turn::at).min().orElse(0));
    int allTurned = day.rowAt(turns.stream().mapToLong(Turn::at).max().orElse(0));
    int first = alike ? Math.max(begin, turned) : begin;
    int last = alike ? Math.max(begin, allTurned) : day.size();
    if (alike) {
      LocalDate before = turns.getFirst().before();
      add(before, day.countOfFilm(film, begin, first), counts);
      add(before.plusDays(1), day.countOfFilm(film, last, day.size()), counts);
    }
    day.eachRowOfFilm(
        film,
        first,
        last,
        row -> {
          ZoneId clock = contents.links().clockOf()[day.cinema(row)];
          if (clock != null) {
            add(BusinessDay.of(Micros.instant(day.start(row)), clock), 1, counts);
          }
        });
  }

  private static void add(LocalDate date, int count, SortedMap<LocalDate, Integer> counts) {
    if (count > 0) {
      counts.merge(date, count, Integer::sum);
    }
  }
}
