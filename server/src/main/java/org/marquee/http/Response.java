package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Arrays;

/// An answer, without what the server adds to each: `Date`, `X-Request-Id`,
/// `X-Content-Type-Options`, `Content-Length`, and compression.
///
/// Immutable, and made to be kept: it may be sent any number of times, by many threads at once. Its
/// fields are checked and written once, its body is compressed at most once, and [#with] shares
/// both.
public final class Response {
  private static final Body NOTHING = new Body(new byte[0]);
  private static final Header JSON = new Header("Content-Type", "application/json");

  private final int status;
  private final byte[] head;
  private final Body body;

  private Response(int status, byte[] head, Body body) {
    this.status = status;
    this.head = head;
    this.body = body;
  }

  private Response(int status, Header contentType, Header[] more, Body body) {
    this(status, lines(lines(statusLine(status), contentType), more), body);
  }

  /// An answer of any type.
  ///
  /// @param status 200 to 599
  /// @param body the whole body, not to be changed any more; the server leaves it out on HEAD, 204
  ///   and 304
  /// @throws IllegalArgumentException if `contentType` is not the value of a [Header]
  public static Response of(int status, String contentType, byte[] body, Header... headers) {
    return new Response(status, new Header("Content-Type", contentType), headers, new Body(body));
  }

  /// A JSON answer.
  ///
  /// @param status 200 to 599
  /// @param body as with [#of]
  public static Response json(int status, byte[] body, Header... headers) {
    return new Response(status, JSON, headers, new Body(body));
  }

  /// An answer without a body, as 304.
  ///
  /// @param status 200 to 599
  public static Response empty(int status, Header... headers) {
    return new Response(status, JSON, headers, NOTHING);
  }

  /// The same with more headers, at the price of copying the head; the body is shared.
  public Response with(Header... more) {
    return new Response(status, lines(head, more), body);
  }

  /// The same with one more header.
  ///
  /// @throws IllegalArgumentException if they are not a [Header]
  public Response with(String name, String value) {
    return with(new Header(name, value));
  }

  /// The status code, 200 to 599.
  public int status() {
    return status;
  }

  /// The status line and the field lines as they go on the wire, without the empty line after them;
  /// not to be changed.
  byte[] head() {
    return head;
  }

  Body body() {
    return body;
  }

  private static byte[] statusLine(int status) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("not the status of an answer: " + status);
    }
    return ("HTTP/1.1 " + HttpResponseStatus.valueOf(status) + "\r\n").getBytes(US_ASCII);
  }

  private static byte[] lines(byte[] before, Header... more) {
    StringBuilder added = new StringBuilder();
    for (Header header : more) {
      added.append(header.name()).append(": ").append(header.value()).append("\r\n");
    }
    byte[] lines = Arrays.copyOf(before, before.length + added.length());
    System.arraycopy(added.toString().getBytes(US_ASCII), 0, lines, before.length, added.length());
    return lines;
  }
}
