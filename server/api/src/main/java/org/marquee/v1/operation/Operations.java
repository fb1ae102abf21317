package org.marquee.v1.operation;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.marquee.listing.Position;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.RecordType;

/// The operations (docs/api.md, "Operations").
public final class Operations {
  private static final Operation LIST_CHAINS =
      list(
          "listChains",
          "List cinema chains",
          "Lists all cinema chains by name.",
          "chains",
          RecordTypes.CHAIN,
          new Position.ByName("penny lantern", Examples.CHAIN_ID),
          Question.Chains::new);

  private static final Operation LIST_ATTRIBUTES =
      list(
          "listAttributes",
          "List showtime attributes",
          "Lists the twelve attributes that a showtime may have. They never change within `/v1`.",
          "attributes",
          RecordTypes.ATTRIBUTE,
          new Position.ByName("0", "imax"),
          Question.AttributeList::new);

  private static final Operation GET_FILM =
      new Operation(
          "getFilm",
          "Get a film",
          "Gets one film.",
          false,
          PathTemplate.of(
              "/v1/films",
              new PathTemplate.Id(
                  "filmId",
                  ParameterType.ID,
                  Examples.FILM_ID,
                  "The film's id. The id of a film that was merged into another finds that one.")),
          List.of(Paging.INCLUDE),
          List.of(),
          new Operation.Answer.One(RecordTypes.FILM),
          given -> new Question.OneFilm(given.pathId(), Paging.details(given)));

  private static final Operation GET_CINEMA =
      new Operation(
          "getCinema",
          "Get a cinema",
          "Gets one cinema.",
          false,
          PathTemplate.of(
              "/v1/cinemas",
              new PathTemplate.Id(
                  "cinemaId",
                  ParameterType.ID,
                  Examples.CINEMA_ID,
                  "The cinema's id. The id of a cinema that was merged into another finds that"
                      + " one.")),
          List.of(Paging.INCLUDE),
          List.of(),
          new Operation.Answer.One(RecordTypes.CINEMA),
          given -> new Question.OneCinema(given.pathId(), Paging.details(given)));

  /// All that answer in JSON, in the order of the interface. [RowOperations], [CalendarOperations],
  /// [BulkOperations] and [UsageOperation] have the others.
  public static final List<Operation> ALL =
      List.of(
          inRows(ListShowtimes.OPERATION),
          inRows(LIST_ATTRIBUTES),
          GET_FILM,
          inRows(ListFilms.OPERATION),
          GET_CINEMA,
          inRows(SearchCinemas.OPERATION),
          inRows(ListScreens.OPERATION),
          inRows(LIST_CHAINS),
          ListProgramme.OPERATION,
          SearchPlaces.OPERATION,
          ListChanges.OPERATION);

  private Operations() {}

  /// The one of them with an id.
  public static Operation withId(String id) {
    return ALL.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
  }

  /// All of them, and those that answer in other forms or about the caller: lists as rows,
  /// calendars, bulk files, usage.
  public static List<Operation> inEveryForm() {
    return Stream.of(
            ALL,
            RowOperations.ALL,
            CalendarOperations.ALL,
            BulkOperations.ALL,
            List.of(UsageOperation.OPERATION))
        .flatMap(List::stream)
        .toList();
  }

  /// A list that is also there as CSV and as lines of JSON.
  private static Operation inRows(Operation list) {
    return list.offering(MediaType.CSV, MediaType.NDJSON);
  }

  /// A list without filters.
  private static Operation list(
      String id,
      String summary,
      String description,
      String name,
      RecordType type,
      Position example,
      Function<Question.PagePlace, Question> question) {
    long fingerprint = Paging.fingerprint(name);
    QueryParameter<Cursor> cursor = Paging.cursor(new Cursor(fingerprint, example));
    return new Operation(
        id,
        summary,
        description,
        false,
        PathTemplate.of("/v1/" + name),
        List.of(Paging.LIMIT, cursor),
        List.of(Paging.SAME_LIST),
        new Operation.Answer.ListOf(type),
        given -> question.apply(Paging.place(given, cursor, Position.ByName.class, fingerprint)));
  }
}
