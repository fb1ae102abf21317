package org.marquee.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.marquee.client.MarqueeException.ConnectionFailed;
import org.marquee.client.MarqueeException.Interrupted;
import org.marquee.client.MarqueeException.TimedOut;
import org.marquee.client.MarqueeException.UnexpectedAnswer;

/// Asks one service, again where that may help, and conditionally where it can. Safe for many
/// threads.
final class Transport implements AutoCloseable {
  private static final String VERSION = "0.1.0";

  private final Settings settings;
  private final HttpClient http;
  private final Runnable ending;
  private final Consumer<? super Attempt> onAttempt;
  private final AnswerCache cache;
  private final AnswerReader answers;
  private final Pausing pausing;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();

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

  /// @param ending ends what belongs to the client alone
  Transport(
      Settings settings,
      HttpClient http,
      Runnable ending,
      Consumer<? super Attempt> onAttempt,
      Pausing pausing) {
    this.settings = settings;
    this.http = http;
    this.ending = ending;
    this.onAttempt = onAttempt;
    this.pausing = pausing;
    cache = new AnswerCache(settings.cacheBytes());
    answers = new AnswerReader(settings, cache);
  }

  /// Connections for one client alone.
  static HttpClient connections(Settings settings, Limits limits, @Nullable SSLContext tls) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(limits.timeout());
    // Over plain HTTP the client would offer an upgrade with each request.
    if ("http".equalsIgnoreCase(settings.baseUrl().getScheme())) {
      builder.version(HttpClient.Version.HTTP_1_1);
    }
    if (tls != null) {
      builder.sslContext(tls);
    }
    return builder.build();
  }

  /// What the question's reader makes of the answer, after as many attempts as it takes.
  <T> T get(Question<T> question, Limits given) {
    // A patient one is asked for ever.
    Limits limits = question.patient() ? given.withCallTimeout(Limits.USUAL.callTimeout()) : given;
    AnswerCache.Kept kept = question.cached() ? cache.find(question.target()) : null;
    long start = System.nanoTime();
    for (int number = 1; ; number++) {
      long asked = System.nanoTime();
      Duration pause;
      try {
        HttpResponse<byte[]> answer = send(question, kept, limits, start);
        T value = answers.read(question, kept, answer);
        String requestId = answers.requestId(answer.headers());
        tell(question, number, answer.statusCode(), requestId, asked, null, null);
        return value;
      } catch (MarqueeException failure) {
        pause = pauseAfter(failure, number, question, limits, start);
        switch (failure) {
          case ApiException of ->
              tell(question, number, of.status(), of.requestId(), asked, of, pause);
          case UnexpectedAnswer of ->
              tell(question, number, of.status(), of.requestId(), asked, of, pause);
          default -> tell(question, number, null, null, asked, failure, pause);
        }
        if (pause == null) {
          throw failure;
        }
      }
      pause(pause);
    }
  }

  /// How long to wait before the next attempt; null where there is none.
  private @Nullable Duration pauseAfter(
      MarqueeException failure, int number, Question<?> question, Limits limits, long start) {
    if (isClosed() || (number > limits.retries() && !question.patient())) {
      return null;
    }
    Duration pause = RetryPolicy.pauseAfter(failure, number - 1);
    return pause == null || pause.compareTo(limits.left(start)) >= 0 ? null : pause;
  }

  private void tell(
      Question<?> question,
      int number,
      @Nullable Integer status,
      @Nullable String requestId,
      long asked,
      @Nullable MarqueeException failure,
      @Nullable Duration pause) {
    Duration took = Duration.ofNanos(System.nanoTime() - asked);
    onAttempt.accept(
        new Attempt(question.target(), number, status, requestId, took, failure, pause));
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
    underWay.forEach(each -> each.cancel(true));
    ending.run();
  }

  @Override
  public String toString() {
    return settings.baseUrl().toString();
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  @SuppressWarnings("CollectionUndefinedEquality") // a future is equal to itself alone, as meant
  private HttpResponse<byte[]> send(
      Question<?> question, AnswerCache.@Nullable Kept kept, Limits limits, long start) {
    if (isClosed()) {
      throw new IllegalStateException("the client is closed");
    }
    Duration timeout = limits.timeout().plus(question.extra());
    Duration left = limits.left(start);
    boolean isLast = left.compareTo(timeout) < 0;
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(
            request(question, kept),
            head ->
                new BoundedBody(
                    settings.maxBodyBytes(),
                    () -> answers.tooLarge(head.statusCode(), head.headers())));
    underWay.add(answer);
    try {
      if (isClosed()) {
        answer.cancel(true);
      }
      return answer.get((isLast ? left : timeout).toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw timedOut(isLast ? limits.callTimeout() : timeout);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new Interrupted(e);
    } catch (CancellationException e) {
      throw failure(e, timeout);
    } catch (ExecutionException e) {
      throw failure(e.getCause(), timeout);
    } finally {
      underWay.remove(answer);
    }
  }

  private HttpRequest request(Question<?> question, AnswerCache.@Nullable Kept kept) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(settings.baseUrl() + question.target()))
            .header("Authorization", "Bearer " + settings.key())
            .header("Accept", "application/json")
            .header("Accept-Encoding", "gzip")
            .header("User-Agent", userAgent());
    if (kept != null) {
      request.header("If-None-Match", kept.etag());
    }
    return request.build();
  }

  private String userAgent() {
    String own = "marquee-java/" + VERSION;
    return settings.userAgent() == null ? own : own + " " + settings.userAgent();
  }

  private MarqueeException failure(@Nullable Throwable cause, Duration timeout) {
    if (cause instanceof MarqueeException tooLarge) {
      return tooLarge;
    }
    if (cause instanceof CancellationException) {
      return new ConnectionFailed("the client was closed", cause);
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
