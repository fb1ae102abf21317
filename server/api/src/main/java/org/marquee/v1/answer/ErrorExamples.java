package org.marquee.v1.answer;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.marquee.access.Admission;
import org.marquee.http.message.ErrorBody;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.Violation;

/// The errors of the interface as they are answered, one of each kind, for those who test a client
/// against them.
public final class ErrorExamples {
  private static final long RETRY_SECONDS = 1;

  private ErrorExamples() {}

  /// The answer with a status.
  ///
  /// @param code which error it is where the status has several; the first where none is named
  /// @return empty where the interface has no such error
  public static Optional<Response> of(String status, Optional<String> code, Request request) {
    return Arrays.stream(ErrorType.values())
        .filter(type -> Integer.toString(type.status()).equals(status))
        .filter(type -> code.isEmpty() || code.get().equals(type.code()))
        .findFirst()
        .map(type -> of(type, request));
  }

  /// The refusal of an error that the interface does not have.
  public static Response unknown(Request request) {
    String known =
        Arrays.stream(ErrorType.values())
            .map(type -> type.status() + " " + type.code())
            .distinct()
            .collect(Collectors.joining(", "));
    return ErrorBody.of(
        400,
        "bad_request",
        "Prefer: code=… must name one of these, with error=… where it is not the first: " + known,
        request.id());
  }

  private static Response of(ErrorType type, Request request) {
    return switch (type) {
      case INVALID_REQUEST ->
          Errors.violations(
              List.of(new Violation("limit", Reason.TOO_LARGE, "limit must be from 1 to 100")),
              request);
      case UNAUTHORIZED -> Errors.unauthorized(new Admission.Unauthorized(true), request);
      case NOT_ENTITLED -> Errors.notEntitled(request);
      case SUSPENDED -> Errors.suspended(request);
      case NOT_IN_PLAN -> Errors.notInPlan(request);
      case CURSOR_EXPIRED -> Errors.cursorExpired(request);
      case NO_SUCH_RECORD -> Errors.noSuchRecord(request);
      case PRECONDITION_FAILED -> Errors.preconditionFailed(request);
      case RATE_LIMITED -> Errors.limited(RETRY_SECONDS, request);
      case INTERNAL_ERROR ->
          ErrorBody.of(type.status(), type.code(), "an unexpected error", request.id());
      case UNAVAILABLE -> Errors.unavailable(request);
    };
  }
}
