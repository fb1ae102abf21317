package org.marquee.ops;

import java.net.InetAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.http.body.Delivery;
import org.marquee.http.connection.Answered;
import org.marquee.http.message.Parameter;
import org.marquee.http.message.Request;
import org.marquee.json.JsonObject;
import org.marquee.notice.Secrets;

/// A line of the access log (docs/watching.md). It never shows a key, wherever the caller wrote it,
/// nor a whole address.
final class AccessLine {
  private static final String MASK = "…";

  /// The longest text of a caller. Lines wait in memory until they are written.
  private static final int LONGEST = 1_000;

  private static final int IPV4_BYTES = 4;

  private AccessLine() {}

  /// The line of an answer.
  ///
  /// @param at when it ended
  static JsonObject of(Answered answer, long bytes, Delivery delivery, Instant at) {
    JsonObject line = JsonObject.of("time", at.truncatedTo(ChronoUnit.MILLIS));
    Request request = answer.request();
    if (request != null) {
      line.with("requestId", shown(request.id()))
          .with("client", network(request.client()))
          .with("method", request.method())
          .with("path", shown("/" + String.join("/", request.path())))
          .with("query", query(request.query()))
          .with("userAgent", userAgent(request.headers().all("User-Agent")));
    }
    return line.with("route", named(answer.route()))
        .with("organization", named(answer.organization()))
        .with("keyId", named(answer.keyId()))
        .with("status", answer.status())
        .with("bytes", bytes)
        .with("micros", answer.nanos() / 1_000)
        .with("delivery", delivery == Delivery.SENT ? null : delivery.name());
  }

  private static @Nullable String named(String text) {
    return text.isEmpty() ? null : text;
  }

  /// Decoded, so that no way to write `token` gets past.
  private static @Nullable String query(List<Parameter> parameters) {
    return named(
        shown(
            parameters.stream()
                .map(each -> each.name() + "=" + (Secrets.hides(each.name()) ? MASK : each.text()))
                .collect(Collectors.joining("&"))));
  }

  private static @Nullable String userAgent(List<String> fields) {
    return fields.isEmpty() ? null : shown(fields.getFirst());
  }

  private static String shown(String text) {
    String masked = Secrets.withoutKeys(text);
    return masked.length() <= LONGEST ? masked : masked.substring(0, LONGEST) + MASK;
  }

  /// The first 24 bits of an IPv4 address, the first 48 of an IPv6 address: not a person.
  static String network(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == IPV4_BYTES) {
      return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + ".0/24";
    }
    return group(bytes, 0) + ":" + group(bytes, 2) + ":" + group(bytes, IPV4_BYTES) + "::/48";
  }

  private static String group(byte[] bytes, int at) {
    return Integer.toHexString(((bytes[at] & 0xff) << Byte.SIZE) | (bytes[at + 1] & 0xff));
  }
}
