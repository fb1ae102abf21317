package org.marquee.client;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.client.MarqueeException.ConnectionFailed;
import org.marquee.client.MarqueeException.UnexpectedAnswer;

/// Makes values of answers, and failures of all that is no answer of the interface.
final class AnswerReader {
  private static final int LONGEST_MESSAGE = 300;
  private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]");
  // Anything else could not be sent back as it came.
  private static final Pattern TAG = Pattern.compile("(W/)?\"[\\x21\\x23-\\x7e]*\"");
  // Gateways in front of the service give these, with bodies of their own.
  private static final Set<Integer> OF_GATEWAYS = Set.of(401, 403, 429);

  private final Settings settings;
  private final AnswerCache cache;

  AnswerReader(Settings settings, AnswerCache cache) {
    this.settings = settings;
    this.cache = cache;
  }

  /// The value of an answer.
  ///
  /// @throws MarqueeException where it is none
  <T> T read(
      Transport.Question<T> question,
      AnswerCache.@Nullable Kept kept,
      HttpResponse<byte[]> answer) {
    if (answer.statusCode() == 304 && kept != null) {
      return value(question, answer, kept.body());
    }
    byte[] body = body(answer);
    if (answer.statusCode() != 200) {
      throw failure(answer, body);
    }
    T value = value(question, answer, body);
    String etag = header(answer.headers(), "ETag");
    String control = header(answer.headers(), "Cache-Control").toLowerCase(Locale.ROOT);
    if (question.cached() && TAG.matcher(etag).matches() && !control.contains("no-store")) {
      cache.keep(question.target(), new AnswerCache.Kept(etag, body));
    }
    return value;
  }

  /// The failure for a body beyond the limit.
  UnexpectedAnswer tooLarge(int status, HttpHeaders headers) {
    return new UnexpectedAnswer(
        "the answer has more than "
            + settings.maxBodyBytes()
            + " bytes; ask for less with limit, or raise maxBodyBytes",
        status,
        requestId(headers));
  }

  private byte[] body(HttpResponse<byte[]> answer) {
    HttpHeaders headers = answer.headers();
    if (!header(headers, "Content-Encoding").equalsIgnoreCase("gzip")) {
      return answer.body();
    }
    byte[] body;
    try {
      body = BoundedBody.unpacked(answer.body(), settings.maxBodyBytes());
    } catch (IOException e) {
      throw new ConnectionFailed("the compressed answer is damaged", e);
    }
    if (body == null) {
      throw tooLarge(answer.statusCode(), headers);
    }
    return body;
  }

  private <T> T value(Transport.Question<T> question, HttpResponse<byte[]> answer, byte[] body) {
    try {
      JsonObject json = JsonObject.parse(body);
      if (json != null) {
        return question.read().apply(json);
      }
    } catch (JsonObject.Malformed e) {
      throw unexpected(
          "JSON of another shape (" + shown(String.valueOf(e.getMessage())) + ")", answer);
    }
    String type = shown(answer.headers().firstValue("Content-Type").orElse("no type"));
    throw unexpected("a body that is not JSON (" + type + ")", answer);
  }

  private MarqueeException failure(HttpResponse<byte[]> answer, byte[] body) {
    int status = answer.statusCode();
    if (status >= 300 && status < 400 && status != 304) {
      String to = shown(answer.headers().firstValue("Location").orElse("nowhere"));
      return unexpected("a redirect to " + to + ", which is not followed", answer);
    }
    if (status < 400) {
      return unexpected("no data", answer);
    }
    JsonObject error = error(body);
    if (error == null && !OF_GATEWAYS.contains(status) && status < 500) {
      return unexpected("no error of a Marquee service", answer);
    }
    return ApiException.of(
        error == null
            ? new ApiException.Answer(
                status,
                "unknown",
                "the answer has no error body",
                requestId(answer.headers()),
                Map.of(),
                RetryPolicy.retryAfter(answer.headers()))
            : apiAnswer(answer, error));
  }

  private ApiException.Answer apiAnswer(HttpResponse<byte[]> answer, JsonObject error) {
    Map<String, Object> members = error.members();
    String requestId =
        members.get("requestId") instanceof String named
            ? printable(named)
            : requestId(answer.headers());
    return new ApiException.Answer(
        answer.statusCode(),
        printable(error.text("code")),
        printable(String.valueOf(members.getOrDefault("message", ""))),
        requestId,
        members.get("details") instanceof Map<?, ?> ? error.object("details").members() : Map.of(),
        RetryPolicy.retryAfter(answer.headers()));
  }

  /// The error of a body; null if it has none. An answer may echo the request, and with it the key.
  private @Nullable JsonObject error(byte[] body) {
    String text = settings.withoutKey(new String(body, StandardCharsets.UTF_8));
    try {
      JsonObject json = JsonObject.parse(text.getBytes(StandardCharsets.UTF_8));
      JsonObject error = json == null ? null : json.object("error");
      return error != null && error.members().get("code") instanceof String ? error : null;
    } catch (JsonObject.Malformed e) {
      return null;
    }
  }

  private UnexpectedAnswer unexpected(String what, HttpResponse<?> answer) {
    return new UnexpectedAnswer(
        "GET "
            + answer.uri().getRawPath()
            + " was answered with status "
            + answer.statusCode()
            + " and "
            + what
            + "; check the base URL "
            + settings.baseUrl(),
        answer.statusCode(),
        requestId(answer.headers()));
  }

  /// What names the request in the operator's log; null where the answer has nothing.
  @Nullable String requestId(HttpHeaders headers) {
    return headers.firstValue("X-Request-Id").map(this::shown).orElse(null);
  }

  /// A text of the service as it may stand in a message.
  private String shown(String text) {
    return printable(settings.withoutKey(text));
  }

  /// The beginning of a text of the service, in one line that terminals and logs show as it is.
  private static String printable(String text) {
    String beginning = text.substring(0, Math.min(LONGEST_MESSAGE, text.length()));
    return CONTROLS.matcher(beginning).replaceAll(" ");
  }

  private static String header(HttpHeaders headers, String name) {
    return headers.firstValue(name).orElse("");
  }
}
