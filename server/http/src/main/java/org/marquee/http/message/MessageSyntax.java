package org.marquee.http.message;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rules for the header fields that state the host of a request and where it ends (RFC 9112,
/// 3.2 and 6).
public final class MessageSyntax {
  /// Longer ones are too large whatever their digits.
  private static final int MOST_LENGTH_DIGITS = 18;

  private MessageSyntax() {}

  /// The first fault after which the connection cannot go on, or null.
  ///
  /// @param most bytes that the body may have
  public static @Nullable Fault faultIn(HttpRequest head, long most) {
    HttpHeaders headers = head.headers();
    boolean http10 = head.protocolVersion().equals(HttpVersion.HTTP_1_0);
    Fault fault = hostFault(headers, http10);
    if (fault == null && headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
      fault = codingFault(headers, http10);
    }
    if (fault == null && headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
      fault = lengthFault(headers.getAll(HttpHeaderNames.CONTENT_LENGTH), most);
    }
    if (fault == null && !http10 && headers.contains(HttpHeaderNames.EXPECT)) {
      fault = expectationFault(headers);
    }
    return fault;
  }

  /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110, 10.1.1).
  public static boolean expectsContinue(HttpRequest head) {
    HttpHeaders headers = head.headers();
    return headers.contains(HttpHeaderNames.EXPECT)
        && !head.protocolVersion().equals(HttpVersion.HTTP_1_0)
        && expectations(headers).findAny().isPresent()
        && announcesBody(head);
  }

  /// Whether a body follows, if the head is sound.
  public static boolean announcesBody(HttpRequest head) {
    HttpHeaders headers = head.headers();
    return headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
        || (headers.contains(HttpHeaderNames.CONTENT_LENGTH)
            && !headers.containsValue(HttpHeaderNames.CONTENT_LENGTH, "0", false));
  }

  private static @Nullable Fault hostFault(HttpHeaders headers, boolean http10) {
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.isEmpty()) {
      return http10 ? null : Fault.malformed("host", "the Host field is missing");
    }
    if (hosts.size() > 1) {
      return Fault.malformed("host", "the Host field is repeated");
    }
    return Authority.isValid(hosts.getFirst())
        ? null
        : Fault.malformed("host", "the Host field is not a host and a port");
  }

  private static @Nullable Fault codingFault(HttpHeaders headers, boolean http10) {
    List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (http10
        || codings.size() > 1
        || !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.getFirst())) {
      return Fault.malformed("transfer-encoding", "the only coding understood is chunked");
    }
    return headers.contains(HttpHeaderNames.CONTENT_LENGTH)
        ? Fault.malformed("content-length", "a chunked body has no Content-Length")
        : null;
  }

  private static @Nullable Fault lengthFault(List<String> lengths, long most) {
    String length = lengths.getFirst();
    if (lengths.size() > 1
        || length.isEmpty()
        || !length.chars().allMatch(letter -> letter >= '0' && letter <= '9')) {
      return Fault.malformed("content-length", "the length of the body is not one number");
    }
    return length.length() > MOST_LENGTH_DIGITS || Long.parseLong(length) > most
        ? Fault.bodyTooLarge(most)
        : null;
  }

  /// All other expectations are refused at once: their client may wait before it sends the body
  /// (RFC 9110, 10.1.1).
  private static @Nullable Fault expectationFault(HttpHeaders headers) {
    return expectations(headers).allMatch(HttpHeaderValues.CONTINUE::contentEqualsIgnoreCase)
        ? null
        : Fault.EXPECTATION;
  }

  /// The members of the list; empty ones do not count (RFC 9110, 5.6.1).
  private static Stream<String> expectations(HttpHeaders headers) {
    return headers.getAll(HttpHeaderNames.EXPECT).stream()
        .flatMap(field -> Arrays.stream(field.split(",", -1)))
        .map(String::strip)
        .filter(each -> !each.isEmpty());
  }
}
