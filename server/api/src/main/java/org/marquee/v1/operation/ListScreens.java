package org.marquee.v1.operation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Position;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.RequestParameters;

/// "List screens observed at a cinema" (docs/api.md, "List screens").
final class ListScreens {
  private static final QueryParameter<String> CINEMA_ID =
      QueryParameter.required(
          "cinemaId",
          ParameterType.ID,
          Examples.CINEMA_ID,
          "The cinema whose screens are listed. An id that no cinema has gives an empty list.");

  private static final QueryParameter<Cursor> CURSOR =
      Paging.cursor(
          new Cursor(
              fingerprint(Examples.CINEMA_ID),
              new Position.ByName("screen 11", Examples.SCREEN_ID)));

  /// Its declaration.
  static final Operation OPERATION =
      new Operation(
          "listScreens",
          "List screens observed at a cinema",
          "Lists the screens that schedules or inventories name at a cinema, by name: Screen 2"
              + " before Screen 10. The list may be incomplete, since a schedule names only the"
              + " screens that it uses.",
          false,
          PathTemplate.of("/v1/screens"),
          List.of(CINEMA_ID, Paging.LIMIT, CURSOR),
          List.of(Paging.SAME_LIST),
          new Operation.Answer.ListOf(RecordTypes.SCREEN),
          ListScreens::question);

  private ListScreens() {}

  private static @Nullable Question question(RequestParameters given) {
    String cinemaId = given.get(CINEMA_ID);
    Question.PagePlace place =
        Paging.place(given, CURSOR, Position.ByName.class, fingerprint(cinemaId));
    return cinemaId == null ? null : new Question.Screens(cinemaId, place);
  }

  private static long fingerprint(@Nullable String cinemaId) {
    return Paging.fingerprint("screens", cinemaId);
  }
}
