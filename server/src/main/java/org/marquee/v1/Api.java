package org.marquee.v1;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.access.Gate;
import org.marquee.http.Handler;
import org.marquee.http.Request;
import org.marquee.http.Response;
import org.marquee.http.handler.Router;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.ListingsUnusable;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.UnknownPostcode;
import org.marquee.page.MemoryPages;
import org.marquee.page.OutputBuffer;
import org.marquee.page.Pages;
import org.marquee.v1.answer.Entrance;
import org.marquee.v1.answer.Envelopes;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.answer.KeptAnswers;
import org.marquee.v1.changes.Followers;
import org.marquee.v1.declaration.MediaType;
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
/// to another thread. Long programmes are written elsewhere, and everything else is read from the
/// database.
public final class Api {
  private static final Logger LOG = LoggerFactory.getLogger(Api.class);

  /// What has to be read is answered within this, or the data is unavailable (docs/operations.md).
  private static final Duration LONGEST_READ = Duration.ofSeconds(3);

  /// A programme of more days of cinemas is not written on an event loop: other connections would
  /// wait for its megabytes to be written and compressed.
  private static final int MOST_DAYS_ON_LOOP = 10 * ProgrammeQuery.DAYS.most();

  /// A buffer that one large answer has made larger is not kept.
  private static final int LARGEST_BUFFER = 1 << 20;

  private final MemoryPages memory;
  private final Pages stored;
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

  /// @param memory what can be answered from memory
  /// @param stored what has to be read; may block
  /// @param reading runs what may block, which no event loop may
  /// @param clock the time, for answers that depend on it
  /// @param keptBytes of memory for answers that may be asked for again
  /// @param followers answers requests for changes
  public Api(
      MemoryPages memory,
      Pages stored,
      Gate gate,
      Gateway gateway,
      Executor reading,
      InstantSource clock,
      long keptBytes,
      Followers followers) {
    this.memory = memory;
    this.stored = stored;
    entrance = new Entrance(gate, gateway);
    this.reading = reading;
    this.followers = followers;
    pageAnswers = new PageAnswers(new Finishing(gate), new KeptAnswers(keptBytes), clock);
    wholeLists = new WholeLists(gate, reading, clock);
    answers = new Answers(memory, stored, followers, clock);
  }

