package org.marquee.site.programme;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.marquee.coverage.BusinessDay;
import org.marquee.listing.Sorting;

/// The day of a cinema as a drawing: a row for each screen, a bar for each showing, in minutes from
/// the first full hour.
///
/// @param hours full hours from the first to the last
public record Timeline(LocalDate date, List<Hour> hours, int minutes, List<Row> rows) {
  /// A bar where the end is not known.
  private static final int UNKNOWN_MINUTES = 20;

  /// A full hour.
  ///
  /// @param at in minutes from the first one
  public record Hour(int at, ZonedDateTime clock) {}

  /// A screen; without a name those showings whose screen is not known.
  public record Row(String screen, List<Bar> bars) {
    private static final int LONGEST = 16;

    /// The name, cut to what fits beside the bars.
    public String shortName() {
      return screen.codePointCount(0, screen.length()) <= LONGEST
          ? screen
          : screen.substring(0, screen.offsetByCodePoints(0, LONGEST - 1)) + "…";
    }
  }

  /// A showing.
  ///
  /// @param at in minutes from the first hour
  public record Bar(int at, int minutes, String title, Showing showing) {}

  /// The showings of a day, a row for each screen.
  public static Timeline of(List<ShownFilm> films, LocalDate date, ZoneId zone) {
    Instant begin = BusinessDay.start(date, zone);
    Map<String, List<Bar>> rows = new TreeMap<>(Comparator.comparing(Timeline::order));
    for (ShownFilm film : films) {
      Stream.concat(film.begun().stream(), film.ahead().stream())
          .forEach(showing -> {
            String screen = showing.showtime().screenName();
            int at = (int) Duration.between(begin, showing.start()).toMinutes();
            Integer known = showing.length();
            int minutes = known == null ? UNKNOWN_MINUTES : known;
            rows.computeIfAbsent(screen == null ? "" : screen, _ -> new ArrayList<>())
                .add(new Bar(at, minutes, film.film().title(), showing));
          });
    }
    return drawn(rows, date, zone);
  }

  private static Timeline drawn(Map<String, List<Bar>> rows, LocalDate date, ZoneId zone) {
    Instant begin = BusinessDay.start(date, zone);
    List<Bar> all = rows.values().stream().flatMap(List::stream).toList();
    int first = all.stream().mapToInt(Bar::at).min().orElse(0) / 60 * 60;
    int last = all.stream().mapToInt(bar -> bar.at() + bar.minutes()).max().orElse(0);
    List<Hour> hours = new ArrayList<>();
    for (int at = first; at <= last; at += 60) {
      Instant hour = begin.plus(Duration.ofMinutes(at));
      hours.add(new Hour(at - first, hour.atZone(zone)));
    }
    List<Row> moved = new ArrayList<>();
    rows.forEach((screen, bars) ->
        moved.add(
            new Row(
                screen,
                bars.stream()
                    .map(
                        bar -> new Bar(bar.at() - first, bar.minutes(), bar.title(), bar.showing()))
                    .sorted(Comparator.comparingInt(Bar::at))
                    .toList())));
    return new Timeline(date, List.copyOf(hours), Math.max(60, last - first), List.copyOf(moved));
  }

  /// Whether it shows more than the list of films does.
  public boolean isWorthDrawing() {
    return rows.size() > 1 || rows.stream().anyMatch(row -> row.bars().size() > 2);
  }

  /// Screen 2 before Screen 10; those without a name last.
  private static String order(String screen) {
    return screen.isEmpty() ? "\uffff" : Sorting.natural(screen);
  }
}
