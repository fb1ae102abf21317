package org.marquee.v1;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.access.Gate;
import org.marquee.http.Handler;
import org.marquee.http.Header;
import org.marquee.http.Request;
import org.marquee.http.Response;
import org.marquee.http.Router;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.UnknownPostcode;
import org.marquee.page.MemoryPages;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PackedStart;
import org.marquee.page.Pages;
import org.marquee.v1.answer.Entrance;
import org.marquee.v1.answer.Envelopes;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.answer.KeptAnswers;
import org.marquee.v1.answer.KeptAnswers.Kept;
import org.marquee.v1.answer.Link;
import org.marquee.v1.answer.Tag;
import org.marquee.v1.changes.Followers;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.Violation;
import org.marquee.v1.form.ProgrammeLinkedData;
import org.marquee.v1.form.RowForm;
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
  private final Finishing finishing;
  private final Followers followers;
  private final Executor reading;
  private final InstantSource clock;
  private final KeptAnswers kept;
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
    this.clock = clock;
    this.followers = followers;
    finishing = new Finishing(gate);
    wholeLists = new WholeLists(gate, reading, clock);
    kept = new KeptAnswers(keptBytes);
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
    Stream.concat(Operations.ALL.stream(), RowOperations.ALL.stream())
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

  /// Has `then` answer if the caller may ask, which takes a token of its rate; else says why not.
  public void admit(Request request, Handler.Reply reply, Consumer<Admission.Admitted> then) {
    entrance.admit(request, reply, then);
  }

  /// The answer with the fields that say how much a caller may still ask.
  public static Response rated(Response response, Admission.Admitted admitted) {
    return Finishing.rated(response, admitted.rate());
  }

  private void serve(
      Operation operation, Request request, Admission.Admitted admitted, Handler.Reply reply) {
    KeptAnswers.Key key = new KeptAnswers.Key(request.target(), operation.type(request));
    Kept known = kept.find(key, memory.revision(), clock);
    if (known == null) {
      read(operation, request, key, admitted, reply);
      return;
    }
    fromMemory.increment();
    reply.send(finishing.finish(operation, request, known.tag(), admitted, () -> known.response()));
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
    boolean again = kept.isWanted(asked.key(), memory.revision());
    OutputBuffer buffer =
        onLoop
            ? lentBuffer(!again && asked.type() == MediaType.JSON && asked.request().acceptsGzip())
            : Envelopes.buffer();
    try {
      Response found = found(asked, memory, again, buffer);
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
      Response found = found(asked, stored, false, Envelopes.buffer());
      return found == null
          ? Finishing.rated(Errors.noSuchRecord(asked.request()), asked.admitted().rate())
          : found;
    } catch (UnknownPostcode _) {
      return unknownPostcode(asked);
    } catch (ListingsUnavailable e) {
      LOG.atWarn().addKeyValue("requestId", asked.request().id()).log(e.getMessage());
      return unavailable(asked);
    }
  }

  static Response unknownPostcode(Asked asked) {
    return Finishing.rated(
        Errors.violations(List.of(SearchCinemas.KNOWN_POSTCODE.violation()), asked.request()),
        asked.admitted().rate());
  }

  /// The answer that `pages` has; null where the one record asked for is not there.
  ///
  /// @param again whether it was asked for before, so that it is worth keeping
  private @Nullable Response found(Asked asked, Pages pages, boolean again, OutputBuffer buffer) {
    Optional<Envelopes.Encoded> answer = written(asked, pages, buffer);
    if (answer.isEmpty()) {
      return null;
    }
    Envelopes.Encoded encoded = answer.get();
    Tag tag = Tag.of(asked.type(), encoded.body());
    Response reusable = again ? kept(encoded, tag, asked) : null;
    return finishing.finish(
        asked.operation(),
        asked.request(),
        tag,
        asked.admitted(),
        () -> reusable == null ? single(encoded, tag, asked) : reusable);
  }

  private Optional<Envelopes.Encoded> written(Asked asked, Pages pages, OutputBuffer buffer) {
    Envelopes.Body body = body(asked);
    return body != null && asked.question() instanceof Question.OfList list
        ? Optional.of(Envelopes.answerBare(list, body, pages, clock.instant(), buffer))
        : Envelopes.answer(asked.question(), pages, clock.instant(), buffer);
  }

  /// How a page is written that has no envelope; null for one that has.
  private static Envelopes.@Nullable Body body(Asked asked) {
    return switch (asked.type()) {
      case CSV, NDJSON -> {
        RowForm form = RowForm.of(asked.shape());
        yield (records, out) -> {
          form.begin(out);
          form.addAll(records.bytes(), records.length(), out);
        };
      }
      case LINKED_DATA ->
          (records, out) -> out.add(ProgrammeLinkedData.write(records.bytes(), records.length()));
      default -> null;
    };
  }

  /// The answer with its own bytes, kept for the next request.
  private Response kept(Envelopes.Encoded encoded, Tag tag, Asked asked) {
    Response response =
        Finishing.head(asked.operation(), asked.type())
            .carrying(encoded.body().toBytes(), fields(encoded, tag, asked));
    kept.keep(
        asked.key(),
        new Kept(
            encoded.revision(),
            tag,
            response,
            encoded.body().length(),
            clock.instant(),
            encoded.expires()));
    return response;
  }

  /// The answer in the buffer, to be sent once.
  private static Response single(Envelopes.Encoded encoded, Tag tag, Asked asked) {
    Response head = Finishing.head(asked.operation(), asked.type());
    Header[] fields = fields(encoded, tag, asked);
    OutputBuffer body = encoded.body();
    PackedStart start = body.start();
    return start == null
        ? head.lending(body.bytes(), body.length(), fields)
        : head.compressed(body.compressed(), start.length() + body.length(), fields);
  }

  private static Header[] fields(Envelopes.Encoded encoded, Tag tag, Asked asked) {
    Header etag = new Header("ETag", tag.value());
    String cursor = encoded.cursor();
    return cursor == null
        ? new Header[] {etag}
        : new Header[] {
          etag, new Header("Link", new Link(asked.shape(), asked.request()).next(cursor))
        };
  }
}
