package org.marquee.v1;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.marquee.http.ErrorBody;
import org.marquee.listing.Bounds;

/// The header fields of answers that callers may rely on (docs/api.md, "Header fields"). Fields
/// that HTTP itself asks for, as `Date`, are not among them, nor are those of CORS.
public enum AnswerHeader {
  CACHE_CONTROL(
      "Cache-Control",
      true,
      new Schema.OneOf(List.of("private, no-cache")),
      "private, no-cache",
      "Keep the answer for yourself, and ask again with `If-None-Match` before you use it."),
  NO_STORE(
      "Cache-Control",
      true,
      new Schema.OneOf(List.of("no-store")),
      "no-store",
      "Errors are never to be kept."),
  ETAG(
      "ETag",
      true,
      new Schema.Matching(Pattern.compile("W/\"[0-9a-f]{16}\"")),
      "W/\"1f0c5d5f8a6b3e27\"",
      "The tag of the answer. It changes when, and only when, the body does. Send it as"
          + " `If-None-Match`."),
  LINK(
      "Link",
      false,
      new Schema.Text(new Bounds(1, 16_384)),
      "</v1/films?limit=50&cursor=AQLb>; rel=\"next\"",
      "The request for the next page, relative to the service (RFC 8288). The last page has none."),
  RATE_LIMIT(
      "RateLimit",
      false,
      new Schema.Matching(Pattern.compile("\"[^\"]+\";r=[0-9]+;t=[0-9]+")),
      "\"trial\";r=41;t=19",
      "How many requests are left (`r`), and in how many seconds the whole quota is available again"
          + " (`t`). Left out where the plan has no limit."),
  RATE_LIMIT_POLICY(
      "RateLimit-Policy",
      false,
      new Schema.Matching(Pattern.compile("\"[^\"]+\";q=[0-9]+;w=[0-9]+")),
      "\"trial\";q=60;w=60",
      "How many requests the plan allows (`q`) in how many seconds (`w`). Left out where the plan"
          + " has no limit."),
  REQUEST_ID(
      "X-Request-Id",
      true,
      new Schema.Text(new Bounds(1, ErrorBody.LONGEST_REQUEST_ID)),
      "5oxvh2cio4owol25hmgh",
      "The request's id: the one that you sent, or else a new one. Quote it to the operator."),
  RETRY_AFTER(
      "Retry-After",
      true,
      new Schema.Whole(new Bounds(1, Integer.MAX_VALUE)),
      1,
      "In how many seconds to try again."),
  VARY(
      "Vary",
      true,
      new Schema.Text(new Bounds(1, 200)),
      MediaType.vary(List.of(MediaType.JSON)).value(),
      "Which fields of the request the answer depends on."),
  WWW_AUTHENTICATE(
      "WWW-Authenticate",
      true,
      new Schema.Matching(Pattern.compile("Bearer realm=\"marquee\"(, error=\"invalid_token\")?")),
      "Bearer realm=\"marquee\"",
      "How to authenticate. `invalid_token` stands in it where a key was sent.");

  /// Of an answer of 304, and, with [#LINK] for lists, of an answer of 200.
  public static final List<AnswerHeader> OF_CURRENT =
      List.of(CACHE_CONTROL, ETAG, RATE_LIMIT, RATE_LIMIT_POLICY, REQUEST_ID, VARY);

  private final String field;
  private final boolean always;
  private final Schema<?> schema;
  private final Object example;
  private final String description;

  <V> AnswerHeader(String field, boolean always, Schema<V> schema, V example, String description) {
    this.field = field;
    this.always = always;
    this.schema = schema;
    this.example = example;
    this.description = description;
  }

  /// The fields of an error.
  public static List<AnswerHeader> of(ErrorType error) {
    List<AnswerHeader> headers = new ArrayList<>(List.of(NO_STORE));
    if (error != ErrorType.UNAUTHORIZED && error != ErrorType.INTERNAL_ERROR) {
      headers.add(RATE_LIMIT);
      headers.add(RATE_LIMIT_POLICY);
    }
    headers.add(REQUEST_ID);
    if (error == ErrorType.RATE_LIMITED || error == ErrorType.UNAVAILABLE) {
      headers.add(RETRY_AFTER);
    }
    if (error == ErrorType.UNAUTHORIZED) {
      headers.add(WWW_AUTHENTICATE);
    }
    return List.copyOf(headers);
  }

  /// The name of the field: `X-Request-Id`.
  public String field() {
    return field;
  }

  /// Whether answers that may have the field always have it.
  public boolean isAlwaysThere() {
    return always;
  }

  /// What its value looks like.
  public Schema<?> schema() {
    return schema;
  }

  /// A value that [#schema] allows.
  public Object example() {
    return example;
  }

  /// For callers, in Markdown.
  public String description() {
    return description;
  }
}
