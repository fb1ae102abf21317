package org.marquee.site.programme;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Overview;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ShowingCounts.FilmDay;
import org.marquee.listing.SourceTerms;
import org.marquee.listing.Window;
import org.marquee.site.common.InterfaceRequest;
import org.marquee.site.common.SitePage;
import org.marquee.site.common.Visit;
import org.marquee.site.programme.AnswerReader.ListPage;

/// `/films/{id}`: a film, the days of its run, and the cinemas that show it on one of them.
public final class FilmPage implements SitePage {
  private static final int CINEMAS = 10;

  private final Published published;
  private final Directory directory;
  private final Overview overview;

  public FilmPage(Published published, Directory directory, Overview overview) {
    this.published = published;
    this.directory = directory;
    this.overview = overview;
  }

  /// A cinema that shows the film on the day.
  public record Venue(Cinema cinema, @Nullable Double kilometres, ShownFilm film) {}

  /// What the page shows.
  ///
  /// @param q the place as sent, for the field
  /// @param next the next day with a showing, where the day has none
  /// @param more the address of the next cinemas; empty where there are none
  public record View(
      Film film,
      LocalDate date,
      FilmCalendar calendar,
      List<Venue> venues,
      ShowingFilter filter,
      String q,
      Optional<FilmDay> next,
      String more,
      List<Overview.HandCorrection> corrections,
      List<SourceTerms> terms,
      MadeOf madeOf) {
    /// Whether a place was asked for that is not known, so that the cinemas are those of
    /// everywhere.
    public boolean isPlaceUnknown() {
      return !q.isEmpty() && venues.stream().anyMatch(each -> each.kilometres() == null);
    }
  }

  @Override
  public Outcome show(Visit visit) {
    Optional<Film> found = published.film(visit.id());
    if (found.isEmpty()) {
      return overview.isGone(visit.id()) ? new Outcome.Gone("film") : new Outcome.Missing("film");
    }
    Film film = found.get();
    if (!film.id().equals(visit.id())) {
      return new Outcome.Moved(visit.link("/films/" + film.id()));
    }
    View view = view(film, visit);
    return new Outcome.Shown((out, plain) -> JtefilmpageGenerated.render(out, plain, visit, view));
  }

  private View view(Film film, Visit visit) {
    Optional<LocalDate> wanted = visit.day("date");
    LocalDate likely = wanted.orElse(visit.today(List.of()));
    ListPage<ProgrammeEntry> first = page(film, likely, visit);
    LocalDate today = visit.today(first.records());
    List<FilmDay> days = days(film, today);
    LocalDate date = wanted.or(() -> days.stream().findFirst().map(FilmDay::date)).orElse(today);
    ListPage<ProgrammeEntry> page = date.equals(likely) ? first : page(film, date, visit);
    ShowingFilter filter = ShowingFilter.of(visit);
    return new View(
        film,
        date,
        FilmCalendar.of(days, date),
        venues(page, filter, visit),
        filter,
        visit.parameter("q").orElse(""),
        days.stream().filter(each -> each.date().isAfter(date)).findFirst(),
        page.next() == null
            ? ""
            : filter.link(
                "/films/" + film.id(),
                date,
                visit,
                "q",
                visit.parameter("q").orElse(""),
                "cursor",
                page.next()),
        overview.correctionsOf(film.id()),
        visit.terms(
            Stream.concat(
                Stream.of(film.provenance()),
                page.records().stream().flatMap(each -> each.provenances().stream()))),
        MadeOf.of(asked(film, date, visit), page.first())
            .with("CSV", month(date).with("filmId", film.id()).target(".csv"))
            .with("iCalendar", "/v1/films/" + film.id() + "/calendar.ics"));
  }

  /// As many days as a list may reach over.
  private static InterfaceRequest month(LocalDate date) {
    Instant begin = date.atStartOfDay(ZoneOffset.UTC).toInstant();
    return InterfaceRequest.showtimes(begin, begin.plus(Window.LONGEST));
  }

  private InterfaceRequest asked(Film film, LocalDate date, Visit visit) {
    InterfaceRequest all =
        InterfaceRequest.programme().with("filmId", film.id()).with("date", date);
    return NearPlace.of(visit, directory)
        .map(each -> each.around(all).with("radiusKm", 100))
        .orElse(all)
        .with("limit", CINEMAS);
  }

  private ListPage<ProgrammeEntry> page(Film film, LocalDate date, Visit visit) {
    String cursor = visit.parameter("cursor").orElse(null);
    return published.programme(asked(film, date, visit).with("cursor", cursor));
  }

  /// Without the database the page has no calendar; what memory holds is shown all the same.
  private List<FilmDay> days(Film film, LocalDate from) {
    try {
      return published.count(all -> all.daysOf(film.id(), from));
    } catch (ListingsUnavailable _) {
      return List.of();
    }
  }

  private static List<Venue> venues(
      ListPage<ProgrammeEntry> page, ShowingFilter filter, Visit visit) {
    return page.records().stream()
        .flatMap(entry ->
            filter.films(entry.days().getFirst(), entry.clock(), visit.now()).stream()
                .map(film -> new Venue(entry.cinema(), entry.kilometres(), film)))
        .toList();
  }
}
