package org.marquee.http;

import java.util.ArrayList;
import java.util.List;

/// An answer, without what the server adds to each: `Date`, `X-Request-Id`,
/// `X-Content-Type-Options`, `Content-Length`, and compression.
///
/// @param body the whole body; the server leaves it out on HEAD and 304
@SuppressWarnings("ArrayRecordComponent") // a body is handed on, never compared
public record Response(int status, String contentType, List<Header> headers, byte[] body) {
  private static final byte[] NOTHING = {};

  public Response {
    headers = List.copyOf(headers);
  }

  /// A JSON answer.
  public static Response json(int status, byte[] body) {
    return new Response(status, "application/json", List.of(), body);
  }

  /// An answer without a body, as 304.
  public static Response empty(int status) {
    return new Response(status, "application/json", List.of(), NOTHING);
  }

  /// The same with one more header.
  public Response with(String name, String value) {
    List<Header> more = new ArrayList<>(headers.size() + 1);
    more.addAll(headers);
    more.add(new Header(name, value));
    return new Response(status, contentType, more, body);
  }
}
