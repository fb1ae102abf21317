package org.marquee.v1.answer;

import java.time.Instant;
import java.util.List;
import org.marquee.access.Admission;
import org.marquee.http.message.ErrorBody;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.json.JsonObject;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.Violation;

/// The errors of the interface (docs/api.md, "Errors").
public final class Errors {
  private static final int RETRY_SECONDS = 2;

  private Errors() {}

  public static Response violations(List<Violation> violations, Request request) {
    Violation first = violations.getFirst();
    String message =
        violations.size() == 1
            ? first.sentence()
            : "the request has " + violations.size() + " faults; details lists them";
    return of(
        ErrorType.INVALID_REQUEST,
        message,
        request,
        new JsonObject()
            .withAll(
                "violations",
                violations,
                each ->
                    JsonObject.of("parameter", each.parameter())
                        .with("reason", each.reason().code())
                        .with("message", each.message())));
  }

  public static Response noSuchRecord(Request request) {
    return of(ErrorType.NO_SUCH_RECORD, "there is no such record", request);
  }

  /// There are no bulk files.
  public static Response noBulkFiles(Request request) {
    return of(
        ErrorType.NO_SUCH_RECORD,
        "there are no bulk files: the operator has none made, or none were made yet",
        request);
  }

  public static Response cursorExpired(Request request) {
    return of(
        ErrorType.CURSOR_EXPIRED,
        "what follows this cursor is not remembered; begin with since=now, then read the lists",
        request,
        JsonObject.of("reason", "cursor_expired"));
  }

  static Response preconditionFailed(Request request) {
    return of(
        ErrorType.PRECONDITION_FAILED,
        "If-Match does not hold: entity tags of this service are weak, use If-None-Match",
        request);
  }

  static Response unauthorized(Admission.Unauthorized refusal, Request request) {
    return of(
            ErrorType.UNAUTHORIZED, "a valid API key is needed; /docs says how to send it", request)
        .with(
            "WWW-Authenticate",
            "Bearer realm=\"marquee\"" + (refusal.tokenSent() ? ", error=\"invalid_token\"" : ""));
  }

  static Response notEntitled(Request request) {
    return of(ErrorType.NOT_ENTITLED, "the organization has no active entitlement", request);
  }

  public static Response notInPlan(Request request) {
    return of(ErrorType.NOT_IN_PLAN, "the plan does not include this; ask page by page", request);
  }

  static Response suspended(Request request) {
    return of(ErrorType.SUSPENDED, "the organization is suspended", request);
  }

  public static Response limited(long retryAfterSeconds, Request request) {
    return limited("too many requests", retryAfterSeconds, request);
  }

  /// The answer where the quota of the month is used up.
  static Response quotaSpent(Instant renews, long retryAfterSeconds, Request request) {
    return of(
            ErrorType.RATE_LIMITED,
            "the quota of this month is used up; the next one begins at " + renews,
            request,
            JsonObject.of("retryAfterSeconds", retryAfterSeconds)
                .with("reason", "quota")
                .with("renewsAt", renews.toString()))
        .with("Retry-After", Long.toString(retryAfterSeconds));
  }

  /// The answer while too many authentications have failed from the address of the request.
  static Response blocked(long retryAfterSeconds, Request request) {
    return limited(
        "too many requests without a valid key from this address", retryAfterSeconds, request);
  }

  private static Response limited(String why, long retryAfterSeconds, Request request) {
    return of(
            ErrorType.RATE_LIMITED,
            why
                + "; try again in "
                + retryAfterSeconds
                + (retryAfterSeconds == 1 ? " second" : " seconds"),
            request,
            JsonObject.of("retryAfterSeconds", retryAfterSeconds))
        .with("Retry-After", Long.toString(retryAfterSeconds));
  }

  public static Response unavailable(Request request) {
    return of(ErrorType.UNAVAILABLE, "the data cannot be reached now; try again later", request)
        .with("Retry-After", Integer.toString(RETRY_SECONDS));
  }

  private static Response of(ErrorType type, String message, Request request) {
    return ErrorBody.of(type.status(), type.code(), message, request.id());
  }

  private static Response of(ErrorType type, String message, Request request, JsonObject details) {
    return ErrorBody.of(type.status(), type.code(), message, request.id(), details);
  }
}
