package org.marquee.site.programme;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.BusinessDay;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Overview;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.ShowingCounts.FilmDay;
import org.marquee.listing.SourceTerms;
import org.marquee.listing.Window;
import org.marquee.site.frame.Head;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;
import org.marquee.site.programme.NearPage.Tap;
import org.marquee.v1.representation.ProgrammeLinkedData;

/// `/films/{id}`: a film, the days of its run, and the cinemas that show it on one of them; in
/// short at `/embed/films/{id}`.
public final class FilmPage implements SitePage {
  private static final int CINEMAS = 10;
  private static final int RADIUS = 100;
  private static final int WEEK = 7;

  private final Published published;
  private final Directory directory;
  private final Overview overview;

  public FilmPage(Published published, Directory directory, Overview overview) {
    this.published = published;
    this.directory = directory;
    this.overview = overview;
  }

  /// A cinema that shows the film on the day.
  ///
  /// @param links to the day
  public record Venue(Cinema cinema, @Nullable Double kilometres, DayLinks links, ShownFilm film) {}

  /// What the page shows.
  ///
  /// @param place that was asked for
  /// @param unknown the cinemas that may show it: nothing is known of their day
  /// @param next the next day with a showing, where the day has none
  /// @param more the address of the next cinemas; empty where there are none
  public record FilmView(
      Film film,
      DayLinks links,
      FilmPlace place,
      FilmCalendar calendar,
      List<Venue> venues,
      UnknownDays unknown,
      Optional<FilmDay> next,
      String more,
      Head head,
      List<Overview.HandCorrection> corrections,
      List<SourceTerms> terms,
      MadeOf madeOf) {}

  /// The place that was asked for, as the form and a line below it have it.
  ///
  /// @param q as sent
  /// @param latitude as sent; empty without a position
  /// @param note what became of it, in words; empty without a place
  /// @param choices where it may be one of several
  public record FilmPlace(
      String q, String latitude, String longitude, String note, List<Tap> choices) {}

  @Override
  public Outcome show(Visit visit) {
    Optional<Film> found = published.detailedFilm(visit.id());
    if (found.isEmpty()) {
      return overview.isGone(visit.id()) ? new Outcome.Gone("film") : new Outcome.Missing("film");
    }
    if (Coordinates.areTooExact(visit)) {
      return new Outcome.Elsewhere(Coordinates.rounded(visit));
    }
    Film film = found.get();
    if (!film.id().equals(visit.id())) {
      return new Outcome.Moved(visit.linkTo(film.id()));
    }
    FilmView view = view(film, visit);
    return new Outcome.Shown((out, plain) -> JtefilmpageGenerated.render(out, plain, visit, view));
  }

  private FilmView view(Film film, Visit visit) {
    MeantPlace places = MeantPlace.of(visit, directory);
    Optional<NearPlace> place = places.only();
    ShowingFilter filter = ShowingFilter.of(visit);
    List<FilmDay> days = published.counts().daysOf(film.id(), visit.now(), filter.which());
    LocalDate date = visit.day("date").orElseGet(() -> firstDay(film, days, place, visit));
    DayLinks links =
        new DayLinks(date, filter, place.map(NearPlace::parameters).orElse(List.of()), visit);
    InterfaceRequest request = filter.of(asked(film, date, place)).with("limit", CINEMAS);
    Published.Kept<ProgrammeEntry> page =
        published.kept(request, visit.parameter("cursor").orElse(null), CINEMAS, filter);
    return new FilmView(
        film,
        links,
        filmPlace(places, links),
        FilmCalendar.of(days, date),
        venues(page.entries(), links),
        unknown(film, place, links),
        days.stream().filter(each -> each.date().isAfter(date)).findFirst(),
        page.next() == null ? "" : links.here("cursor", page.next()),
        head(film, request, visit)
            .withFeed(place.map(each -> NewFilmsFeed.address(each, film.id(), visit)).orElse("")),
        overview.correctionsOf(film.id()),
        visit.terms(
            Stream.concat(
                Stream.of(film.provenance()),
                page.entries().stream().flatMap(each -> each.provenances().stream()))),
        MadeOf.of(request, page.first().first())
            .with("CSV", month(date).with("filmId", film.id()).target(".csv"))
            .with("iCalendar", "/v1/films/" + film.id() + "/calendar.ics"));
  }

