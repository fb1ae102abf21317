package org.marquee.contract;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.marquee.http.message.ErrorBody;
import org.marquee.v1.declaration.Schema;

/// The header fields that a request may have (docs/api.md, "Conditional requests"), besides
/// `Authorization`.
///
/// @param example a value that `schema` allows
/// @param description for callers, in Markdown
@NullMarked
public record RequestHeader(
    String field, Schema<String> schema, String example, String description) {
  /// Asks for the answer only if it is another one by now.
  public static final RequestHeader IF_NONE_MATCH =
      new RequestHeader(
          "If-None-Match",
          new Schema.Matching(Pattern.compile("[ !-~]+")),
          "W/\"1f0c5d5f8a6b3e27\"",
          "The `ETag` of the answer that you have. If the answer is still the same, you get 304"
              + " without a body, and the request costs nothing.");

  /// Names the request.
  public static final RequestHeader REQUEST_ID =
      new RequestHeader(
          "X-Request-Id",
          new Schema.Matching(Pattern.compile("[!-~]{1," + ErrorBody.LONGEST_REQUEST_ID + "}")),
          "5oxvh2cio4owol25hmgh",
          "An id of your own for the request. The answer has it too, and the operator's log.");

  /// Those that a request to any operation may have.
  public static final List<RequestHeader> OF_EVERY_OPERATION = List.of(IF_NONE_MATCH, REQUEST_ID);

  /// Those that a request for a file may have beside them.
  public static final List<RequestHeader> OF_FILES =
      List.of(
          new RequestHeader(
              "Range",
              new Schema.Matching(Pattern.compile("bytes=[0-9]*-[0-9]*")),
              "bytes=1000000-",
              "The part of the file that you want. You get 206, or 416 where the file is shorter."),
          new RequestHeader(
              "If-Range",
              new Schema.Matching(Pattern.compile("[ !-~]+")),
              "\"18ea8bc53743d79f-d64-315e15\"",
              "The `ETag` or `Last-Modified` of the file that you have a part of. If it is another"
                  + " file by now, you get all of it."),
          new RequestHeader(
              "If-Modified-Since",
              new Schema.Matching(Pattern.compile("[ !-~]+")),
              "Sun, 22 Nov 2026 04:00:12 GMT",
              "The `Last-Modified` of the file that you have. If the file is still the same, you get"
                  + " 304 without a body."));
}
