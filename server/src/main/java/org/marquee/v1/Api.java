package org.marquee.v1;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.access.Gate;
import org.marquee.access.RateState;
import org.marquee.http.Handler;
import org.marquee.http.Request;
import org.marquee.http.Response;
import org.marquee.listing.Listings;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.UnknownPostcode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All of `/v1`: checks in the order of the contract (key, rate, entitlement, route, parameters,
/// data, record), then answers.
public final class Api implements Handler {
  private static final Logger LOG = LoggerFactory.getLogger(Api.class);

  private final Listings listings;
  private final Answers answers;
  private final Gate gate;
  private final Gateway gateway;
  private final Executor reading;
  private final String version;

  /// @param reading runs what may block, which no event loop may
  /// @param version of the program: answers of different versions have different tags
  public Api(Listings listings, Gate gate, Gateway gateway, Executor reading, String version) {
    this.listings = listings;
    this.answers = new Answers(listings);
    this.gate = gate;
    this.gateway = gateway;
    this.reading = reading;
    this.version = version;
  }

  @Override
  public void handle(Request request, Reply reply) {
    if (!request.path().getFirst().equals("v1")) {
      reply.send(Errors.noSuchPath(request));
      return;
    }
    switch (gateway.admit(gate, request)) {
      case Admission.Admitted admitted -> route(request, admitted, reply);
      case Admission.Unauthorized(boolean tokenSent) ->
          reply.send(Errors.unauthorized(tokenSent, request));
      case Admission.Limited(RateState rate, long retryAfterSeconds) ->
          reply.send(rated(Errors.limited(retryAfterSeconds, request), rate));
      case Admission.NotEntitled(@Nullable RateState rate) ->
          reply.send(rated(Errors.notEntitled(request), rate));
      case Admission.Suspended(@Nullable RateState rate) ->
          reply.send(rated(Errors.suspended(request), rate));
      case Admission.NotReady() -> reply.send(Errors.unavailable(request));
    }
  }

  private void route(Request request, Admission.Admitted admitted, Reply reply) {
    Optional<Operation> operation = Operation.at(request.path());
    if (operation.isEmpty()) {
      reply.send(rated(Errors.noSuchPath(request), admitted.rate()));
      return;
    }
    if (!request.isRead()) {
      reply.send(rated(Errors.methodNotAllowed(request), admitted.rate()));
      return;
    }
    switch (Questions.read(operation.get(), request)) {
      case Questions.Read.Faulty(List<Violation> violations) ->
          reply.send(rated(Errors.violations(violations, request), admitted.rate()));
      case Questions.Read.Sound(Question question) ->
          reply.sendFrom(
              reading,
              request,
              () -> answer(question, Link.of(operation.get(), request), request, admitted));
    }
  }

  private Response answer(
      Question question, Link link, Request request, Admission.Admitted admitted) {
    try {
      return found(question, link, request, admitted);
    } catch (ListingsUnavailable e) {
      LOG.atWarn().addKeyValue("requestId", request.id()).log(e.getMessage());
      return rated(Errors.unavailable(request), admitted.rate());
    } catch (UnknownPostcode _) {
      return rated(
          Errors.violations(
              List.of(
                  new Violation(
                      "postcode",
                      Reason.UNKNOWN_POSTCODE,
                      "no cinema with this postcode has coordinates")),
              request),
          admitted.rate());
    }
  }

  private Response found(
      Question question, Link link, Request request, Admission.Admitted admitted) {
    // The revision is read before the data: an answer may be newer than its tag says, never older.
    Tag tag = Tag.of(listings.revision(), question, version);
    List<String> ifNoneMatch = request.headers().all("If-None-Match");
    if (tag.matches(ifNoneMatch)) {
      return notModified(tag, admitted);
    }
    Optional<Response> answer = answers.answer(question, link);
    if (answer.isEmpty()) {
      return rated(Errors.noSuchRecord(request), admitted.rate());
    }
    return Tag.isAny(ifNoneMatch)
        ? notModified(tag, admitted)
        : rated(tagged(answer.get(), tag), admitted.rate());
  }

  /// What the caller has is current: it costs nothing, so the token goes back (contract,
  /// "Conditional").
  private Response notModified(Tag tag, Admission.Admitted admitted) {
    return rated(tagged(Response.empty(304), tag), gate.giveBack(admitted).rate());
  }

  private static Response tagged(Response response, Tag tag) {
    return response
        .with("ETag", tag.value())
        .with("Cache-Control", "private, no-cache")
        .with("Vary", "Authorization, Accept-Encoding");
  }

  private static Response rated(Response response, @Nullable RateState rate) {
    return rate == null
        ? response
        : response
            .with("RateLimit-Policy", rate.policyField())
            .with("RateLimit", rate.limitField());
  }
}
