package org.marquee.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.marquee.http.message.ErrorBody;
import org.marquee.listing.Bounds;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Schema;

/// The header fields of answers that callers may rely on (docs/api.md, "Header fields"). Fields
/// that HTTP itself asks for, as `Date`, are not among them, nor are those of CORS.
///
/// @param name as documents call it: `RequestId`
/// @param field the name of the field: `X-Request-Id`
/// @param always whether answers that may have the field always have it
/// @param schema what its value looks like
/// @param example a value that `schema` allows
/// @param description for callers, in Markdown
@NullMarked
public record AnswerHeader(
    String name,
    String field,
    boolean always,
    Schema<?> schema,
    Object example,
    String description) {
  /// What may be kept of an answer.
  public static final AnswerHeader CACHE_CONTROL =
      new AnswerHeader(
          "CacheControl",
          "Cache-Control",
          true,
          new Schema.OneOf(List.of("private, no-cache")),
          "private, no-cache",
          "Keep the answer for yourself, and ask again with `If-None-Match` before you use it.");

  /// The same field of an error.
  public static final AnswerHeader NO_STORE =
      new AnswerHeader(
          "NoStore",
          "Cache-Control",
          true,
          new Schema.OneOf(List.of("no-store")),
          "no-store",
          "Errors are never to be kept.");

  /// The tag of an answer.
  public static final AnswerHeader ETAG =
      new AnswerHeader(
          "Etag",
          "ETag",
          true,
          new Schema.Matching(Pattern.compile("W/\"[0-9a-f]{16}\"")),
          "W/\"1f0c5d5f8a6b3e27\"",
          "The tag of the answer. It changes when, and only when, the body does. Send it as"
              + " `If-None-Match`.");

  /// The tag of a file.
  static final AnswerHeader FILE_TAG =
      new AnswerHeader(
          "FileTag",
          "ETag",
          true,
          new Schema.Matching(Pattern.compile("\"[0-9a-f]+-[0-9a-f]+-[0-9a-f]+\"")),
          "\"18ea8bc53743d79f-d64-315e15\"",
          "The tag of the file. It is strong. Send it as `If-None-Match` or `If-Range`.");

  /// When a file was made.
  static final AnswerHeader LAST_MODIFIED =
      new AnswerHeader(
          "LastModified",
          "Last-Modified",
          true,
          new Schema.Matching(
              Pattern.compile("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT")),
          "Sun, 22 Nov 2026 04:00:12 GMT",
          "When the file was made.");

  /// That parts of a file may be asked for.
  static final AnswerHeader ACCEPT_RANGES =
      new AnswerHeader(
          "AcceptRanges",
          "Accept-Ranges",
          true,
          new Schema.OneOf(List.of("bytes")),
          "bytes",
          "`Range` may ask for a part.");

  /// Which part of a file it is.
  public static final AnswerHeader CONTENT_RANGE =
      new AnswerHeader(
          "ContentRange",
          "Content-Range",
          true,
          new Schema.Matching(Pattern.compile("bytes [0-9]+-[0-9]+/[0-9]+")),
          "bytes 0-999999/4200000",
          "The first and the last byte of the part, and the size of the file.");

  /// The next page of a list.
  public static final AnswerHeader LINK =
      new AnswerHeader(
          "Link",
          "Link",
          false,
          new Schema.Text(new Bounds(1, 16_384)),
          "</v1/films?limit=50&cursor=AQLb>; rel=\"next\"",
          "The request for the next page, relative to the service (RFC 8288). The last page has"
              + " none.");

  /// What is left of the rate.
  public static final AnswerHeader RATE_LIMIT =
      new AnswerHeader(
          "RateLimit",
          "RateLimit",
          false,
          new Schema.Matching(Pattern.compile("\"[^\"]+\";r=[0-9]+;t=[0-9]+")),
          "\"trial\";r=41;t=19",
          "How many requests are left (`r`), and in how many seconds the whole quota is available"
              + " again (`t`). Left out where the plan has no limit.");

  /// The rate.
  public static final AnswerHeader RATE_LIMIT_POLICY =
      new AnswerHeader(
          "RateLimitPolicy",
          "RateLimit-Policy",
          false,
          new Schema.Matching(Pattern.compile("\"[^\"]+\";q=[0-9]+;w=[0-9]+")),
          "\"trial\";q=60;w=60",
          "How many requests the plan allows (`q`) in how many seconds (`w`). Left out where the"
              + " plan has no limit.");

  /// The id of the request.
  public static final AnswerHeader REQUEST_ID =
      new AnswerHeader(
          "RequestId",
          "X-Request-Id",
          true,
          new Schema.Text(new Bounds(1, ErrorBody.LONGEST_REQUEST_ID)),
          "5oxvh2cio4owol25hmgh",
          "The request's id: the one that you sent, or else a new one. Quote it to the operator.");

  /// When to try again.
  public static final AnswerHeader RETRY_AFTER =
      new AnswerHeader(
          "RetryAfter",
          "Retry-After",
          true,
          new Schema.Whole(new Bounds(1, Integer.MAX_VALUE)),
          1,
          "In how many seconds to try again.");

  /// What an answer depends on.
  public static final AnswerHeader VARY =
      new AnswerHeader(
          "Vary",
          "Vary",
          true,
          new Schema.Text(new Bounds(1, 200)),
          MediaType.vary(List.of(MediaType.JSON)).value(),
          "Which fields of the request the answer depends on.");

  /// How to authenticate.
  public static final AnswerHeader WWW_AUTHENTICATE =
      new AnswerHeader(
          "WwwAuthenticate",
          "WWW-Authenticate",
          true,
          new Schema.Matching(
              Pattern.compile("Bearer realm=\"marquee\"(, error=\"invalid_token\")?")),
          "Bearer realm=\"marquee\"",
          "How to authenticate. `invalid_token` stands in it where a key was sent.");

  /// Of an answer of 304, and, with [#LINK] for lists, of an answer of 200.
  public static final List<AnswerHeader> OF_CURRENT =
      List.of(CACHE_CONTROL, ETAG, RATE_LIMIT, RATE_LIMIT_POLICY, REQUEST_ID, VARY);

  /// Of an answer of 200 and 304 with a file. That of 206 has [#CONTENT_RANGE] too.
  public static final List<AnswerHeader> OF_FILE =
      List.of(
          ACCEPT_RANGES,
          CACHE_CONTROL,
          FILE_TAG,
          LAST_MODIFIED,
          RATE_LIMIT,
          RATE_LIMIT_POLICY,
          REQUEST_ID,
          VARY);

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
}
