package org.marquee.mock;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.v1.answer.ErrorExamples;

/// Answers with the error that a request asks for in its field `Prefer` (RFC 7240): `code=429`, or
/// `code=403, error=forbidden` where a status has several errors. All other requests are passed on.
///
/// @param handler answers all other requests
record Failing(Handler handler) implements Handler {
  private static final Pattern PREFERENCE =
      Pattern.compile("(code|error)\\s*=\\s*\"?([a-z0-9_]{1,40})\"?");

  @Override
  public void handle(Request request, Reply reply) {
    List<String> preferences = request.headers().all("Prefer");
    if (preferences.isEmpty()) {
      handler.handle(request, reply);
      return;
    }
    Optional<String> code = Optional.empty();
    Optional<String> error = Optional.empty();
    Matcher matcher = PREFERENCE.matcher(String.join(",", preferences).toLowerCase(Locale.ROOT));
    while (matcher.find()) {
      if (matcher.group(1).equals("code")) {
        code = Optional.of(matcher.group(2));
      } else {
        error = Optional.of(matcher.group(2));
      }
    }
    if (code.isEmpty()) {
      handler.handle(request, reply);
    } else {
      reply.send(failure(code.get(), error, request));
    }
  }

  private static Response failure(String status, Optional<String> error, Request request) {
    return ErrorExamples.of(status, error, request)
        .map(response ->
            response.with(
                "Preference-Applied",
                "code=" + status + error.map(code -> ", error=" + code).orElse("")))
        .orElseGet(() -> ErrorExamples.unknown(request));
  }

  @Override
  public BodyLimit body(Request request) {
    return handler.body(request);
  }
}
