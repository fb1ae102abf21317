package org.marquee.client;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The service answered with an error (status 400 to 599).
public abstract sealed class ApiException extends MarqueeException {
  private static final long serialVersionUID = 1;
  private final Answer answer;

  /// What the answer says.
  record Answer(
      int status,
      String code,
      String message,
      @Nullable String requestId,
      Map<String, Object> details,
      @Nullable Duration retryAfter)
      implements Serializable {}

  /// One fault of a request.
  ///
  /// @param parameter the name of the parameter
  /// @param reason such as `too_large`
  /// @param message for the developer who reads it
  public record Violation(String parameter, String reason, String message) {}

  private ApiException(Answer answer) {
    super(
        answer.status()
            + " "
            + answer.code()
            + ": "
            + answer.message()
            + (answer.requestId() == null ? "" : " (request " + answer.requestId() + ")"),
        null);
    this.answer = answer;
  }

  /// The failure for an answer.
  static ApiException of(Answer answer) {
    return switch (answer.status()) {
      case 401 -> new Unauthorized(answer);
      case 403 -> new Forbidden(answer);
      case 404 -> new NotFound(answer);
      case 410 -> new CursorExpired(answer);
      case 429 -> new RateLimited(answer);
      default -> answer.status() >= 500 ? new Unavailable(answer) : new BadRequest(answer);
    };
  }

  /// The HTTP status.
  public int status() {
    return answer.status();
  }

  /// Such as `not_found`; `unknown` where the answer is a gateway's.
  public String code() {
    return answer.code();
  }

  /// Names the request in the operator's log; null where the answer has none.
  public @Nullable String requestId() {
    return answer.requestId();
  }

  /// More, depending on the code, as in JSON: maps, lists, strings, numbers and booleans.
  public Map<String, Object> details() {
    return answer.details();
  }

  /// How long to wait before the next request; null where the service does not say.
  public @Nullable Duration retryAfter() {
    return answer.retryAfter();
  }

  /// The request has faults (400 and other statuses below 500 without a class of their own).
  public static final class BadRequest extends ApiException {
    private static final long serialVersionUID = 1;

    private BadRequest(Answer answer) {
      super(answer);
    }

    /// The faults of the parameters, all at once.
    public List<Violation> violations() {
      return details().get("violations") instanceof List<?> found
          ? found.stream().flatMap(each -> violation(each).stream()).toList()
          : List.of();
    }

    private static List<Violation> violation(@Nullable Object value) {
      return value instanceof Map<?, ?> each
              && each.get("parameter") instanceof String parameter
              && each.get("reason") instanceof String reason
              && each.get("message") instanceof String message
          ? List.of(new Violation(parameter, reason, message))
          : List.of();
    }
  }

  /// The key is missing or not valid (401).
  public static final class Unauthorized extends ApiException {
    private static final long serialVersionUID = 1;

    private Unauthorized(Answer answer) {
      super(answer);
    }
  }

  /// The organization has no active entitlement, or is suspended (403).
  public static final class Forbidden extends ApiException {
    private static final long serialVersionUID = 1;

    private Forbidden(Answer answer) {
      super(answer);
    }
  }

  /// There is no such record (404).
  public static final class NotFound extends ApiException {
    private static final long serialVersionUID = 1;

    private NotFound(Answer answer) {
      super(answer);
    }
  }

  /// The cursor of a change feed is too old, or of another database (410): start over.
  public static final class CursorExpired extends ApiException {
    private static final long serialVersionUID = 1;

    private CursorExpired(Answer answer) {
      super(answer);
    }
  }

  /// Too many requests (429), after all retries.
  public static final class RateLimited extends ApiException {
    private static final long serialVersionUID = 1;

    private RateLimited(Answer answer) {
      super(answer);
    }
  }

  /// The service cannot answer now (500 and above), after all retries.
  public static final class Unavailable extends ApiException {
    private static final long serialVersionUID = 1;

    private Unavailable(Answer answer) {
      super(answer);
    }
  }
}
