package org.marquee.v1;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.marquee.access.Gate;
import org.marquee.calendar.CalendarWriter;
import org.marquee.calendar.Calendars;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Response;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Window;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Entrance;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.operation.CalendarOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers requests for calendars (docs/api.md, "Calendars"), from the database: programs that
/// subscribe ask once an hour.
public final class CalendarAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(CalendarAnswers.class);
  private static final Duration BACK = Duration.ofDays(1);
  private static final Duration AHEAD = Duration.ofDays(28);
  private static final Duration WITHDRAWN_STAY = Duration.ofDays(7);
  private static final int MOST_EVENTS = 5_000;

  private final Calendars calendars;
  private final Entrance entrance;
  private final Executor reading;
  private final InstantSource clock;

  /// @param calendars may block
  /// @param reading runs what may block
  /// @param clock the time from which the weeks count
  public CalendarAnswers(
      Calendars calendars, Gate gate, Gateway gateway, Executor reading, InstantSource clock) {
    this.calendars = calendars;
    entrance = new Entrance(gate, gateway);
    this.reading = reading;
    this.clock = clock;
  }

  /// Adds the calendars to the routes of a port.
  public void addTo(Router.Builder routes) {
    for (Operation operation : CalendarOperations.ALL) {
      routes.get(
          operation.route(),
          (request, reply) ->
              entrance.admitToCalendar(
                  request,
                  reply,
                  caller ->
                      Entrance.read(
                          operation,
                          caller,
                          question ->
                              reply.sendFrom(
                                  reading, request, () -> answer(operation, question, caller)))));
    }
  }

  private Response answer(Operation operation, Question question, Caller caller) {
    Calendars.Range range = range();
    Optional<Calendars.Contents> found;
    try {
      found = find(question, range);
    } catch (ListingsUnavailable e) {
      LOG.atWarn().addKeyValue("requestId", caller.request().id()).log(e.getMessage());
      return caller.rated(Errors.unavailable(caller.request()));
    }
    if (found.isEmpty()) {
      return caller.rated(Errors.noSuchRecord(caller.request()));
    }
    byte[] written = CalendarWriter.write(found.get(), range);
    OutputBuffer body = new OutputBuffer(written.length).add(written);
    return new Finishing(entrance.gate()).finish(operation, caller, MediaType.CALENDAR, body);
  }

  private Optional<Calendars.Contents> find(Question question, Calendars.Range range) {
    return switch (question) {
      case Question.CinemaCalendar(String id) -> calendars.ofCinema(id, range);
      case Question.FilmCalendar(String id) -> calendars.ofFilm(id, range);
      default -> throw new IllegalArgumentException("not a question for a calendar: " + question);
    };
  }

  /// By whole hours, so that a calendar does not change with every second.
  private Calendars.Range range() {
    Instant now = clock.instant().truncatedTo(ChronoUnit.HOURS);
    return new Calendars.Range(
        new Window(now.minus(BACK), now.plus(AHEAD)), now.minus(WITHDRAWN_STAY), MOST_EVENTS);
  }
}
