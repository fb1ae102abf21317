package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.HttpConversionUtil;
import io.netty.util.AsciiString;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Heads of HTTP/2 and those of HTTP/1.1 (RFC 9113, 8.3).
final class Http2Head {
  /// What a field line of HTTP/1.1 has besides its name and its value.
  private static final int AROUND_FIELD = ": \r\n".length();

  private static final int AROUND_TARGET = "  HTTP/1.1".length();

  private static final int STATUS = "HTTP/1.1 ".length();

  private Http2Head() {}

  /// What is wrong with the size of a head, with its target or its method; the same limits as of
  /// [HeadScan]. The codec has checked the letters of the fields.
  static @Nullable Fault faultIn(Http2Headers head) {
    String method = head.method() == null ? "" : head.method().toString();
    // CONNECT has no path.
    CharSequence target = method.equals("CONNECT") ? head.authority() : head.path();
    if (method.isEmpty() || target == null || target.isEmpty()) {
      return Fault.malformed("target", "a request has a method and a path");
    }
    if (!method.chars().allMatch(HeadScan::isOfToken)) {
      return Fault.malformed("request-line", "the method is not one");
    }
    if (method.length() + target.length() + AROUND_TARGET > HeadScan.REQUEST_LINE_LIMIT) {
      return Fault.TARGET_TOO_LONG;
    }
    // An address in its place would name a second host (RFC 9113, 8.3.1). `OPTIONS *` asks about
    // the server as a whole.
    boolean ofServer = method.equals("OPTIONS") && "*".contentEquals(target);
    if (head.path() != null && target.charAt(0) != '/' && !ofServer) {
      return Fault.malformed("target", "the path does not begin with a slash");
    }
    if (!target.toString().chars().allMatch(octet -> octet > ' ' && octet < 0x7f)) {
      return Fault.malformed("target", "a byte in the path is not visible ASCII");
    }
    // The pseudo-fields are the request line of HTTP/1.1, but for the host.
    long size = -(target.length() + method.length());
    for (Map.Entry<CharSequence, CharSequence> field : head) {
      size += field.getKey().length() + field.getValue().length() + AROUND_FIELD;
    }
    if (size > HeadScan.HEADERS_LIMIT) {
      return Fault.HEADERS_TOO_LARGE;
    }
    CharSequence authority = head.authority();
    boolean oneHost =
        authority == null
            || head.getAll(HttpHeaderNames.HOST).stream()
                .allMatch(host -> AsciiString.contentEqualsIgnoreCase(authority, host));
    return oneHost ? null : Fault.malformed("host", "the Host field is repeated");
  }

  /// A head in which there is no such fault.
  ///
  /// @param whole whether no body follows; one without a length is what HTTP/1.1 calls chunked
  static HttpRequest request(int stream, Http2Headers head, boolean whole) throws Http2Exception {
    HttpRequest request = HttpConversionUtil.toHttpRequest(stream, head, false);
    if (!whole && !request.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
      request.headers().add(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
    return request;
  }

  /// The head of an answer.
  ///
  /// @param lines in the form of HTTP/1.1, which are released
  static Http2Headers answer(ByteBuf lines) {
    AsciiString[] all = new AsciiString(ByteBufUtil.getBytes(lines), false).split('\n');
    lines.release();
    Http2Headers head = new DefaultHttp2Headers(false);
    head.status(all[0].subSequence(STATUS, STATUS + 3, false));
    for (int at = 1; all[at].length() > 1; at++) {
      int colon = all[at].indexOf(':', 0);
      head.add(
          all[at].subSequence(0, colon, false).toLowerCase(),
          all[at].subSequence(colon + 1, all[at].length(), false).trim());
    }
    return head;
  }
}
