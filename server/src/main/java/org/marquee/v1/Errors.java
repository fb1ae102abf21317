package org.marquee.v1;

import java.util.List;
import org.marquee.http.ErrorBody;
import org.marquee.http.Request;
import org.marquee.http.Response;

/// The errors of the interface (specification 7; contract, "Errors").
final class Errors {
  private static final int RETRY_SECONDS = 2;

  private Errors() {}

  static Response violations(List<Violation> violations, Request request) {
    Violation first = violations.getFirst();
    String message =
        violations.size() == 1
            ? first.parameter() + ": " + first.message()
            : "the request has " + violations.size() + " faults; details lists them";
    return ErrorBody.of(
        400,
        "bad_request",
        message,
        request.id(),
        json -> {
          json.writeArrayPropertyStart("violations");
          for (Violation violation : violations) {
            json.writeStartObject();
            json.writeStringProperty("parameter", violation.parameter());
            json.writeStringProperty("reason", violation.reason().word());
            json.writeStringProperty("message", violation.message());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  static Response noSuchRecord(Request request) {
    return ErrorBody.of(404, "not_found", "there is no such record", request.id());
  }

  static Response preconditionFailed(Request request) {
    return ErrorBody.of(
        412,
        "bad_request",
        "If-Match does not hold: entity tags of this service are weak, use If-None-Match",
        request.id());
  }

  static Response unauthorized(boolean tokenSent, Request request) {
    return ErrorBody.of(401, "unauthorized", "a valid API key is needed", request.id())
        .with(
            "WWW-Authenticate",
            "Bearer realm=\"marquee\"" + (tokenSent ? ", error=\"invalid_token\"" : ""));
  }

  static Response notEntitled(Request request) {
    return ErrorBody.of(
        403, "entitlement_required", "the organization has no active entitlement", request.id());
  }

  static Response suspended(Request request) {
    return ErrorBody.of(403, "forbidden", "the organization is suspended", request.id());
  }

  static Response limited(long retryAfterSeconds, Request request) {
    return ErrorBody.of(
            429,
            "rate_limited",
            "too many requests; try again in " + retryAfterSeconds + " seconds",
            request.id(),
            json -> json.writeNumberProperty("retryAfterSeconds", retryAfterSeconds))
        .with("Retry-After", Long.toString(retryAfterSeconds));
  }

  static Response unavailable(Request request) {
    return ErrorBody.of(
            503,
            "database_unavailable",
            "the data cannot be reached now; try again later",
            request.id())
        .with("Retry-After", Integer.toString(RETRY_SECONDS));
  }
}
