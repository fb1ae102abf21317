package org.marquee.http;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The body of every error (docs/api.md, "Errors"):
/// `{"error":{"code","message","requestId","details"}}`.
public final class ErrorBody {
  /// How many characters a `requestId` has at most.
  public static final int LONGEST_REQUEST_ID = RequestId.LONGEST;

  private static final JsonFactory JSON = new JsonFactory();
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
  /// @param details writes the members of the object `details`
  public static Response of(
      int status,
      String code,
      String message,
      String requestId,
      @Nullable Consumer<JsonGenerator> details) {
    ByteArrayOutputStream body = new ByteArrayOutputStream(256);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), body)) {
      json.writeStartObject();
      json.writeObjectPropertyStart("error");
      json.writeStringProperty("code", code);
      json.writeStringProperty("message", message);
      json.writeStringProperty("requestId", requestId);
      if (details != null) {
        json.writeObjectPropertyStart("details");
        details.accept(json);
        json.writeEndObject();
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    return Response.json(status, body.toByteArray(), UNCACHED);
  }
}
