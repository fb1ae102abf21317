package org.marquee.sample;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;

/// A sort of cinema: what it likes to play, when it is open, what its diary holds.
///
/// @param taste weight of each strand in the regular programme
/// @param equipment what each of its screens can offer
record CinemaStyle(
    Map<Strand, Integer> taste, Attributes equipment, List<Hours> hours, List<Occasion> diary) {
  CinemaStyle {
    taste = Map.copyOf(taste);
    hours = List.copyOf(hours);
    diary = List.copyOf(diary);
  }

  /// The opening hours of some days of the week, in minutes of the day.
  ///
  /// @param opens first start on a screen that plays in the daytime
  /// @param evening first start on the others
  /// @param last latest start
  /// @param early percentage of the screens that play in the daytime
  record Hours(Set<DayOfWeek> days, int opens, int evening, int last, int early) {
    Hours {
      days = Set.copyOf(days);
    }
  }

  /// An entry of the diary.
  ///
  /// @param at minute of the day; from 1440 on, after midnight
  /// @param screen a screen's number, or what it must be equipped for
  /// @param shows a strand, `playing`, `coming`, or what the film must come as
  /// @param every number of weeks from one to the next
  record Occasion(
      Set<DayOfWeek> days, int at, String screen, String shows, Attributes marks, int every) {
    Occasion {
      days = Set.copyOf(days);
    }

    boolean isOn(LocalDate date) {
      return days.contains(date.getDayOfWeek())
          && Math.floorMod(Week.of(date).number(), every) == 0;
    }

    boolean isIn(DemoScreen which) {
      return screen.equals(which.id())
          || Attribute.find(screen).filter(which.equipment()::has).isPresent();
    }

    /// Whether the film is of the strand, or comes as the version, that is announced.
    boolean announces(DemoFilm film) {
      return film.strand().word().equals(shows)
          || Attribute.find(shows).filter(film.versions()::has).isPresent();
    }
  }

  static CinemaStyle read(Table.Row row) {
    String name = row.text("house");
    Map<Strand, Integer> taste = new EnumMap<>(Strand.class);
    for (Strand strand : Strand.values()) {
      row.find(strand.word()).map(Integer::valueOf).ifPresent(weight -> taste.put(strand, weight));
    }
    return new CinemaStyle(
        taste,
        row.attributes("equipment"),
        of(name, "hours").stream()
            .map(line ->
                new Hours(
                    days(line),
                    minute(line.text("opens")),
                    minute(line.text("evening")),
                    minute(line.text("last")),
                    line.number("early")))
            .toList(),
        of(name, "occasions").stream()
            .map(line ->
                new Occasion(
                    days(line),
                    minute(line.text("at")),
                    line.text("screen"),
                    line.text("shows"),
                    line.attributes("marks"),
                    line.number("every")))
            .toList());
  }

  /// The hours of a date; none where only an occasion opens the doors.
  Optional<Hours> on(LocalDate date) {
    return hours.stream().filter(line -> line.days().contains(date.getDayOfWeek())).findFirst();
  }

  int taste(DemoFilm film) {
    return taste.getOrDefault(film.strand(), 0);
  }

  private static List<Table.Row> of(String house, String table) {
    return Table.rows(table).stream().filter(row -> row.text("house").equals(house)).toList();
  }

  /// `Mon`, `Mon-Thu`, or several of these.
  private static Set<DayOfWeek> days(Table.Row row) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    for (String span : row.list("days")) {
      days.addAll(EnumSet.range(day(span.substring(0, 3)), day(span.substring(span.length() - 3))));
    }
    return days;
  }

  private static DayOfWeek day(String abbreviated) {
    for (DayOfWeek day : DayOfWeek.values()) {
      if (day.name().substring(0, 3).equalsIgnoreCase(abbreviated)) {
        return day;
      }
    }
    throw new IllegalArgumentException("no day of the week: " + abbreviated);
  }

  private static int minute(String clock) {
    return Integer.parseInt(clock.substring(0, 2)) * 60 + Integer.parseInt(clock.substring(3));
  }
}
