package org.marquee.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.http.HttpClient;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A client for HTTP of the caller's own sends the requests, and outlives the clients that use it.
final class OwnHttpTest {
  private static final Map<String, Object> PAGE =
      Map.of(
          "data",
          List.of(),
          "pagination",
          Map.of("hasMore", false),
          "freshness",
          Map.of("observedAt", "2026-11-22T04:10:00Z"));
  private static final JsonObject FILMS =
      new JsonObject(
          Map.of(
              "request",
              Map.of("path", "/v1/films", "query", Map.of()),
              "answer",
              Map.of("body", PAGE)));

  @Test
  void two_clients_share_it() throws Exception {
    AtomicInteger tasks = new AtomicInteger();
    try (CaseServer server = new CaseServer(Collections.nCopies(2, FILMS));
        HttpClient http =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(task -> {
                  tasks.incrementAndGet();
                  Thread.ofVirtual().start(task);
                })
                .build()) {
      for (int i = 0; i < 2; i++) {
        try (MarqueeClient client =
            MarqueeClient.builder(server.url(), CaseServer.KEY).http(http).build()) {
          assertThat(client.films().stream()).isEmpty();
        }
      }
      assertThat(server.faults()).isEmpty();
      assertThat(tasks.get()).isPositive();
    }
  }

  @Test
  void one_that_follows_redirects_would_carry_the_key_away() {
    HttpClient http = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MarqueeClient.builder("http://a.example", "mq_1").http(http).build())
        .withMessageContaining("redirects");
  }
}
