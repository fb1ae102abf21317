package org.marquee.v1.operation;

import java.util.List;
import java.util.function.Function;
import org.marquee.listing.Bounds;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;

/// The calendars of cinemas and films (docs/api.md, "Calendars").
public final class CalendarOperations {
  /// The name of the parameter that has a key for calendars.
  public static final String TOKEN = "token";

  private static final QueryParameter<String> TOKEN_PARAMETER =
      QueryParameter.optional(
          TOKEN,
          new ParameterType.Text(new Bounds(1, 160)),
          "YOUR-CALENDAR-KEY",
          "A key for calendars, for programs that cannot send `Authorization`. It is good for"
              + " calendars and nothing else.");

  private static final String WHAT =
      " as a calendar (RFC 5545) that programs can subscribe to: from a day ago to four weeks"
          + " ahead, at most 5,000 events. A showtime that was withdrawn stays for seven days, with"
          + " the status `CANCELLED`.";

  /// Both of them.
  public static final List<Operation> ALL =
      List.of(
          calendar(
              "getCinemaCalendar",
              "Get the calendar of a cinema",
              "Gets the showtimes of a cinema" + WHAT,
              PathTemplate.of(
                  "/v1/cinemas",
                  new PathTemplate.Id(
                      "cinemaId", ParameterType.ID, Examples.CINEMA_ID, "The cinema's id.")),
              Question.CinemaCalendar::new),
          calendar(
              "getFilmCalendar",
              "Get the calendar of a film",
              "Gets the showtimes of a film at all cinemas" + WHAT,
              PathTemplate.of(
                  "/v1/films",
                  new PathTemplate.Id(
                      "filmId", ParameterType.ID, Examples.FILM_ID, "The film's id.")),
              Question.FilmCalendar::new));

  private CalendarOperations() {}

  private static Operation calendar(
      String id,
      String summary,
      String description,
      PathTemplate record,
      Function<String, Question> question) {
    return new Operation(
            id,
            summary,
            description,
            true,
            record.followedBy("calendar.ics"),
            List.of(TOKEN_PARAMETER),
            List.of(),
            new Operation.Answer.ListOf(RecordTypes.SHOWTIME),
            given -> question.apply(given.pathId()))
        .answeringIn(MediaType.CALENDAR);
  }
}
