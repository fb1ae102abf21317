package org.marquee.http.message;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;

/// The answer to one request: a [Response] in the form for this client, ready to be written (RFC
/// 9112, 4).
///
/// @param body begins with the bytes of the response's body, plain or compressed
/// @param length how many bytes that are
/// @param headOnly whether to leave the body out, and only that
/// @param cors the lines of [Cors]
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Answer(
    Response response, byte[] body, int length, String requestId, boolean headOnly, byte[] cors) {
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  private static final byte[] REQUEST_ID = line("X-Request-Id: ");
  private static final byte[] NOSNIFF = line("\r\nX-Content-Type-Options: nosniff\r\n");
  private static final byte[] GZIP = line("Content-Encoding: gzip\r\n");
  private static final byte[] LENGTH = line("Content-Length: ");
  private static final byte[] END = line("\r\n");

  /// Room for the fields that are added here, apart from the request id and those of [Cors].
  private static final int ADDED = 256;

  /// The `Connection` field of the answer (RFC 9112, 9.3).
  public enum Persistence {
    /// Nothing: it stays open, as HTTP/1.1 has it.
    DEFAULT(""),
    /// It stays open, which an answer to HTTP/1.0 must state.
    KEEP_ALIVE("Connection: keep-alive\r\n"),
    /// It ends with this answer.
    CLOSE("Connection: close\r\n");

    private final String line;

    Persistence(String line) {
      this.line = line;
    }
  }

  /// The answer to a request; may take the time to compress a body.
  ///
  /// @param request the fields of the request, for the codings it accepts
  /// @param headOnly whether to leave the body out, and only that
  public static Answer of(
      Response response, String requestId, HttpHeaders request, boolean headOnly, Cors cors) {
    Body body = response.body();
    boolean compressed = isCompressed(body, request);
    byte[] bytes = compressed ? body.packed() : body.plain();
    int length = compressed ? bytes.length : body.length();
    return new Answer(response, bytes, length, requestId, headOnly, cors.lines(request));
  }

  private static boolean isCompressed(Body body, HttpHeaders request) {
    return body.length() >= Body.SMALLEST_COMPRESSED
        && request.contains(HttpHeaderNames.ACCEPT_ENCODING)
        && AcceptEncoding.allowsGzip(request.getAll(HttpHeaderNames.ACCEPT_ENCODING));
  }

  public int status() {
    return response.status();
  }

  /// The whole answer in one buffer, which the socket takes fastest. The fields were checked when
  /// they were made.
  public ByteBuf encode(ByteBufAllocator allocator, Persistence persistence) {
    boolean bodiless = status() == NOT_MODIFIED || status() == NO_CONTENT;
    boolean bodyFollows = !bodiless && !headOnly;
    ByteBuf out = head(allocator, persistence, bodyFollows ? length : 0);
    if (!bodiless) {
      writeLength(out);
    }
    out.writeBytes(END);
    return bodyFollows ? out.writeBytes(body, 0, length) : out;
  }

  /// The head of an answer whose body comes later.
  ///
  /// @param framing the line that states where the body ends; may be empty
  public ByteBuf encodeHead(ByteBufAllocator allocator, Persistence persistence, String framing) {
    ByteBuf out = head(allocator, persistence, 0);
    ByteBufUtil.writeAscii(out, framing);
    return out.writeBytes(END);
  }

  /// All lines but those of the body.
  private ByteBuf head(ByteBufAllocator allocator, Persistence persistence, int room) {
    byte[] head = response.head();
    ByteBuf out =
        allocator.directBuffer(head.length + ADDED + requestId.length() + cors.length + room);
    out.writeBytes(head).writeBytes(DateField.line()).writeBytes(REQUEST_ID);
    ByteBufUtil.writeAscii(out, requestId);
    out.writeBytes(NOSNIFF).writeBytes(cors);
    ByteBufUtil.writeAscii(out, persistence.line);
    return out;
  }

  private void writeLength(ByteBuf out) {
    if (length < response.body().length()) {
      out.writeBytes(GZIP);
    }
    out.writeBytes(LENGTH);
    ByteBufUtil.writeAscii(out, Integer.toString(length));
    out.writeBytes(END);
  }

  private static byte[] line(String text) {
    return text.getBytes(US_ASCII);
  }
}
