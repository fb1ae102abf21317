package org.marquee.http.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.toUnmodifiableMap;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which web pages may read the answers of a server (the Fetch standard, "CORS protocol").
///
/// Keys travel in `Authorization`, never in cookies, so pages are never allowed credentials.
public final class Cors {
  private static final String ALLOW_ORIGIN = "Access-Control-Allow-Origin";
  private static final String EXPOSED =
      "Access-Control-Expose-Headers:"
          + " ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id\r\n";
  private static final Header REQUEST_HEADERS =
      new Header(
          "Access-Control-Allow-Headers",
          "Accept, Authorization, Content-Type, If-Match, If-None-Match, If-Range, Last-Event-ID,"
              + " Mcp-Protocol-Version, Mcp-Session-Id, Range, X-Request-Id");

  /// A day, in seconds; browsers shorten it.
  private static final Header MAX_AGE = new Header("Access-Control-Max-Age", "86400");

  /// No page may read anything: no answer has a CORS field.
  public static final Cors OFF = new Cors("", Map.of());

  /// Pages of all origins may read all answers.
  public static final Cors ANY = new Cors(ALLOW_ORIGIN + ": *\r\n" + EXPOSED, Map.of());

  /// The lines for every other origin, and for requests without one.
  private final byte[] usual;

  private final Map<String, byte[]> byOrigin;

  private Cors(String usual, Map<String, byte[]> byOrigin) {
    this.usual = usual.getBytes(US_ASCII);
    this.byOrigin = byOrigin;
  }

  /// Pages of these origins may read all answers.
  ///
  /// @param origins as browsers send them: `https://rex.example`, `http://localhost:3000`
  /// @throws IllegalArgumentException if one is not the value of a [Header]
  public static Cors of(Set<String> origins) {
    String vary = "Vary: Origin\r\n";
    return new Cors(
        vary,
        origins.stream()
            .map(origin -> new Header(ALLOW_ORIGIN, origin))
            .collect(
                toUnmodifiableMap(
                    Header::value,
                    each ->
                        (ALLOW_ORIGIN + ": " + each.value() + "\r\n" + EXPOSED + vary)
                            .getBytes(US_ASCII))));
  }

  /// Whether a request comes from no web page, or from one of an origin that the operator named:
  /// `*` names none.
  public boolean names(Request request) {
    return byOrigin.keySet().containsAll(request.headers().all("Origin"));
  }

  /// The lines that go into every answer to a request with these fields, errors included; not to be
  /// changed.
  byte[] lines(HttpHeaders request) {
    if (byOrigin.isEmpty()) {
      return usual;
    }
    List<String> origins = request.getAll(HttpHeaderNames.ORIGIN);
    return origins.size() == 1 ? byOrigin.getOrDefault(origins.getFirst(), usual) : usual;
  }

  /// The fields that an answer to OPTIONS has more: none unless a page that may read the answer
  /// asks what it may send.
  ///
  /// @param methods that the path takes
  public Header[] preflight(Request request, String methods) {
    List<String> origins = request.headers().all("Origin");
    boolean asked =
        origins.size() == 1 && !request.headers().all("Access-Control-Request-Method").isEmpty();
    boolean allowed =
        byOrigin.isEmpty() ? usual.length > 0 : asked && byOrigin.containsKey(origins.getFirst());
    return asked && allowed
        ? new Header[] {
          new Header("Access-Control-Allow-Methods", methods), REQUEST_HEADERS, MAX_AGE
        }
        : new Header[0];
  }
}
