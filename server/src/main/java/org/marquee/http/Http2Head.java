package org.marquee.http;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The heads of HTTP/2 requests in the form of HTTP/1.1 (RFC 9113, 8.3).
final class Http2Head {
  /// What a field line of HTTP/1.1 has besides its name and its value.
  private static final int AROUND_FIELD = ": \r\n".length();

  private static final int AROUND_TARGET = "  HTTP/1.1".length();

  private Http2Head() {}

  /// What is wrong with the size or the letters of a head; the same limits as of [HeadScan].
  static @Nullable Fault faultIn(Http2Headers head) {
    CharSequence target = target(head);
    CharSequence method = head.method();
    if (method == null || target == null || target.isEmpty()) {
      return Fault.malformed("target", "a request has a method and a path");
    }
    if (!isToken(method)) {
      return Fault.malformed("request-line", "the method is not one");
    }
    if (method.length() + target.length() + AROUND_TARGET > HeadScan.REQUEST_LINE_LIMIT) {
      return Fault.TARGET_TOO_LONG;
    }
    // An address in its place would name a second host (RFC 9113, 8.3.1).
    if (head.path() != null && target.charAt(0) != '/' && !isOfServer(method, target)) {
      return Fault.malformed("target", "the path does not begin with a slash");
    }
    for (int at = 0; at < target.length(); at++) {
      if (target.charAt(at) <= ' ' || target.charAt(at) >= 0x7f) {
        return Fault.malformed("target", "a byte in the path is not visible ASCII");
      }
    }
    long size = 0;
    for (Map.Entry<CharSequence, CharSequence> field : head) {
      Fault fault = faultIn(field);
      if (fault != null) {
        return fault;
      }
      size += field.getKey().length() + field.getValue().length() + AROUND_FIELD;
    }
    // The pseudo-fields are the request line of HTTP/1.1, but for the host.
    size -= target.length() + method.length();
    return size > HeadScan.HEADERS_LIMIT ? Fault.HEADERS_TOO_LARGE : null;
  }

  /// The codec looks for capital letters in names alone.
  private static @Nullable Fault faultIn(Map.Entry<CharSequence, CharSequence> field) {
    CharSequence name = field.getKey();
    if (name.charAt(0) != ':' && !isToken(name)) {
      return Fault.malformed("header", "the name of a field is not one");
    }
    CharSequence value = field.getValue();
    for (int at = 0; at < value.length(); at++) {
      if (HeadScan.isControl(value.charAt(at))) {
        return Fault.malformed("header", HeadScan.CONTROL_CHARACTER);
      }
    }
    return null;
  }

  private static boolean isToken(CharSequence text) {
    for (int at = 0; at < text.length(); at++) {
      if (!HeadScan.isOfToken(text.charAt(at))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /// `OPTIONS *` asks about the server as a whole.
  private static boolean isOfServer(CharSequence method, CharSequence target) {
    return "OPTIONS".contentEquals(method) && "*".contentEquals(target);
  }

  /// A head in which there is no such fault.
  ///
  /// @param whole whether no body follows; one without a length is what HTTP/1.1 calls chunked
  static HttpRequest request(Http2Headers head, boolean whole) {
    HttpHeaders fields =
        DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
    CharSequence authority = head.authority();
    for (Map.Entry<CharSequence, CharSequence> field : head) {
      CharSequence name = field.getKey();
      if (name.charAt(0) != ':' && !(authority != null && isSameHost(name, field, authority))) {
        fields.add(name, field.getValue().toString());
      }
    }
    if (!whole && !fields.contains(HttpHeaderNames.CONTENT_LENGTH)) {
      fields.add(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
    if (authority != null) {
      fields.add(HttpHeaderNames.HOST, authority.toString());
    }
    return new DefaultHttpRequest(
        HttpVersion.HTTP_1_1,
        HttpMethod.valueOf(String.valueOf(head.method())),
        String.valueOf(target(head)),
        fields);
  }

  private static boolean isSameHost(
      CharSequence name, Map.Entry<CharSequence, CharSequence> field, CharSequence authority) {
    return HttpHeaderNames.HOST.contentEquals(name)
        && AsciiString.contentEqualsIgnoreCase(authority, field.getValue());
  }

  /// CONNECT has no path.
  private static @Nullable CharSequence target(Http2Headers head) {
    return head.path() == null ? head.authority() : head.path();
  }
}
