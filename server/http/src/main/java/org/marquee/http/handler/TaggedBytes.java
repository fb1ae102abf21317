package org.marquee.http.handler;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.ErrorBody;
import org.marquee.http.message.Header;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;

/// Bytes with their entity tag, ready to be answered with; 304 if the client has them (RFC 9110,
/// 13). Immutable.
public final class TaggedBytes {
  /// Half of a SHA-256.
  private static final int TAG_BYTES = 16;

  private final String tag;
  private final Response ok;
  private final Response notModified;

  /// @param contentType their media type
  /// @param body not to be changed any more
  /// @param headers further header fields of each answer of 200 and 304
  public TaggedBytes(String contentType, byte[] body, Header... headers) {
    tag = "W/\"" + digest(body) + '"'; // weak: the answer may be compressed
    Header field = new Header("ETag", tag);
    ok = Response.of(200, contentType, body, field).with(headers);
    notModified = Response.empty(304, field).with(headers);
  }

  /// A handler that answers with bytes that never change while the program runs. They are made at
  /// the first request, and kept.
  ///
  /// @param executor makes them: that may take a moment
  /// @param making makes them, always the same
  public static Handler once(Executor executor, Supplier<TaggedBytes> making) {
    AtomicReference<@Nullable TaggedBytes> kept = new AtomicReference<>();
    return (request, reply) -> {
      TaggedBytes known = kept.get();
      if (known != null) {
        reply.send(known.answer(request));
        return;
      }
      reply.sendFrom(
          executor,
          request,
          () -> {
            TaggedBytes made = making.get();
            kept.set(made);
            return made.answer(request);
          });
    };
  }

  /// The answer to a request.
  public Response answer(Request request) {
    Conditions conditions = new Conditions(request.headers(), tag, null);
    if (conditions.fail()) {
      return ErrorBody.of(412, "bad_request", "If-Match does not hold", request.id());
    }
    return conditions.isUnchanged() ? notModified : ok;
  }

  private static String digest(byte[] body) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
      return HexFormat.of().formatHex(digest, 0, TAG_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
