package org.marquee.sample;

import java.time.LocalDate;
import java.time.MonthDay;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.sample.CinemaStyle.Hours;
import org.marquee.sample.CinemaStyle.Occasion;

/// Makes one cinema's programme of one day: what stands in the diary, and films around it.
///
/// All chance comes from numbers seeded with the cinema and the date, or for the week's bill with
/// the cinema and the week: the same day is the same programme whenever it is asked for.
final class DemoProgramme {
  private static final MonthDay CHRISTMAS = MonthDay.of(12, 25);

  /// Between two films, in minutes: letting out, sweeping, letting in.
  private static final int BREAK = 20;

  /// Starts are on the clock's fives.
  private static final int STEP = 5;

  private static final int NO_OTHER = 48 * 60;

  /// On the screens that were built for it, a film that comes as such goes before all others.
  private static final Attributes PREMIUM =
      Attributes.of(Attribute.IMAX, Attribute.FOUR_DX, Attribute.DOLBY_CINEMA, Attribute.SCREEN_X);

  private static final int PREMIUM_WEIGHT = 12;

  /// Starts of one film within so many minutes take each other's audience.
  private static final int CLASH = 40;

  private static final int NO_CLASH_WEIGHT = 5;

  private final DemoCinema cinema;
  private final LocalDate date;
  private final Week week;
  private final DemoFilms films;
  private final List<DemoFilm> bill;
  private final SplittableRandom chance;
  private final List<Screening> screenings = new ArrayList<>();

  private DemoProgramme(DemoCinema cinema, LocalDate date, DemoFilms films) {
    this.cinema = cinema;
    this.date = date;
    this.week = Week.of(date);
    this.films = films;
    this.bill = bill();
    this.chance = seeded(date.toString());
  }

  /// The screenings of a day, screen by screen, each screen's in the order of their starts.
  static List<Screening> of(DemoCinema cinema, LocalDate date, DemoFilms films) {
    if (MonthDay.from(date).equals(CHRISTMAS)) {
      return List.of();
    }
    DemoProgramme programme = new DemoProgramme(cinema, date, films);
    cinema.screens().forEach(programme::fill);
    return List.copyOf(programme.screenings);
  }

  private void fill(DemoScreen screen) {
    ScreenDay day = new ScreenDay(screen, cinema.house().on(date));
    diary(screen).forEach(day::hold);
    day.playUntil(NO_OTHER);
  }

  /// What the diary holds for a screen today, in the order of the starts.
  private List<Occasion> diary(DemoScreen screen) {
    return cinema.house().diary().stream()
        .filter(occasion -> occasion.isOn(date) && occasion.isIn(screen))
        .sorted(Comparator.comparingInt(Occasion::at))
        .toList();
  }

  /// One screen's day, filled from its beginning on.
  private final class ScreenDay {
    private final DemoScreen screen;
    private final int opens;
    private final int last;
    private int free;
    private Optional<DemoFilm> before = Optional.empty();

    ScreenDay(DemoScreen screen, Optional<Hours> hours) {
      this.screen = screen;
      this.opens = hours.map(this::firstStart).orElse(NO_OTHER);
      this.last = hours.map(Hours::last).orElse(0);
    }

    private int firstStart(Hours hours) {
      int from = chance.nextInt(100) < hours.early() ? hours.opens() : hours.evening();
      return Math.min(from + STEP * chance.nextInt(8), hours.last());
    }

    /// Plays up to an occasion, and then that, unless another one is still running.
    void hold(Occasion occasion) {
      playUntil(occasion.at());
      if (free <= occasion.at()) {
        announced(occasion).ifPresent(film -> play(film, occasion.at(), occasion.marks()));
      }
    }

    /// Plays the regular programme as far as it is over, with the break, by `end`.
    void playUntil(int end) {
      int at = Math.max(opens, free);
      while (at <= last) {
        int start = Math.min(at + STEP * chance.nextInt(3), last);
        Optional<DemoFilm> film =
            pick(bill, each -> start + each.minutes() + BREAK > end ? 0 : weight(each, start));
        if (film.isEmpty()) {
          return;
        }
        play(film.get(), start, Attributes.NONE);
        at = free;
      }
    }

