package org.marquee.v1.answer;

import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.access.Gate;
import org.marquee.access.RateState;
import org.marquee.http.handler.Conditions;
import org.marquee.http.message.Header;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;

/// What every answer of an operation has besides its body: the fields for caches, preconditions,
/// the rate; and the answers to callers that are not admitted.
///
/// @param gate gets back the tokens of answers that cost nothing
public record Finishing(Gate gate) {
  private static final Header CACHE_CONTROL = new Header("Cache-Control", "private, no-cache");

  /// A 200 of an operation, without its body and its tag.
  public static Response head(Operation operation, MediaType type) {
    return Response.of(
        200, type.contentType(), new byte[0], CACHE_CONTROL, MediaType.vary(operation.types()));
  }

  /// The answer, where the preconditions of the request let it be sent.
  ///
  /// @param tag of the answer
  public Response finish(Operation operation, Caller caller, Tag tag, Supplier<Response> answer) {
    Conditions conditions = new Conditions(caller.request().headers(), tag.value(), null);
    if (conditions.fail()) {
      return caller.rated(Errors.preconditionFailed(caller.request()));
    }
    return conditions.isUnchanged()
        ? notModified(operation, tag, caller.admitted())
        : caller.rated(answer.get());
  }

  /// The answer with a body and its tag, where the preconditions of the request let it be sent.
  public Response finish(Operation operation, Caller caller, MediaType type, OutputBuffer body) {
    Tag tag = Tag.of(type, body);
    return finish(
        operation,
        caller,
        tag,
        () -> head(operation, type).carrying(body.toBytes(), new Header("ETag", tag.value())));
  }

  /// What the caller has is current: it costs nothing, so the token goes back (docs/api.md,
  /// "Conditional requests").
  private Response notModified(Operation operation, Tag tag, Admission.Admitted admitted) {
    return rated(
        Response.empty(
            304, CACHE_CONTROL, MediaType.vary(operation.types()), new Header("ETag", tag.value())),
        gate.giveBack(admitted).rate());
  }

  /// The answer with the fields of the rate limit.
  static Response rated(Response response, @Nullable RateState rate) {
    return rate == null
        ? response
        : response.with(
            new Header("RateLimit-Policy", rate.policyField()),
            new Header("RateLimit", rate.limitField()));
  }

  /// The answer to a request that is not admitted.
  public static Response refusal(Admission admission, Request request) {
    return switch (admission) {
      case Admission.Unauthorized refused -> Errors.unauthorized(refused, request);
      case Admission.Limited(RateState rate, long retryAfterSeconds) ->
          rated(Errors.limited(retryAfterSeconds, request), rate);
      case Admission.QuotaSpent(RateState rate, Instant renews, long retryAfterSeconds) ->
          rated(Errors.quotaSpent(renews, retryAfterSeconds, request), rate);
      case Admission.Blocked(long retryAfterSeconds) -> Errors.blocked(retryAfterSeconds, request);
      case Admission.NotEntitled(@Nullable RateState rate) ->
          rated(Errors.notEntitled(request), rate);
      case Admission.Suspended(@Nullable RateState rate) -> rated(Errors.suspended(request), rate);
      case Admission.NotReady() -> Errors.unavailable(request);
      case Admission.Admitted _ -> throw new IllegalArgumentException("it is admitted");
    };
  }
}