  /// Showtimes of as many days as a list may have.
  private static InterfaceRequest month(LocalDate date) {
    Instant begin = date.atStartOfDay(ZoneOffset.UTC).toInstant();
    return InterfaceRequest.showtimes(begin, begin.plus(Window.LONGEST));
  }

  private static InterfaceRequest asked(Film film, LocalDate date, Optional<NearPlace> place) {
    return around(InterfaceRequest.programme(), place).with("filmId", film.id()).with("date", date);
  }

  private static InterfaceRequest around(InterfaceRequest request, Optional<NearPlace> place) {
    return place.map(each -> each.around(request).with("radiusKm", RADIUS)).orElse(request);
  }

  /// The first day with a showing that is ahead, none before today at a place; else today.
  private LocalDate firstDay(
      Film film, List<FilmDay> days, Optional<NearPlace> place, Visit visit) {
    LocalDate likely = BusinessDay.of(visit.now(), ZoneOffset.UTC);
    List<ProgrammeEntry> first =
        place.isEmpty() && !days.isEmpty()
            ? List.of()
            : published.programme(asked(film, likely, place).with("limit", 1)).records();
    LocalDate today =
        first.isEmpty() ? LocalDate.MIN : BusinessDay.of(visit.now(), visit.clock(first));
    return days.stream()
        .map(FilmDay::date)
        .filter(each -> !each.isBefore(today))
        .findFirst()
        .orElse(first.isEmpty() ? likely : today);
  }

  private static FilmPlace filmPlace(MeantPlace places, DayLinks links) {
    Visit visit = links.visit();
    String q = visit.parameter("q").orElse("");
    List<Tap> choices =
        places.choices().stream()
            .map(each -> {
              DayLinks there = new DayLinks(links.date(), links.filter(), each.parameters(), visit);
              return new Tap(each.name(), there.here(), false);
            })
            .toList();
    String unknown =
        q.isEmpty() ? "" : visit.text(choices.isEmpty() ? "near.unknown" : "near.several", q);
    NearPlace place = places.only().orElse(null);
    if (place == null) {
      return new FilmPlace(q, "", "", unknown, choices);
    }
    return place.q().isEmpty()
        ? new FilmPlace(q, place.latitude(), place.longitude(), visit.text("near.here"), choices)
        : new FilmPlace(q, "", "", place.centre().text(visit), choices);
  }

  /// Those around a place, or all where they are few; else those that show it in the days before.
  private UnknownDays unknown(Film film, Optional<NearPlace> place, DayLinks links) {
    LocalDate date = links.date();
    List<Cinema> all = directory.cinemas();
    boolean few = all.size() <= ProgrammeQuery.MOST_CINEMAS && !all.isEmpty();
    String ids = all.stream().map(Cinema::id).collect(Collectors.joining(","));
    InterfaceRequest request = around(InterfaceRequest.programme(), place);
    if (place.isPresent()) {
      request = request.with("date", date);
    } else if (few) {
      request = request.with("cinemaId", ids).with("date", date);
    } else {
      // Not before today, which memory has.
      LocalDate today = BusinessDay.of(links.visit().now(), ZoneOffset.UTC);
      long ahead = Math.clamp(today.until(date, ChronoUnit.DAYS), 0, WEEK - 1);
      LocalDate from = date.minusDays(ahead);
      request = request.with("filmId", film.id()).with("date", from).with("days", ahead + 1);
    }
    return published.unknown(request, date, links::on);
  }

  private Head head(Film film, InterfaceRequest shown, Visit visit) {
    return new Head(
        visit.link("/films/" + film.id()),
        visit.text("head.film", film.title()),
        film.posterUrl(),
        published.json(shown).map(ProgrammeLinkedData::ofAnswer).orElse(null));
  }

  private static List<Venue> venues(List<ProgrammeEntry> entries, DayLinks links) {
    ShowingFilter filter = links.filter();
    Visit visit = links.visit();
    return entries.stream()
        .flatMap(entry ->
            filter.films(entry.days().getFirst(), entry.clock(), visit.now()).stream()
                .map(film -> new Venue(entry.cinema(), entry.kilometres(), links, film)))
        .toList();
  }
}
