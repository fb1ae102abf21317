package org.marquee.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A follower waits for ever, so it must be possible to end it.
final class EndingTest {
  private static final JsonObject SILENCE =
      new JsonObject(
          Map.of(
              "request",
              Map.of(
                  "path",
                  "/v1/changes",
                  "query",
                  Map.of("since", "c1", "limit", "1000", "wait", "30")),
              "answer",
              Map.of("delay", 60)));

  @Test
  void a_client_that_is_closed_ends_what_waits() throws Exception {
    assertThat(ended(false, builder -> builder))
        .isInstanceOf(MarqueeException.ConnectionFailed.class);
  }

  @Test
  void a_client_with_connections_of_the_caller_ends_what_waits_too() throws Exception {
    try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      assertThat(ended(false, builder -> builder.http(http)))
          .isInstanceOf(MarqueeException.ConnectionFailed.class);
    }
  }

  @Test
  void a_thread_that_is_interrupted_stops_waiting() throws Exception {
    assertThat(ended(true, builder -> builder)).isInstanceOf(MarqueeException.Interrupted.class);
  }

  private static @Nullable Throwable ended(
      boolean byInterrupt, UnaryOperator<MarqueeClient.Builder> made) throws Exception {
    try (CaseServer server = new CaseServer(List.of(SILENCE));
        MarqueeClient client =
            made.apply(MarqueeClient.builder(server.url(), CaseServer.KEY)).build()) {
      AtomicReference<Throwable> end = new AtomicReference<>();
      CountDownLatch over = new CountDownLatch(1);
      Thread follower =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  client.follow(FollowQuery.since("c1").days(0)).forEach(event -> {});
                } catch (RuntimeException e) {
                  end.set(e);
                }
                over.countDown();
              });
      while (!server.wasAsked()) {
        Thread.sleep(1);
      }
      if (byInterrupt) {
        follower.interrupt();
      } else {
        Runnable closing = client::close;
        closing.run();
      }
      assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
      return end.get();
    }
  }
}
