package org.marquee.http.message;

import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;

/// The body of every error (docs/api.md, "Errors"):
/// `{"error":{"code","message","requestId","details"}}`.
public final class ErrorBody {
  /// How many characters a `requestId` has at most.
  public static final int LONGEST_REQUEST_ID = RequestId.LONGEST;

  private static final Header UNCACHED = new Header("Cache-Control", "no-store");

  private ErrorBody() {}

  /// An error without details, never to be cached (docs/api.md, "Header fields").
  ///
  /// @param code one of the codes of docs/api.md, "Status codes"
  /// @param message for people, 1 to 300 code points
  public static Response of(int status, String code, String message, String requestId) {
    return of(status, code, message, requestId, null);
  }

  /// An error with details.
  ///
  /// @param details the members of the object `details`; null: there is none
  public static Response of(
      int status, String code, String message, String requestId, @Nullable JsonObject details) {
    JsonObject error =
        JsonObject.of("code", code)
            .with("message", message)
            .with("requestId", requestId)
            .with("details", details);
    return Response.json(status, JsonObject.of("error", error).bytes(), UNCACHED);
  }
}
