package org.marquee.http.message;

import java.util.List;
import org.marquee.json.JsonObject;

/// Why a request is refused before any handler sees it.
///
/// @param violations what is malformed; empty unless the status is 400
/// @param fatal whether the connection must close, since the end of the request is in doubt
public record Fault(int status, String message, List<Violation> violations, boolean fatal) {
  public static final Fault TARGET_TOO_LONG = closing(414, "the request line is longer than 8 KiB");
  public static final Fault HEADERS_TOO_LARGE =
      closing(431, "the header fields are larger than 16 KiB");
  public static final Fault TOO_SLOW = closing(408, "the request did not arrive in time");
  public static final Fault VERSION = closing(505, "only HTTP/1.1 and HTTP/1.0 are understood");
  public static final Fault EXPECTATION =
      closing(417, "the only expectation understood is 100-continue");
  public static final Fault CROWDED =
      closing(503, "there are as many connections as this server takes; try again later");
  public static final Fault CLEARTEXT =
      malformed("connection", "this port speaks TLS; use https instead of http");
  public static final Fault METHOD =
      new Fault(501, "the method is not one this server knows", List.of(), false);
  public static final Fault CUT_SHORT =
      malformed("request", "the request ended before it was complete");

  private static final int UNAVAILABLE = 503;
  private static final Header RETRY = new Header("Retry-After", "2");

  /// One malformed part of a request.
  ///
  /// @param parameter the name of the query parameter, or of the part: `path`, `host`, …
  public record Violation(String parameter, String message) {}

  /// A body that is longer than it may be.
  public static Fault bodyTooLarge(long most) {
    String size = most % 1024 == 0 ? most / 1024 + " KiB" : most + " bytes";
    return closing(413, "the body is larger than " + size);
  }

  /// A malformed part that makes the end of the message uncertain.
  public static Fault malformed(String part, String message) {
    return new Fault(400, "the request is malformed", List.of(new Violation(part, message)), true);
  }

  /// Escapes that cannot be decoded; the message around them is sound.
  static Fault undecodable(List<Violation> violations) {
    return new Fault(400, "the request target is malformed", List.copyOf(violations), false);
  }

  private static Fault closing(int status, String message) {
    return new Fault(status, message, List.of(), true);
  }

  /// The same fault, where the end of the request is in doubt.
  public Fault fatally() {
    return new Fault(status, message, violations, true);
  }

  /// The answer that says so.
  public Response answer(String requestId) {
    if (status == UNAVAILABLE) {
      return ErrorBody.of(status, "database_unavailable", message, requestId).with(RETRY);
    }
    JsonObject details = violations.isEmpty() ? null : details();
    return ErrorBody.of(status, "bad_request", message, requestId, details);
  }

  private JsonObject details() {
    return new JsonObject()
        .withAll(
            "violations",
            violations,
            each ->
                JsonObject.of("parameter", each.parameter)
                    .with("reason", "malformed")
                    .with("message", each.message));
  }
}
