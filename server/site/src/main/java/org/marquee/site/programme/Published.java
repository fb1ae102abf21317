package org.marquee.site.programme;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Coverage;
import org.marquee.listing.Film;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.Folding;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Place;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Revision;
import org.marquee.listing.ShowingCounts;
import org.marquee.listing.UnknownCentre;
import org.marquee.site.common.InterfaceRequest;
import org.marquee.site.programme.AnswerReader.ListPage;
import org.marquee.site.programme.ProgrammeAnswer.CountedEntry;
import org.marquee.site.programme.ProgrammeAnswer.WantedDays;
import org.marquee.v1.Answers;
import org.marquee.v1.Answers.Outcome;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.Violation;
import tools.jackson.core.JsonParser;

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
    return list(request, ProgrammeAnswer::programme);
  }

  /// The programme with some days that are only counted.
  ListPage<CountedEntry> programme(InterfaceRequest request, WantedDays wanted) {
    return list(request, in -> ProgrammeAnswer.programme(in, wanted));
  }

  /// What is kept of pages of a programme.
  ///
  /// @param first page
  /// @param next the cursor of what comes after; null where nothing does
  record Kept<T>(List<T> entries, ListPage<T> first, @Nullable String next) {
    /// The cinemas beside the films of a programme.
    List<ProgrammeEntry> beside() {
      return AnswerReader.listed(first.json(), "cinemas", ProgrammeAnswer::programme);
    }
  }

  /// Cinemas with what they show, page after page until there are enough that have a showing that
  /// is kept. Without a filter those that show nothing are kept, too.
  ///
  /// @param cursor of the first page; null for the beginning
  Kept<ProgrammeEntry> kept(
      InterfaceRequest request, @Nullable String cursor, int enough, ShowingFilter filter) {
    return kept(request, cursor, enough, ProgrammeAnswer::programme, filter::leaves);
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
      Function<JsonParser, T> record,
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
    for (CountedEntry each :
        programme(request.with("limit", ProgrammeQuery.LIMIT.most()), (_, _) -> false).records()) {
      Cinema cinema = each.entry().cinema();
      each.entry().days().stream()
          .filter(day -> !day.date().isBefore(from))
          .filter(day -> day.coverage().state() == Coverage.State.UNKNOWN)
          .map(day -> links.apply(day.date()).cinema(cinema.id()))
          .findFirst()
          .ifPresent(link -> venues.add(new UnknownDays.Venue(cinema.name(), link)));
    }
    return new UnknownDays(venues);
  }

  ListPage<Cinema> cinemas(InterfaceRequest request) {
    return records(request, AnswerReader::cinema);
  }

  /// The ids of all cinemas that a request finds, page after page.
  List<String> cinemaIds(InterfaceRequest request) {
    List<String> ids = new ArrayList<>();
    String next = null;
    do {
      ListPage<Cinema> page =
          cinemas(request.with("limit", Position.PAGE.most()).with("cursor", next));
      page.records().forEach(each -> ids.add(each.id()));
      next = page.next();
    } while (next != null);
    return ids;
  }

  ListPage<Film> films(InterfaceRequest request) {
    return records(request, AnswerReader::film);
  }

  /// Films by any of their titles, or a part of one, the best first.
  List<Film> searchFilms(String text, int most) {
    return answers.searchFilms(Folding.fold(text), most).films().stream()
        .flatMap(each -> film(each.id()).stream())
        .toList();
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
    return records(request, AnswerReader::chain);
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
        .map(answer -> AnswerReader.film(AnswerReader.record(answer, "data", "details")));
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

  private <T> ListPage<T> list(InterfaceRequest request, Function<JsonParser, T> record) {
    return json(request).map(json -> AnswerReader.list(json, record)).orElseGet(ListPage::empty);
  }

  private <T> ListPage<T> records(InterfaceRequest request, Function<ReadObject, T> record) {
    return list(request, in -> record.apply(AnswerReader.object(in)));
  }
}