    private int weight(DemoFilm film, int start) {
      if (!film.strand().suits(start) || before.equals(Optional.of(film))) {
        return 0;
      }
      int weight = weekly(film);
      if (!common(common(film.versions(), screen.equipment()), PREMIUM).isEmpty()) {
        weight *= PREMIUM_WEIGHT;
      }
      return clashes(film, start) ? weight : weight * NO_CLASH_WEIGHT;
    }

    private void play(DemoFilm film, int start, Attributes marks) {
      Attributes offered = common(film.versions(), screen.equipment());
      Screening screening = new Screening(cinema, screen, film, date, start, offered.and(marks));
      screenings.add(screening);
      before = Optional.of(film);
      free = Math.ceilDiv(screening.end() + BREAK, STEP) * STEP;
    }
  }

  private boolean clashes(DemoFilm film, int start) {
    return screenings.stream()
        .anyMatch(other -> other.film().equals(film) && Math.abs(other.minute() - start) < CLASH);
  }

  /// What this cinema plays in the week from Friday on: about two films for each screen.
  private List<DemoFilm> bill() {
    SplittableRandom choice = seeded("week of " + week.friday());
    List<DemoFilm> offered = new ArrayList<>(onOffer());
    List<DemoFilm> chosen = new ArrayList<>();
    for (int left = 2 + 2 * cinema.screens().size(); left > 0; left--) {
      pick(offered, this::weekly, choice)
          .ifPresent(film -> {
            offered.remove(film);
            chosen.add(film);
          });
    }
    return List.copyOf(chosen);
  }

  /// How much this house wants a film this week: newer ones more.
  private int weekly(DemoFilm film) {
    long age = film.weeksOn(week.friday());
    int novelty = age == 0 ? 3 : age == 1 ? 2 : 1;
    return cinema.house().taste(film) * film.draw() * novelty;
  }

  private List<DemoFilm> onOffer() {
    return Stream.concat(films.playing(week).stream(), films.classics().stream()).toList();
  }

  private Optional<DemoFilm> announced(Occasion occasion) {
    List<DemoFilm> candidates =
        switch (occasion.shows()) {
          case "stage" -> List.of(films.relayedOn(date));
          case "coming" -> suited(films.coming(week), occasion);
          case "playing" -> suited(films.playing(week), occasion);
          default -> onOffer().stream().filter(occasion::announces).toList();
        };
    return pick(candidates, film -> film.draw() * (1 + cinema.house().taste(film)));
  }

  private static List<DemoFilm> suited(List<DemoFilm> films, Occasion occasion) {
    return films.stream().filter(film -> film.strand().suits(occasion.at())).toList();
  }

  private Optional<DemoFilm> pick(List<DemoFilm> films, ToIntFunction<DemoFilm> weight) {
    return pick(films, weight, chance);
  }

  /// Draws one film, each as likely as its weight says; none where all weigh nothing.
  private static Optional<DemoFilm> pick(
      List<DemoFilm> films, ToIntFunction<DemoFilm> weight, SplittableRandom chance) {
    int[] weights = films.stream().mapToInt(weight).toArray();
    int total = IntStream.of(weights).sum();
    if (total == 0) {
      return Optional.empty();
    }
    int ticket = chance.nextInt(total);
    int drawn = 0;
    while (ticket >= weights[drawn]) {
      ticket -= weights[drawn++];
    }
    return Optional.of(films.get(drawn));
  }

  private static Attributes common(Attributes one, Attributes other) {
    return new Attributes(one.mask() & other.mask());
  }

  /// A string's hash code is specified, so the seed is the same on every machine.
  private SplittableRandom seeded(String occasion) {
    return new SplittableRandom((cinema.id() + '/' + occasion).hashCode());
  }
}
