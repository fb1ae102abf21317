package org.marquee.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers requests.
public interface Handler {
  /// Where a request that failed is told.
  Logger LOG = LoggerFactory.getLogger(Handler.class);

  /// Takes one request and answers it once, now or later, from any thread.
  ///
  /// Called on an event loop: it must not block. An exception becomes a 500 without details and a
  /// log entry.
  void handle(Request request, Reply reply);

  /// What the body of a request may be; asked before it is read.
  default BodyLimit body(Request request) {
    return BodyLimit.IGNORED;
  }

  /// Where the answer goes.
  interface Reply {
    /// Says by which name the [Observer] knows what answers; the last call before the answer counts.
    ///
    /// @param name the template of a path, which a [Router] gives, or another of few names
    void route(String name);

    /// Says who asks, for the [Observer].
    ///
    /// @param organization its name
    /// @param keyId the id of the key that was shown; empty where there is none
    void caller(String organization, String keyId);

    /// Sends the answer; the first call counts, later ones are ignored.
    void send(Response response);

    /// Sends what `answer` gives, once `executor` has run it. Whatever it throws becomes a 500
    /// without details and a log entry: a connection must never wait for an answer that does not
    /// come.
    @SuppressWarnings(
        "CatchingUnchecked") // running out of memory too must not leave the caller waiting
    default void sendFrom(Executor executor, Request request, Supplier<Response> answer) {
      executor.execute(() -> {
        try {
          send(answer.get());
        } catch (Throwable e) {
          LOG.atError().addKeyValue("requestId", request.id()).setCause(e).log("a request failed");
          send(
              ErrorBody.of(
                  500,
                  "internal_error",
                  "something went wrong inside; the log has it",
                  request.id()));
        }
      });
    }

    /// The same, but where `answer` takes longer than `most`, what `late` gives is sent, and the
    /// answer is dropped when it comes.
    default void sendFrom(
        Executor executor,
        Request request,
        Supplier<Response> answer,
        Duration most,
        Supplier<Response> late) {
      CompletableFuture<Void> waiting = new CompletableFuture<>();
      sendFrom(
          executor,
          request,
          () -> {
            try {
              return answer.get();
            } finally {
              waiting.complete(null);
            }
          });
      var _ =
          waiting
              .orTimeout(most.toNanos(), TimeUnit.NANOSECONDS)
              .exceptionally(_ -> {
                sendFrom(executor, request, late);
                return null;
              });
    }
  }
}
