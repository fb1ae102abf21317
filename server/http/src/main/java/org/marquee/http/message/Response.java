package org.marquee.http.message;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Arrays;
import java.util.Optional;

/// An answer, without what the server adds to each: `Date`, `X-Request-Id`,
/// `X-Content-Type-Options`, `Content-Length`, and compression.
///
/// Immutable, and made to be kept: it may be sent any number of times, by many threads at once. Its
/// fields are checked and written once, its body is compressed at most once, and [#with] shares
/// both.
public final class Response {
  private static final Body NOTHING = new Body(new byte[0], 0);
  private static final byte[] BETWEEN = {':', ' '};
  private static final byte[] END = {'\r', '\n'};
  private static final Header JSON = new Header("Content-Type", "application/json");

  private final int status;
  private final byte[] head;
  private final Body body;
  private final boolean lent;

  private Response(int status, byte[] head, Body body, boolean lent) {
    this.status = status;
    this.head = head;
    this.body = body;
    this.lent = lent;
  }

  private Response(int status, Header contentType, Header[] more, Body body) {
    this(status, lines(lines(statusLine(status), contentType), more), body, false);
  }

  /// An answer of any type.
  ///
  /// @param status 200 to 599
  /// @param body the whole body, not to be changed any more; the server leaves it out on HEAD, 204
  ///   and 304
  /// @throws IllegalArgumentException if `contentType` is not the value of a [Header]
  public static Response of(int status, String contentType, byte[] body, Header... headers) {
    return new Response(
        status, new Header("Content-Type", contentType), headers, new Body(body, body.length));
  }

  /// A JSON answer.
  ///
  /// @param status 200 to 599
  /// @param body as with [#of]
  public static Response json(int status, byte[] body, Header... headers) {
    return new Response(status, JSON, headers, new Body(body, body.length));
  }

  /// This response with another body, which is only lent: it must stay as it is until
  /// `Handler.Reply#send` returns, and may change then. For answers that are sent once, from a
  /// buffer that is used again; nobody may keep them.
  ///
  /// @param bytes begins with the body
  /// @param length of the body, in bytes
  public Response lending(byte[] bytes, int length, Header... more) {
    return new Response(status, lines(head, more), new Body(bytes, length), true);
  }

  /// This response with a body that is compressed with gzip already. Only for clients that take it
  /// so ([Request#acceptsGzip]).
  ///
  /// @param packed the compressed body, not to be changed any more
  /// @param length of the body before, in bytes: more than small bodies have, which are never
  ///   compressed
  public Response compressed(byte[] packed, int length, Header... more) {
    return new Response(status, lines(head, more), Body.packed(packed, length), false);
  }

  /// This response with another body.
  ///
  /// @param bytes as with [#of]
  public Response carrying(byte[] bytes, Header... more) {
    return new Response(status, lines(head, more), new Body(bytes, bytes.length), false);
  }

  /// This response with a body that nobody else changes.
  public Response owned() {
    return lent ? new Response(status, head, body.copied(), false) : this;
  }

  /// An answer without a body and without a type of one, as 304.
  ///
  /// @param status 200 to 599
  public static Response empty(int status, Header... headers) {
    return new Response(status, lines(statusLine(status), headers), NOTHING, false);
  }

  /// This response with more headers, at the price of copying the head; the body is shared.
  public Response with(Header... more) {
    return new Response(status, lines(head, more), body, lent);
  }

  /// This response with one more header.
  ///
  /// @throws IllegalArgumentException if they are not a [Header]
  public Response with(String name, String value) {
    return with(new Header(name, value));
  }

  /// The value of its first field of a name.
  public Optional<String> field(String name) {
    return new String(head, US_ASCII)
        .lines()
        .filter(line -> line.startsWith(name + ": "))
        .map(line -> line.substring(name.length() + 2))
        .findFirst();
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

  @SuppressWarnings("deprecation") // the one way to the bytes of a string without a copy between
  private static byte[] lines(byte[] before, Header... more) {
    int length = before.length;
    for (Header header : more) {
      length += header.name().length() + header.value().length() + BETWEEN.length + END.length;
    }
    byte[] lines = Arrays.copyOf(before, length);
    int at = before.length;
    for (Header header : more) {
      String name = header.name();
      name.getBytes(0, name.length(), lines, at);
      at += name.length();
      System.arraycopy(BETWEEN, 0, lines, at, BETWEEN.length);
      at += BETWEEN.length;
      String value = header.value();
      value.getBytes(0, value.length(), lines, at);
      at += value.length();
      System.arraycopy(END, 0, lines, at, END.length);
      at += END.length;
    }
    return lines;
  }
}
