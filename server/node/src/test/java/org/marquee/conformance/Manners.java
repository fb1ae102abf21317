package org.marquee.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.conformance.Client.Answer;
import tools.jackson.databind.JsonNode;

/// What every answer must have (docs/api.md, "Header fields", "Errors" and "Envelopes").
final class Manners {
  private static final Map<Integer, Set<String>> CODES =
      Map.ofEntries(
          Map.entry(400, Set.of("bad_request")),
          Map.entry(401, Set.of("unauthorized")),
          Map.entry(403, Set.of("entitlement_required", "forbidden")),
          Map.entry(404, Set.of("not_found")),
          Map.entry(405, Set.of("bad_request")),
          Map.entry(408, Set.of("bad_request")),
          Map.entry(412, Set.of("bad_request")),
          Map.entry(413, Set.of("bad_request")),
          Map.entry(414, Set.of("bad_request")),
          Map.entry(417, Set.of("bad_request")),
          Map.entry(421, Set.of("bad_request")),
          Map.entry(429, Set.of("rate_limited")),
          Map.entry(431, Set.of("bad_request")),
          Map.entry(501, Set.of("bad_request")),
          Map.entry(503, Set.of("database_unavailable")),
          Map.entry(505, Set.of("bad_request")));

  private static final List<String> REASONS =
      List.of(
          "required",
          "unknown",
          "repeated",
          "empty",
          "malformed",
          "too_small",
          "too_large",
          "too_short",
          "too_long",
          "not_allowed_together",
          "required_together",
          "unknown_value",
          "unknown_postcode",
          "cursor_mismatch",
          "window_empty",
          "window_too_long");

  private Manners() {}

  static void check(Answer answer, boolean head, String request) {
    try {
      check(answer, head);
    } catch (AssertionError e) {
      throw new AssertionError("the answer to " + request + "\nis " + answer, e);
    }
  }

  private static void check(Answer answer, boolean head) {
    answer.one("Date");
    String requestId = answer.one("X-Request-Id");
    assertThat(requestId).matches("[!-~]{1,160}");
    assertThat(answer.one("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.one("Access-Control-Allow-Origin")).isEqualTo("*");
    assertThat(answer.one("Access-Control-Expose-Headers"))
        .isEqualTo("ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id");
    assertThat(answer.all("Access-Control-Allow-Credentials")).isEmpty();
    if (answer.status() == 204) {
      assertThat(answer.one("Allow")).isEqualTo("GET, HEAD, OPTIONS");
      assertThat(answer.all("RateLimit")).isEmpty();
      return;
    }
    if (answer.status() == 304) {
      assertThat(answer.all("Content-Type")).isEmpty();
    } else {
      assertThat(answer.one("Content-Type")).isEqualTo("application/json");
    }
    if (answer.status() < 400) {
      assertThat(answer.status()).isIn(200, 304);
      assertThat(answer.one("ETag")).matches("W/\"[!#-~]+\"");
      assertThat(answer.one("Cache-Control")).isEqualTo("private, no-cache");
      assertThat(answer.one("Vary"))
          .isIn("Authorization, Accept-Encoding", "Authorization, Accept, Accept-Encoding");
    } else {
      assertThat(answer.all("ETag")).isEmpty();
      assertThat(answer.one("Cache-Control")).isEqualTo("no-store");
      assertThat(CODES).containsKey(answer.status());
    }
    if (answer.status() == 304) {
      assertThat(answer.body()).isEmpty();
    } else if (!head && answer.status() >= 400) {
      checkError(answer, requestId);
    }
  }

  private static void checkError(Answer answer, String requestId) {
    JsonNode body = answer.json();
    assertThat(body.propertyNames()).containsExactly("error");
    JsonNode error = body.get("error");
    assertThat(error.propertyNames()).isSubsetOf("code", "message", "requestId", "details");
    assertThat(error.get("code").asString()).isIn(CODES.getOrDefault(answer.status(), Set.of()));
    String message = error.get("message").asString();
    assertThat(message.codePointCount(0, message.length())).isBetween(1, 300);
    assertThat(error.get("requestId").asString()).isEqualTo(requestId);
    if (answer.status() == 400) {
      JsonNode violations = error.at("/details/violations");
      assertThat(violations.isArray() && !violations.isEmpty()).isTrue();
      for (JsonNode violation : violations) {
        assertThat(violation.propertyNames())
            .containsExactlyInAnyOrder("parameter", "reason", "message");
        assertThat(violation.get("reason").asString()).isIn(REASONS);
        assertThat(violation.get("message").asString()).isNotEmpty();
      }
    }
    switch (answer.status()) {
      case 401 -> assertThat(answer.one("WWW-Authenticate")).startsWith("Bearer realm=\"marquee\"");
      case 405 -> assertThat(answer.one("Allow")).isEqualTo("GET, HEAD, OPTIONS");
      case 429 ->
          assertThat(error.at("/details/retryAfterSeconds").asString())
              .isEqualTo(answer.one("Retry-After"));
      case 503 -> assertThat(answer.one("Retry-After")).matches("[1-9][0-9]*");
      default -> {}
    }
  }
}