  /// The same answers for callers within the program.
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
                    entrance.admit(
                        request, reply, admitted -> serve(operation, request, admitted, reply))));
    routes.faults(
        "v1",
        (request, reply, fault) ->
            entrance.admit(
                request, reply, admitted -> reply.send(Finishing.rated(fault, admitted.rate()))));
  }

  /// Has `then` answer a request that is admitted, which takes a token of the rate; else sends the
  /// refusal.
  public void admit(Request request, Handler.Reply reply, Consumer<Admission.Admitted> then) {
    entrance.admit(request, reply, then);
  }

  /// The answer with the fields of the rate limit.
  public static Response rated(Response response, Admission.Admitted admitted) {
    return Finishing.rated(response, admitted.rate());
  }

  private void serve(
      Operation operation, Request request, Admission.Admitted admitted, Handler.Reply reply) {
    KeptAnswers.Key key = new KeptAnswers.Key(request.target(), operation.type(request));
    Response known = pageAnswers.again(operation, request, key, admitted, memory.revision());
    if (known == null) {
      read(operation, request, key, admitted, reply);
      return;
    }
    fromMemory.increment();
    reply.send(known);
  }

  private void read(
      Operation operation,
      Request request,
      KeptAnswers.Key key,
      Admission.Admitted admitted,
      Handler.Reply reply) {
    Operation shape = RowOperations.of(operation, key.type());
    switch (shape.read(request)) {
      case Operation.Reading.Refused(List<Violation> violations) ->
          reply.send(Finishing.rated(Errors.violations(violations, request), admitted.rate()));
      case Operation.Reading.Accepted(Question.Changes question) ->
          followers.answer(question, key.type(), request, admitted, reply);
      case Operation.Reading.Accepted(Question.OfPages question) ->
          answer(new Asked(question, operation, shape, request, key, admitted), reply);
      case Operation.Reading.Accepted(Question.Whole(Question.OfList list)) ->
          wholeLists.answer(
              new Asked(list, operation, shape, request, key, admitted),
              list,
              answers.isInMemory(list) ? memory : stored,
              reply);
      case Operation.Reading.Accepted(Question.OfFiles question) ->
          throw new IllegalStateException("answered elsewhere: " + question);
    }
  }

  private void answer(Asked asked, Handler.Reply reply) {
    boolean isInMemory = answers.isInMemory(asked.question());
    if (isInMemory && isLarge(asked.question())) {
      reply.sendFrom(
          reading,
          asked.request(),
          () -> answerFromMemoryOrDatabase(asked),
          LONGEST_READ,
          () -> late(asked));
      return;
    }
    Response response = isInMemory ? answerFromMemory(asked, true) : null;
    if (response == null) {
      fromDatabase.increment();
      reply.sendFrom(
          reading,
          asked.request(),
          () -> answerFromDatabase(asked),
          LONGEST_READ,
          () -> late(asked));
    } else {
      fromMemory.increment();
      reply.send(response);
    }
  }

  private static boolean isLarge(Question question) {
    return question instanceof Question.Programmes(ProgrammeQuery query, Question.Place place)
        && place.limit() * query.days() > MOST_DAYS_ON_LOOP;
  }

  private Response answerFromMemoryOrDatabase(Asked asked) {
    Response response = answerFromMemory(asked, false);
    if (response == null) {
      fromDatabase.increment();
      return answerFromDatabase(asked);
    }
    fromMemory.increment();
    return response;
  }

  /// The buffer of this event loop.
  ///
  /// @param compressed as of [OutputBuffer#clear(boolean)]
  private OutputBuffer lentBuffer(boolean compressed) {
    OutputBuffer buffer = buffers.get().clear(compressed);
    if (buffer.bytes().length > LARGEST_BUFFER) {
      buffers.remove();
    }
    return buffer;
  }

  /// The answer from memory; null where that holds no answer, or not one that can be relied on:
  /// what is missing there may have been stored since.
  ///
  /// @param onLoop whether this is an event loop, which has a buffer of its own
  private @Nullable Response answerFromMemory(Asked asked, boolean onLoop) {
    boolean again = pageAnswers.isWanted(asked, memory.revision());
    OutputBuffer buffer =
        onLoop
            ? lentBuffer(!again && asked.type() == MediaType.JSON && asked.request().acceptsGzip())
            : Envelopes.buffer();
    try {
      Response found = pageAnswers.find(asked, memory, again, buffer);
      return found == null && memory.isCurrent()
          ? Finishing.rated(Errors.noSuchRecord(asked.request()), asked.admitted().rate())
          : found;
    } catch (UnknownPostcode _) {
      return memory.isCurrent() ? unknownPostcode(asked) : null;
    } catch (ListingsUnavailable _) {
      return null; // the snapshot was dropped meanwhile
    }
  }

  private static Response late(Asked asked) {
    LOG.atWarn()
        .addKeyValue("requestId", asked.request().id())
        .log("the database did not answer within {} s", LONGEST_READ.toSeconds());
    return unavailable(asked);
  }

  static Response unavailable(Asked asked) {
    return Finishing.rated(Errors.unavailable(asked.request()), asked.admitted().rate());
  }

  private Response answerFromDatabase(Asked asked) {
    try {
      Response found = pageAnswers.find(asked, stored, false, Envelopes.buffer());
      return found == null
          ? Finishing.rated(Errors.noSuchRecord(asked.request()), asked.admitted().rate())
          : found;
    } catch (UnknownPostcode _) {
      return unknownPostcode(asked);
    } catch (ListingsUnavailable e) {
      LOG.atWarn()
          .addKeyValue("requestId", asked.request().id())
          .setCause(e instanceof ListingsUnusable ? e : null)
          .log(e.getMessage());
      return unavailable(asked);
    }
  }

  static Response unknownPostcode(Asked asked) {
    return Finishing.rated(
        Errors.violations(List.of(SearchCinemas.KNOWN_POSTCODE.violation()), asked.request()),
        asked.admitted().rate());
  }
}
