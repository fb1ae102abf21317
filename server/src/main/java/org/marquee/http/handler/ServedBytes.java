package org.marquee.http.handler;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.http.ErrorBody;
import org.marquee.http.Handler;
import org.marquee.http.Header;
import org.marquee.http.Request;
import org.marquee.http.Response;

/// Bytes that never change while the program runs, as an answer; 304 if the client has them (RFC
/// 9110, 13). They are made at the first request, and kept.
public final class ServedBytes implements Handler {
  /// Half of a SHA-256.
  private static final int TAG_BYTES = 16;

  private final Executor executor;
  private final String contentType;
  private final Header[] headers;
  private final Supplier<byte[]> source;

  private volatile @Nullable Made made;

  /// @param executor makes them: that may take a moment
  /// @param contentType their media type
  /// @param source makes them, always the same
  /// @param headers further header fields of each answer of 200 and 304
  public ServedBytes(
      Executor executor, String contentType, Supplier<byte[]> source, Header... headers) {
    this.executor = executor;
    this.contentType = contentType;
    this.source = source;
    this.headers = headers.clone();
  }

  /// The answers.
  ///
  /// @param tag without `W/`, which the answers have since they may be compressed
  private record Made(String tag, Response ok, Response notModified) {}

  @Override
  public void handle(Request request, Reply reply) {
    Made known = made;
    if (known == null) {
      reply.sendFrom(executor, request, () -> answer(request, make()));
    } else {
      reply.send(answer(request, known));
    }
  }

  private static Response answer(Request request, Made made) {
    FileConditions conditions = new FileConditions(request.headers(), made.tag(), null);
    if (conditions.fail()) {
      return ErrorBody.of(412, "bad_request", "If-Match does not hold", request.id());
    }
    return conditions.isUnchanged() ? made.notModified() : made.ok();
  }

  private synchronized Made make() {
    Made known = made;
    if (known == null) {
      byte[] body = source.get();
      String tag = '"' + digest(body) + '"';
      Header[] fields = {new Header("ETag", "W/" + tag), new Header("Vary", "Accept-Encoding")};
      known =
          new Made(
              tag,
              Response.of(200, contentType, body, fields).with(headers),
              Response.empty(304, fields).with(headers));
      made = known;
    }
    return known;
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
