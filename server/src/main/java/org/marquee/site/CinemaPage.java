package org.marquee.site;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.BusinessDay;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Coverage;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Day;
import org.marquee.site.AnswerReader.ListPage;

/// `/cinemas/{id}`: a cinema, a day of its programme on its own clock, and the week at a glance.
final class CinemaPage implements SitePage {
  private static final int WEEK = 7;

  private final Published published;
  private final Directory directory;
  private final Overview overview;

  CinemaPage(Published published, Directory directory, Overview overview) {
    this.published = published;
    this.directory = directory;
    this.overview = overview;
  }

  /// What the page shows.
  ///
  /// @param coverage how much is known of the day, in words
  /// @param next the next day with a showing, where the day has none
  public record View(
      Cinema cinema,
      ZoneId zone,
      LocalDate today,
      LocalDate date,
      List<DayTab> week,
      List<ShownFilm> films,
      Timeline timeline,
      Coverage.State state,
      String coverage,
      Optional<DayTab> next,
      Optional<Chain> chain,
      ShowingFilter filter,
      MadeOf madeOf) {
    /// Whether the day has a name of its own: today, tomorrow.
    public boolean isNamedDay() {
      return !date.isBefore(today) && date.isBefore(today.plusDays(2));
    }

    /// Rounded as positions in addresses are.
    public String nearLatitude() {
      return Coordinates.written(cinema.location().latitude());
    }

    /// Rounded as positions in addresses are.
    public String nearLongitude() {
      return Coordinates.written(cinema.location().longitude());
    }
  }

  @Override
  public Outcome show(Visit visit) {
    Week week = week(visit);
    if (week == null) {
      return overview.isGone(visit.id())
          ? new Outcome.Shown(
              410, (out, plain) -> JtegoneGenerated.render(out, plain, visit, "cinema"))
          : new Outcome.Missing("cinema");
    }
    Cinema cinema = week.entry().cinema();
    if (!cinema.id().equals(visit.id())) {
      return new Outcome.Moved(visit.link("/cinemas/" + cinema.id()));
    }
    View view = view(week, visit);
    return new Outcome.Shown((out, plain) -> JtecinemaGenerated.render(out, plain, visit, view));
  }

  /// Seven days from the one asked for, if that is not within the next seven.
  private record Week(InterfaceRequest request, ListPage<ProgrammeEntry> page) {
    ProgrammeEntry entry() {
      return page.records().getFirst();
    }
  }

  private @Nullable Week week(Visit visit) {
    Week coming = week(visit.id(), null);
    LocalDate date = visit.day("date").orElse(null);
    if (coming == null || date == null || holds(coming, date)) {
      return coming;
    }
    return week(visit.id(), date);
  }

  private static boolean holds(Week week, LocalDate date) {
    return week.entry().days().stream().anyMatch(day -> day.date().equals(date));
  }

  private @Nullable Week week(String id, @Nullable LocalDate date) {
    InterfaceRequest request =
        InterfaceRequest.programme().with("cinemaId", id).with("date", date).with("days", WEEK);
    ListPage<ProgrammeEntry> page = published.programme(request);
    return page.records().isEmpty() ? null : new Week(request, page);
  }

  private View view(Week week, Visit visit) {
    ProgrammeEntry entry = week.entry();
    ZoneId zone = entry.clock();
    LocalDate date = visit.day("date").orElse(entry.days().getFirst().date());
    Day day =
        entry.days().stream()
            .filter(each -> each.date().equals(date))
            .findFirst()
            .orElse(entry.days().getFirst());
    ShowingFilter filter = ShowingFilter.of(visit);
    List<DayTab> tabs =
        entry.days().stream().map(each -> tab(each, day, entry.cinema(), filter, visit)).toList();
    List<ShownFilm> films = filter.films(day, zone, visit.now());
    return new View(
        entry.cinema(),
        zone,
        BusinessDay.of(visit.now(), zone),
        day.date(),
        tabs,
        films,
        Timeline.of(films, day.date(), zone),
        day.coverage().state(),
        CoverageWords.of(day.coverage(), !day.films().isEmpty(), zone, visit),
        tabs.stream()
            .filter(each -> each.date().isAfter(day.date()) && each.showings() > 0)
            .findFirst(),
        chain(entry.cinema()),
        filter,
        madeOf(week, entry.cinema(), day, zone));
  }

  private static DayTab tab(
      Day each, Day selected, Cinema cinema, ShowingFilter filter, Visit visit) {
    return new DayTab(
        each.date(),
        filter.count(each),
        each.coverage().state(),
        filter.link("/cinemas/" + cinema.id(), each.date(), visit),
        each.equals(selected));
  }

  private Optional<Chain> chain(Cinema cinema) {
    String id = cinema.chainId();
    return id == null ? Optional.empty() : directory.chain(id);
  }

  private static MadeOf madeOf(Week week, Cinema cinema, Day day, ZoneId zone) {
    InterfaceRequest showtimes =
        InterfaceRequest.showtimes(
                BusinessDay.start(day.date(), zone), BusinessDay.end(day.date(), zone))
            .with("cinemaId", cinema.id());
    return MadeOf.programme(week.request(), week.page().first())
        .with("CSV", showtimes.target(".csv"))
        .with("iCalendar", "/v1/cinemas/" + cinema.id() + "/calendar.ics");
  }
}
