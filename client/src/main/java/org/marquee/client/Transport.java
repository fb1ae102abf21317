package org.marquee.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.client.MarqueeException.ConnectionFailed;
import org.marquee.client.MarqueeException.Interrupted;
import org.marquee.client.MarqueeException.TimedOut;

/// Asks one service, again where that may help, and conditionally where it can. Safe for many
/// threads.
final class Transport implements AutoCloseable {
  private static final String VERSION = "0.1.0";

  private final Settings settings;
  private final HttpClient http;
  private final AnswerCache cache;
  private final AnswerReader answers;
  private final Pausing pausing;
  private final CountDownLatch closed = new CountDownLatch(1);

  /// Waits; tests do not.
  @FunctionalInterface
  interface Pausing {
    void pause(Duration duration, CountDownLatch closed) throws InterruptedException;

    /// Waits until the time is over or the client is closed.
    static void sleep(Duration duration, CountDownLatch closed) throws InterruptedException {
      boolean unused = closed.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /// One question.
  ///
  /// @param target path and query behind the base URL
  /// @param read makes a value of the answer
  /// @param cached whether the answer may be kept, and asked for conditionally
  /// @param patient whether to go on after the last retry
  /// @param extra what the service may take beyond the timeout
  record Question<T>(
      String target,
      Function<JsonObject, T> read,
      boolean cached,
      boolean patient,
      Duration extra) {}

  Transport(Settings settings, Pausing pausing) {
    this.settings = settings;
    this.pausing = pausing;
    cache = new AnswerCache(settings.cacheBytes());
    answers = new AnswerReader(settings, cache);
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.timeout());
    // Over plain HTTP the client would offer an upgrade with each request.
    if ("http".equalsIgnoreCase(settings.baseUrl().getScheme())) {
      builder.version(HttpClient.Version.HTTP_1_1);
    }
    if (settings.tls() != null) {
      builder.sslContext(settings.tls());
    }
    http = builder.build();
  }

  /// What the question's reader makes of the answer, after as many attempts as it takes.
  <T> T get(Question<T> question) {
    AnswerCache.Kept kept = question.cached() ? cache.find(question.target()) : null;
    for (int attempt = 0; ; attempt++) {
      Duration pause;
      try {
        return answers.read(question, kept, send(question, kept));
      } catch (MarqueeException failure) {
        boolean isLast = attempt >= settings.retries() && !question.patient();
        pause = isLast ? null : RetryPolicy.pauseAfter(failure, attempt);
        if (pause == null || isClosed()) {
          throw failure;
        }
      }
      pause(pause);
    }
  }

  /// Waits between two questions.
  void pause(Duration duration) {
    try {
      pausing.pause(duration, closed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Interrupted(e);
    }
  }

  /// Ends all that is under way.
  @Override
  public void close() {
    closed.countDown();
    http.shutdownNow();
  }

  @Override
  public String toString() {
    return settings.baseUrl().toString();
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private HttpResponse<byte[]> send(Question<?> question, AnswerCache.@Nullable Kept kept) {
    if (isClosed()) {
      throw new IllegalStateException("the client is closed");
    }
    Duration timeout = settings.timeout().plus(question.extra());
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(
            request(question, kept),
            head ->
                new BoundedBody(
                    settings.maxBodyBytes(),
                    () -> answers.tooLarge(head.statusCode(), head.headers())));
    try {
      return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw timedOut(timeout);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new Interrupted(e);
    } catch (ExecutionException e) {
      throw failure(e.getCause(), timeout);
    }
  }

  private HttpRequest request(Question<?> question, AnswerCache.@Nullable Kept kept) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(settings.baseUrl() + question.target()))
            .header("Authorization", "Bearer " + settings.key())
            .header("Accept", "application/json")
            .header("Accept-Encoding", "gzip")
            .header("User-Agent", "marquee-java/" + VERSION);
    if (kept != null) {
      request.header("If-None-Match", kept.etag());
    }
    return request.build();
  }

  private MarqueeException failure(@Nullable Throwable cause, Duration timeout) {
    if (cause instanceof MarqueeException tooLarge) {
      return tooLarge;
    }
    if (cause instanceof java.net.http.HttpTimeoutException) {
      return timedOut(timeout);
    }
    if (cause instanceof IOException) {
      return new ConnectionFailed("no answer from " + settings.baseUrl() + ": " + cause, cause);
    }
    throw new IllegalStateException("the request could not be sent", cause);
  }

  private TimedOut timedOut(Duration timeout) {
    return new TimedOut(
        settings.baseUrl()
            + " gave no complete answer within "
            + timeout.toMillis() / 1000.0
            + " s");
  }
}
