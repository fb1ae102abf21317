package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.time.Clock;

/// Turns a [Response] into what goes on the wire, with the fields that every answer carries.
final class Answers {
  private static final int COMPRESSED_FROM = 1024;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final AsciiString DATE = AsciiString.cached("Date");
  private static final AsciiString CONTENT_TYPE = AsciiString.cached("Content-Type");
  private static final AsciiString CONTENT_LENGTH = AsciiString.cached("Content-Length");
  private static final AsciiString CONTENT_ENCODING = AsciiString.cached("Content-Encoding");
  private static final AsciiString CONTENT_TYPE_OPTIONS =
      AsciiString.cached("X-Content-Type-Options");
  private static final AsciiString NOSNIFF = AsciiString.cached("nosniff");

  /// Fields are checked here, and only those that are not our own constants.
  private static final DefaultHttpHeadersFactory UNCHECKED =
      DefaultHttpHeadersFactory.headersFactory().withValidation(false);

  private final DateField date;
  private final Gzip gzip = new Gzip();

  Answers(Clock clock) {
    date = new DateField(clock);
  }

  /// The answer to a request with the id `requestId`.
  ///
  /// @param requestHeaders the fields of the request, for the codings it accepts
  /// @param headOnly whether to leave the body out, and only that
  /// @throws IllegalArgumentException if a field holds what could end it
  FullHttpResponse encode(
      Response response, String requestId, HttpHeaders requestHeaders, boolean headOnly) {
    HttpHeaders headers = UNCHECKED.newHeaders();
    headers.add(DATE, date.now());
    headers.add(RequestId.FIELD, requestId);
    headers.add(CONTENT_TYPE_OPTIONS, NOSNIFF);
    for (Header header : response.headers()) {
      headers.add(checkedName(header.name()), checkedValue(header.value()));
    }
    byte[] body = response.body();
    boolean bodiless = response.status() == NOT_MODIFIED || response.status() == NO_CONTENT;
    headers.add(CONTENT_TYPE, checkedValue(response.contentType()));
    if (!bodiless) {
      body = compress(body, requestHeaders, headers);
      headers.add(CONTENT_LENGTH, Integer.toString(body.length));
    }
    ByteBuf content = bodiless || headOnly ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body);
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1,
        HttpResponseStatus.valueOf(response.status()),
        content,
        headers,
        EmptyHttpHeaders.INSTANCE);
  }

  private byte[] compress(byte[] body, HttpHeaders requestHeaders, HttpHeaders headers) {
    if (body.length < COMPRESSED_FROM
        || !requestHeaders.contains(HttpHeaderNames.ACCEPT_ENCODING)
        || !AcceptEncoding.allowsGzip(requestHeaders.getAll(HttpHeaderNames.ACCEPT_ENCODING))) {
      return body;
    }
    byte[] packed = gzip.compress(body);
    if (packed.length < body.length) {
      headers.add(CONTENT_ENCODING, HttpHeaderValues.GZIP);
    }
    return packed;
  }

  private static String checkedName(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a header field without a name");
    }
    for (int at = 0; at < name.length(); at++) {
      char letter = name.charAt(at);
      if (letter != '-' && (letter > 'z' || !Character.isLetterOrDigit(letter))) {
        throw new IllegalArgumentException("not the name of a header field: " + name);
      }
    }
    return name;
  }

  private static String checkedValue(String value) {
    for (int at = 0; at < value.length(); at++) {
      if (value.charAt(at) < ' ' || value.charAt(at) > '~') {
        throw new IllegalArgumentException("not the value of a header field");
      }
    }
    return value;
  }
}
