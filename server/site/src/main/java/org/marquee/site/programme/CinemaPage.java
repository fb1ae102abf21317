package org.marquee.site.programme;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.BusinessDay;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Coverage;
import org.marquee.listing.Location;
import org.marquee.listing.Overview;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Day;
import org.marquee.listing.SourceTerms;
import org.marquee.site.common.Head;
import org.marquee.site.common.InterfaceRequest;
import org.marquee.site.common.SitePage;
import org.marquee.site.common.Visit;
import org.marquee.site.programme.AnswerReader.ListPage;
import org.marquee.site.programme.ProgrammeAnswer.CountedEntry;
import org.marquee.site.programme.ProgrammeAnswer.WantedDays;
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
  private record Week(InterfaceRequest request, ListPage<CountedEntry> page) {
    ProgrammeEntry entry() {
      return page.records().getFirst().entry();
    }

    List<Integer> showings() {
      return page.records().getFirst().showings();
    }
  }

  private @Nullable Week week(Visit visit) {
    LocalDate date = visit.day("date").orElse(null);
    // The other days are only counted, which needs their records where some are left out.
    WantedDays wanted =
        ShowingFilter.of(visit).isSet()
            ? (_, _) -> true
            : (day, number) -> date == null ? number == 0 : day.equals(date);
    Week coming = week(visit.id(), null, wanted);
    if (coming == null || date == null || holds(coming, date)) {
      return coming;
    }
    return week(visit.id(), date, wanted);
  }

  private static boolean holds(Week week, LocalDate date) {
    return week.entry().days().stream().anyMatch(day -> day.date().equals(date));
  }

  private @Nullable Week week(String id, @Nullable LocalDate date, WantedDays wanted) {
    InterfaceRequest request =
        InterfaceRequest.programme()
            .with("cinemaId", id)
            .with("date", date)
            .with("days", WEEK)
            .detailed();
    ListPage<CountedEntry> page = published.programme(request, wanted);
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
        IntStream.range(0, entry.days().size())
            .mapToObj(at -> {
              Day each = entry.days().get(at);
              int showings = filter.isSet() ? filter.count(each) : week.showings().get(at);
              return new DayTab(
                  each.date(),
                  showings,
                  each.coverage().state(),
                  links.on(each.date()).without().here(),
                  each.date().equals(day.date()));
            })
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
        visit.terms(Stream.of(entry).flatMap(each -> each.provenances().stream())),
        madeOf(week, entry.cinema(), day, zone));
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
