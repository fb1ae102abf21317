package org.marquee.v1.operation;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Position;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.ParameterType.CommaSeparated.Element;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RequestParameters;
import org.marquee.v1.declaration.Rule;

/// "List showtimes" (docs/api.md, "List showtimes").
public final class ListShowtimes {
  private static final QueryParameter<String> CINEMA_ID =
      QueryParameter.optional(
          "cinemaId",
          ParameterType.ID,
          Examples.CINEMA_ID,
          "Only showtimes at this cinema. An id that no cinema has matches nothing; the id of a"
              + " cinema that was merged into another finds that one.");

  private static final QueryParameter<String> FILM_ID =
      QueryParameter.optional(
          "filmId",
          ParameterType.ID,
          Examples.FILM_ID,
          "Only showtimes of this film. An id that no film has matches nothing; the id of a film"
              + " that was merged into another finds that one.");

  /// Ids of attributes.
  static final ParameterType<Set<Attribute>> ATTRIBUTE_ID_LIST =
      new ParameterType.CommaSeparated<>(
          "attribute ids",
          new Element<>(
              RecordTypes.ATTRIBUTE_ID,
              Attribute::find,
              Reason.UNKNOWN_VALUE,
              "no attribute has such an id; /v1/attributes lists them"),
          Attribute.ALL.size());

  private static final QueryParameter<Set<Attribute>> ATTRIBUTE_IDS =
      QueryParameter.optional(
          "attributeIds",
          ATTRIBUTE_ID_LIST,
          "audio-described",
          "Only showtimes that have all of these attributes. `/v1/attributes` lists their ids.");

  private static final QueryParameter<Instant> STARTS_AFTER =
      QueryParameter.required(
          "startsAfter",
          ParameterType.DATE_TIME,
          Examples.DAY,
          "The start of the window. A showtime that starts at this instant is in it.");

  private static final QueryParameter<Instant> STARTS_BEFORE =
      QueryParameter.required(
          "startsBefore",
          ParameterType.DATE_TIME,
          Examples.NEXT_DAY,
          "The end of the window: later than `startsAfter`, and at most "
              + Window.LONGEST.toDays()
              + " days after it. A showtime that starts at this instant is not in the window, so"
              + " windows that touch neither overlap nor miss a showtime.");

  private static final Rule NOT_EMPTY =
      new Rule(
          STARTS_BEFORE.name(), Reason.WINDOW_EMPTY, "startsBefore must be later than startsAfter");

  private static final Rule NOT_TOO_LONG =
      new Rule(
          STARTS_BEFORE.name(),
          Reason.WINDOW_TOO_LONG,
          "startsBefore may be at most " + Window.LONGEST.toDays() + " days after startsAfter");

  private static final QueryParameter<Cursor> CURSOR =
      Paging.cursor(
          new Cursor(
              fingerprint(
                  new ShowtimeQuery(
                      new Window(Instant.parse(Examples.DAY), Instant.parse(Examples.NEXT_DAY)),
                      null,
                      null,
                      Attributes.NONE)),
              new Position.ByStart(Instant.parse(Examples.START), Examples.SHOWTIME_ID)));

  /// Its declaration.
  public static final Operation OPERATION =
      new Operation(
          "listShowtimes",
          "List showtimes",
          "Lists the showtimes that start within a window, by their start and then by their id."
              + " All filters must hold. Past showtimes stay in the list.",
          false,
          PathTemplate.of("/v1/showtimes"),
          List.of(
              CINEMA_ID,
              FILM_ID,
              ATTRIBUTE_IDS,
              STARTS_AFTER,
              STARTS_BEFORE,
              Paging.LIMIT,
              CURSOR,
              Paging.INCLUDE),
          List.of(NOT_EMPTY, NOT_TOO_LONG, Paging.SAME_LIST),
          new Operation.Answer.ListOf(RecordTypes.SHOWTIME),
          ListShowtimes::question);

  private ListShowtimes() {}

  private static @Nullable Question question(RequestParameters given) {
    Window window = window(given);
    if (window == null) {
      return null;
    }
    Set<Attribute> requested = given.get(ATTRIBUTE_IDS);
    ShowtimeQuery query =
        new ShowtimeQuery(
            window,
            given.get(CINEMA_ID),
            given.get(FILM_ID),
            requested == null ? Attributes.NONE : Attributes.of(requested));
    return new Question.Showtimes(
        query, Paging.place(given, CURSOR, Position.ByStart.class, fingerprint(query)));
  }

  private static @Nullable Window window(RequestParameters given) {
    Instant after = given.get(STARTS_AFTER);
    Instant before = given.get(STARTS_BEFORE);
    if (after == null || before == null) {
      return null;
    }
    Window.WindowFault fault = Window.fault(after, before);
    if (fault == null) {
      return new Window(after, before);
    }
    given.refuse(
        switch (fault) {
          case EMPTY -> NOT_EMPTY;
          case TOO_LONG -> NOT_TOO_LONG;
        });
    return null;
  }

  private static long fingerprint(ShowtimeQuery query) {
    Window window = query.window();
    return Paging.fingerprint(
        "showtimes",
        text(window.after()) + " " + text(window.before()),
        query.cinemaId(),
        query.filmId(),
        Integer.toString(query.attributes().mask()));
  }

  private static String text(Instant instant) {
    return instant.getEpochSecond() + "." + instant.getNano();
  }
}
