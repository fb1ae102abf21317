package org.marquee.site.programme;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Film;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Place;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Revision;
import org.marquee.listing.ShowingCounts;
import org.marquee.listing.UnknownCentre;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.programme.AnswerReader.ListPage;
import org.marquee.v1.Answers;
import org.marquee.v1.Answers.Outcome;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.Violation;

/// What is published, asked of the interface within the program. Each call may block.
public final class Published {
  /// So many pages are looked through for what a filter leaves.
  private static final int MOST_PAGES = 10;

  private final Answers answers;

  public Published(Answers answers) {
    this.answers = answers;
  }

  /// Counts showtimes.
  ShowingCounts counts() {
    return answers.counts();
  }

  /// The newest state of the data.
  ///
  /// @throws ListingsUnavailable if it cannot be reached
  Revision revision() {
    return answers.revision();
  }

  /// Cinemas with what they show.
  ///
  /// @throws ListingsUnavailable if the data cannot be reached, as every method here
  /// @throws UnknownCentre if no cinema has the postcode asked for
  ListPage<ProgrammeEntry> programme(InterfaceRequest request) {
    return list(request, ProgrammeAnswer::byCinema);
  }

  /// What is kept of pages of a programme.
  ///
  /// @param first page
  /// @param next the cursor of what comes after; null where nothing does
  record Kept<T>(List<T> entries, ListPage<T> first, @Nullable String next) {
    /// The cinemas beside the films of a programme.
    List<ProgrammeEntry> beside() {
      return ProgrammeAnswer.list(first.answer(), "cinemas").stream()
          .map(ProgrammeAnswer::byCinema)
          .toList();
    }
  }

  /// Cinemas with what they show, page after page until there are enough that have a showing that
  /// is kept. Without a filter those that show nothing are kept, too.
  ///
  /// @param cursor of the first page; null for the beginning
  Kept<ProgrammeEntry> kept(
      InterfaceRequest request, @Nullable String cursor, int enough, ShowingFilter filter) {
    return kept(request, cursor, enough, ProgrammeAnswer::byCinema, filter::leaves);
  }

  /// The same for films with their cinemas.
  Kept<FilmEntry> keptFilms(
      InterfaceRequest request, @Nullable String cursor, int enough, ShowingFilter filter) {
    return kept(request, cursor, enough, ProgrammeAnswer::byFilm, filter::leaves);
  }

  private <T> Kept<T> kept(
      InterfaceRequest request,
      @Nullable String cursor,
      int enough,
      Function<ReadObject, T> record,
      Predicate<T> leaves) {
    ListPage<T> page = list(request.with("cursor", cursor), record);
    ListPage<T> first = page;
    List<T> kept = new ArrayList<>();
    page.records().stream().filter(leaves).forEach(kept::add);
    for (int pages = 1;
        page.next() != null && kept.size() < enough && pages < MOST_PAGES;
        pages++) {
      page = list(request.with("cursor", page.next()), record);
      page.records().stream().filter(leaves).forEach(kept::add);
    }
    return new Kept<>(kept, first, page.next());
  }

  /// The cinemas of a programme of which nothing is known on a day.
  ///
  /// @param from days before do not matter
  /// @param links of a day
  UnknownDays unknown(
      InterfaceRequest request, LocalDate from, Function<LocalDate, DayLinks> links) {
    List<UnknownDays.Venue> venues = new ArrayList<>();
    for (ProgrammeEntry each :
        programme(request.with("limit", ProgrammeQuery.LIMIT.most())).records()) {
      Cinema cinema = each.cinema();
      each.days().stream()
          .filter(day -> !day.date().isBefore(from))
          .filter(day -> day.coverage().state() == Coverage.State.UNKNOWN)
          .map(day -> links.apply(day.date()).cinema(cinema.id()))
          .findFirst()
          .ifPresent(link -> venues.add(new UnknownDays.Venue(cinema.name(), link)));
    }
    return new UnknownDays(venues);
  }

  ListPage<Cinema> cinemas(InterfaceRequest request) {
    return list(request, AnswerReader::cinema);
  }

  ListPage<Film> films(InterfaceRequest request) {
    return list(request, AnswerReader::film);
  }

  /// The places that words fit best.
  List<Place.Found> searchPlaces(String text, int most) {
    return answers.searchPlaces(text, most);
  }

  /// All films by their titles, in the order of their list.
  public List<Film.Titles> titles() {
    return answers.films();
  }

  ListPage<Chain> chains(InterfaceRequest request) {
    return list(request, AnswerReader::chain);
  }

  /// A film, or the one that it was merged into.
  Optional<Film> film(String id) {
    return film(InterfaceRequest.film(id));
  }

  /// The same with its details.
  Optional<Film> detailedFilm(String id) {
    return film(InterfaceRequest.film(id).detailed());
  }

  private Optional<Film> film(InterfaceRequest request) {
    return json(request)
        .map(json -> ReadObject.of(JsonTree.own(json)))
        .map(answer -> AnswerReader.film(answer.object("data"), answer.find("details")));
  }

  /// The body of the answer, in JSON; empty where there is no such record.
  Optional<byte[]> json(InterfaceRequest request) {
    return switch (answers.answer(request.operation(), request.id(), request.parameters())) {
      case Outcome.Answered(byte[] json) -> Optional.of(json);
      case Outcome.Missing() -> Optional.empty();
      case Outcome.Unavailable() -> throw new ListingsUnavailable("the data cannot be read", null);
      case Outcome.Faulty(List<Violation> violations)
          when violations.getFirst().reason() == Reason.UNKNOWN_POSTCODE ->
          throw new UnknownCentre(new CinemaQuery.Centre.Postcode(request.toString()));
      // A cursor of another list, or one that somebody made up: the page begins at the beginning.
      case Outcome.Faulty _ when !request.without("cursor").equals(request) ->
          json(request.without("cursor"));
      // Nothing has an id that is longer than an id may be.
      case Outcome.Faulty(List<Violation> violations)
          when violations.stream().allMatch(each -> each.reason() == Reason.TOO_LONG) ->
          Optional.empty();
      case Outcome other -> throw new IllegalArgumentException(request + ": " + other);
    };
  }

  private <T> ListPage<T> list(InterfaceRequest request, Function<ReadObject, T> record) {
    return json(request).map(json -> AnswerReader.list(json, record)).orElseGet(ListPage::empty);
  }
}
