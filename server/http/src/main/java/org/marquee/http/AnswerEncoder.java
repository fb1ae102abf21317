package org.marquee.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Clock;

/// Turns a [Response] into the [Answer] to one request.
final class AnswerEncoder {
  private final DateField date;

  private final Cors cors;

  AnswerEncoder(Clock clock, Cors cors) {
    date = new DateField(clock);
    this.cors = cors;
  }

  /// The answer to a request with the id `requestId`; may take the time to compress a body.
  ///
  /// @param requestHeaders the fields of the request, for the codings it accepts
  /// @param headOnly whether to leave the body out, and only that
  Answer prepare(
      Response response, String requestId, HttpHeaders requestHeaders, boolean headOnly) {
    Body body = response.body();
    boolean compressed = isCompressed(body, requestHeaders);
    byte[] bytes = compressed ? body.packed() : body.plain();
    int length = compressed ? bytes.length : body.length();
    return new Answer(
        response, bytes, length, requestId, headOnly, date, cors.lines(requestHeaders));
  }

  private static boolean isCompressed(Body body, HttpHeaders requestHeaders) {
    return body.length() >= Body.SMALLEST_COMPRESSED
        && requestHeaders.contains(HttpHeaderNames.ACCEPT_ENCODING)
        && AcceptEncoding.allowsGzip(requestHeaders.getAll(HttpHeaderNames.ACCEPT_ENCODING));
  }
}
