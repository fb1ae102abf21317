package org.marquee.v1;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.access.Gate;
import org.marquee.access.RateState;
import org.marquee.http.Handler;
import org.marquee.http.Header;
import org.marquee.http.Parameter;
import org.marquee.http.Request;
import org.marquee.http.Response;

/// Lets requests in, or answers why not, and says in answers what is left of the rate (docs/api.md,
/// "Access" and "Rate limits").
record Entrance(Gate gate, Gateway gateway) {
  /// Has `then` answer if the caller may ask, else says why not.
  void admit(Request request, Handler.Reply reply, Consumer<Admission.Admitted> then) {
    decide(gateway.admit(gate, request, reply::caller), request, reply, then);
  }

  /// The same for a calendar, whose address may have a key.
  void admitToCalendar(Request request, Handler.Reply reply, Consumer<Admission.Admitted> then) {
    List<String> tokens =
        request.query().stream()
            .filter(each -> each.name().equals(CalendarOperations.TOKEN))
            .map(Parameter::text)
            .toList();
    decide(gateway.admitToCalendar(gate, request, tokens, reply::caller), request, reply, then);
  }

  private static void decide(
      Admission admission,
      Request request,
      Handler.Reply reply,
      Consumer<Admission.Admitted> then) {
    switch (admission) {
      case Admission.Admitted admitted -> then.accept(admitted);
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

  /// What to send where an answer has a tag: that answer, or what the conditions of the request ask
  /// for in its place.
  Response judged(
      Request request,
      Admission.Admitted admitted,
      Heads heads,
      Tag tag,
      Supplier<Response> answer) {
    return switch (Preconditions.of(request).judge(tag)) {
      case ANSWER -> rated(answer.get(), admitted.rate());
      case NOT_MODIFIED ->
          // What the caller has is current: it costs nothing, so the token goes back (docs/api.md,
          // "Conditional requests").
          rated(heads.notModified(tag), gate.giveBack(admitted).rate());
      case FAILED -> rated(Errors.preconditionFailed(request), admitted.rate());
    };
  }

  static Response rated(Response response, @Nullable RateState rate) {
    return rate == null
        ? response
        : response.with(
            new Header("RateLimit-Policy", rate.policyField()),
            new Header("RateLimit", rate.limitField()));
  }
}
