package org.marquee.v1;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.marquee.access.Gate;
import org.marquee.http.handler.Handler;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.ListingsUnusable;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.UnknownCentre;
import org.marquee.page.MemoryPages;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageSource;
import org.marquee.page.Pages;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Entrance;
import org.marquee.v1.answer.Envelopes;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.answer.KeptAnswers;
import org.marquee.v1.changes.Followers;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.Violation;
import org.marquee.v1.operation.ListChanges;
import org.marquee.v1.operation.Operations;
import org.marquee.v1.operation.RowOperations;
import org.marquee.v1.operation.SearchCinemas;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The operations below `/v1`: checks in the order of docs/api.md, "Order of checks" (key, rate,
/// entitlement, route, parameters, data, record), then answers.
///
/// What is in memory is answered at once, on the event loop: that takes less time than to hand it
/// to another thread. Long programmes are written elsewhere, films, cinemas and places are searched
/// there, and days before those in memory are read from the database.
public final class Api {
  private static final Logger LOG = LoggerFactory.getLogger(Api.class);

  /// A programme of more days of cinemas is not written on an event loop: other connections would
  /// wait for its megabytes to be written and compressed. Nor is one by film, for which all cinemas
  /// of the place are read.
  private static final int MOST_DAYS_ON_LOOP = 10 * ProgrammeQuery.DAYS.most();

  /// A buffer that one large answer has made larger is not kept.
  private static final int LARGEST_BUFFER = 1 << 20;

  private final MemoryFirst sources;
  private final Entrance entrance;
  private final PageAnswers pageAnswers;
  private final Followers followers;
  private final Executor reading;
  private final WholeLists wholeLists;
  private final Answers answers;

  /// A buffer for each event loop, used for one answer after the other: memory that is always at
  /// hand.
  private final ThreadLocal<OutputBuffer> buffers = ThreadLocal.withInitial(Envelopes::buffer);

  private final LongAdder fromMemory = new LongAdder();
  private final LongAdder fromDatabase = new LongAdder();

  /// @param stored showtimes and programmes of days before those in memory; may block
  /// @param reading runs what may block, which no event loop may
  /// @param clock the time, for answers that depend on it
  /// @param keptBytes of memory for answers that may be asked for again
  /// @param followers answers requests for changes
  public Api(
      MemoryPages memory,
      PageSource stored,
      Gate gate,
      Gateway gateway,
      Executor reading,
      InstantSource clock,
      long keptBytes,
      Followers followers) {
    sources = new MemoryFirst(memory, stored, clock);
    entrance = new Entrance(gate, gateway);
    this.reading = reading;
    this.followers = followers;
    pageAnswers = new PageAnswers(new Finishing(gate), new KeptAnswers(keptBytes), clock);
    wholeLists = new WholeLists(gate, reading, clock);
    answers = new Answers(sources, followers);
  }

  /// The answers of the interface for callers within the program.
  public Answers answers() {
    return answers;
  }

  /// How many answers came from memory.
  public long fromMemory() {
    return fromMemory.sum();
  }

  /// How many answers were read from the database.
  public long fromDatabase() {
    return fromDatabase.sum();
  }

  /// Adds the operations to the routes of a port, and has keys checked before paths there.
  public void addTo(Router.Builder routes) {
    addTo(routes, _ -> true);
  }

  /// Adds those that answer at once: who waits for changes is asked for a key again and again.
  public void addWithoutChangesTo(Router.Builder routes) {
    addTo(routes, operation -> !operation.equals(ListChanges.OPERATION));
  }

  private void addTo(Router.Builder routes, Predicate<Operation> served) {
    Stream.concat(Operations.ALL.stream(), RowOperations.ALL.stream())
        .filter(served)
        .forEach(operation ->
            routes.get(
                operation.route(),
                (request, reply) ->
                    entrance.admit(request, reply, caller -> serve(operation, caller))));
    routes.faults(
        "v1",
        (request, reply, fault) -> entrance.admit(request, reply, caller -> caller.send(fault)));
  }

  /// Has `then` answer a request that is admitted, which takes a token of the rate; else sends the
  /// refusal.
  public void admit(Request request, Handler.Reply reply, Consumer<Caller> then) {
    entrance.admit(request, reply, then);
  }

  private void serve(Operation operation, Caller caller) {
    Request request = caller.request();
    KeptAnswers.Key key = new KeptAnswers.Key(request.target(), operation.type(request));
    Response known = pageAnswers.keptAnswer(operation, caller, key, sources.memory().revision());
    if (known != null) {
      fromMemory.increment();
      caller.reply().send(known);
      return;
    }
    Operation shape = RowOperations.of(operation, key.type());
    Entrance.read(
        shape,
        caller,
        question -> {
          switch (question) {
            case Question.Changes changes -> followers.answer(changes, key.type(), caller);
            case Question.OfPages pages -> answer(new Asked(pages, operation, shape, caller, key));
            case Question.Whole(Question.OfList list) ->
                wholeLists.answer(
                    new Asked(list, operation, shape, caller, key),
                    list,
                    sources.isStored(list) ? sources.stored() : sources.memory());
            case Question.OfFiles _, Question.Usage _ ->
                throw new IllegalStateException("answered elsewhere: " + question);
          }
        });
  }

  private void answer(Asked asked) {
    Handler.Reply reply = asked.caller().reply();
    boolean isStored = sources.isStored(asked.question());
    if (!isStored && !isLarge(asked.question())) {
      reply.send(answered(asked, () -> answerOnLoop(asked)));
      return;
    }
    reply.sendFrom(
        reading,
        asked.request(),
        () ->
            answered(
                asked,
                () ->
                    isStored
                        ? answerFromDatabase(asked)
                        : answerFromMemory(asked, Envelopes.buffer())),
        Pages.LONGEST_READ,
        () -> late(asked));
  }

  private static boolean isLarge(Question question) {
    return switch (question) {
      case Question.Programmes(ProgrammeQuery query, Question.PagePlace place) ->
          query.byFilm()
              || place.limit() * query.days() > MOST_DAYS_ON_LOOP
              || (query.place() instanceof ProgrammeQuery.Place.Near(CinemaQuery.Around around)
                  && around.centre() instanceof CinemaQuery.Centre.PlaceId);
      case Question.Cinemas(CinemaQuery query, _) ->
          query.search() != null
              || (query.around() != null
                  && query.around().centre() instanceof CinemaQuery.Centre.PlaceId);
      case Question.Films(String search, _) -> search != null;
      case Question.Places _ -> true;
      default -> false;
    };
  }

  /// The answer from memory, in the buffer of this event loop.
  private Optional<Response> answerOnLoop(Asked asked) {
    OutputBuffer buffer = buffers.get().clear();
    if (buffer.bytes().length > LARGEST_BUFFER) {
      buffers.remove();
    }
    return answerFromMemory(asked, buffer);
  }

  private Optional<Response> answerFromMemory(Asked asked, OutputBuffer buffer) {
    Optional<Response> answer =
        sources.fromMemory(pageAnswers.remembering(asked, sources.memory().revision(), buffer));
    fromMemory.increment();
    return answer;
  }

  private Optional<Response> answerFromDatabase(Asked asked) {
    fromDatabase.increment();
    return sources
        .stored()
        .inOneState(pages ->
            pageAnswers.answer(
                asked.asking(sources.located(asked.question())), pages, Envelopes.buffer()));
  }

  private static Response answered(Asked asked, Supplier<Optional<Response>> reading) {
    try {
      return reading
          .get()
          .orElseGet(() -> asked.caller().rated(Errors.noSuchRecord(asked.request())));
    } catch (UnknownCentre e) {
      return noCentre(asked, e);
    } catch (ListingsUnavailable e) {
      LOG.atWarn()
          .addKeyValue("requestId", asked.request().id())
          .setCause(e instanceof ListingsUnusable ? e : null)
          .log(e.getMessage());
      return unavailable(asked);
    }
  }

  private static Response late(Asked asked) {
    LOG.atWarn()
        .addKeyValue("requestId", asked.request().id())
        .log("the database did not answer within {} s", Pages.LONGEST_READ.toSeconds());
    return unavailable(asked);
  }

  static Response unavailable(Asked asked) {
    return asked.caller().rated(Errors.unavailable(asked.request()));
  }

  static Response noCentre(Asked asked, UnknownCentre unknown) {
    Violation violation = SearchCinemas.known(unknown.centre()).violation();
    return asked.caller().rated(Errors.violations(List.of(violation), asked.request()));
  }
}
