package org.marquee.site.programme;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.BusinessDay;
import org.marquee.coverage.Coverage;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Location;
import org.marquee.listing.Overview;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Day;
import org.marquee.listing.SourceTerms;
import org.marquee.site.frame.Head;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;
import org.marquee.site.programme.AnswerReader.ListPage;
import org.marquee.v1.representation.ProgrammeLinkedData;

/// `/cinemas/{id}`: a cinema, a day of its programme on its own clock, and the week at a glance; in
/// short at `/embed/cinemas/{id}`.
public final class CinemaPage implements SitePage {
  private static final int WEEK = 7;

  private final Published published;
  private final Directory directory;
  private final Overview overview;

  public CinemaPage(Published published, Directory directory, Overview overview) {
    this.published = published;
    this.directory = directory;
    this.overview = overview;
  }

  /// What the page shows.
  ///
  /// @param coverage how much is known of the day, in words
  /// @param next the next day with a showing, where the day has none
  public record CinemaView(
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
      DayLinks links,
      Head head,
      List<Overview.HandCorrection> corrections,
      List<SourceTerms> terms,
      MadeOf madeOf) {
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
    // The interface would take several ids, with commas between them.
    Week week = visit.id().matches("\\w+") ? week(visit) : null;
    if (week == null) {
      return overview.isGone(visit.id())
          ? new Outcome.Gone("cinema")
          : new Outcome.Missing("cinema");
    }
    Cinema cinema = week.entry().cinema();
    if (!cinema.id().equals(visit.id())) {
      return new Outcome.Moved(visit.linkTo(cinema.id()));
    }
    CinemaView view = view(week, visit);
    return new Outcome.Shown((out, plain) -> JtecinemaGenerated.render(out, plain, visit, view));
  }

  /// Seven days from the one asked for, if that is not within the next seven.
  private record Week(InterfaceRequest request, ListPage<ProgrammeEntry> page) {
    ProgrammeEntry entry() {
      return page.records().getFirst();
    }
  }

  private @Nullable Week week(Visit visit) {
    LocalDate date = visit.day("date").orElse(null);
    Week coming = week(visit.id(), null);
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
        InterfaceRequest.programme()
            .with("cinemaId", id)
            .with("date", date)
            .with("days", WEEK)
            .detailed();
    ListPage<ProgrammeEntry> page = published.programme(request);
    return page.records().isEmpty() ? null : new Week(request, page);
  }

  private CinemaView view(Week week, Visit visit) {
    ProgrammeEntry entry = week.entry();
    ZoneId zone = entry.clock();
    LocalDate date = visit.day("date").orElse(entry.days().getFirst().date());
    Day day =
        entry.days().stream()
            .filter(each -> each.date().equals(date))
            .findFirst()
            .orElse(entry.days().getFirst());
    ShowingFilter filter = ShowingFilter.of(visit);
    Location location = entry.cinema().location();
    List<Object> place =
        location.latitude() == null ? List.of() : List.of("q", location.postcode());
    DayLinks links = new DayLinks(day.date(), filter, place, visit);
    List<DayTab> tabs =
        entry.days().stream()
            .map(each ->
                new DayTab(
                    each.date(),
                    filter.count(each),
                    each.coverage().state(),
                    links.on(each.date()).without().here(),
                    each.date().equals(day.date())))
            .toList();
    List<ShownFilm> films = filter.films(day, zone, visit.now());
    return new CinemaView(
        entry.cinema(),
        zone,
        visit.today(List.of(entry)),
        day.date(),
        tabs,
        films,
        Timeline.of(films, day.date(), zone),
        day.coverage().state(),
        CoverageWords.of(day.coverage(), !day.films().isEmpty(), filter, zone, visit),
        tabs.stream()
            .filter(each -> each.date().isAfter(day.date()) && each.showings() > 0)
            .findFirst(),
        chain(entry.cinema()),
        links,
        head(entry.cinema(), day, visit),
        overview.correctionsOf(entry.cinema().id()),
        visit.terms(shown(entry, day).provenances().stream()),
        madeOf(week, entry.cinema(), day, zone));
  }

  private static ProgrammeEntry shown(ProgrammeEntry entry, Day day) {
    return new ProgrammeEntry(entry.cinema(), entry.clock(), entry.kilometres(), List.of(day));
  }

  /// The page is known by its address without a day, and has the data of the day that it shows.
  private Head head(Cinema cinema, Day day, Visit visit) {
    InterfaceRequest shown =
        InterfaceRequest.programme()
            .with("cinemaId", cinema.id())
            .with("date", day.date())
            .detailed();
    return new Head(
        visit.link("/cinemas/" + cinema.id()),
        visit.text("head.cinema", cinema.name(), cinema.location().locality()),
        null,
        published.json(shown).map(ProgrammeLinkedData::ofAnswer).orElse(null));
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
    return MadeOf.of(week.request(), week.page().first())
        .with("CSV", showtimes.target(".csv"))
        .with("iCalendar", "/v1/cinemas/" + cinema.id() + "/calendar.ics");
  }
}
