package org.marquee.http.handler;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.marquee.http.body.AnswerStream;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers requests.
public interface Handler {
  /// The log of requests that failed.
  Logger LOG = LoggerFactory.getLogger(Handler.class);

  /// Takes one request and answers it once, now or later, from any thread.
  ///
  /// Called on an event loop: it must not block. An exception becomes a 500 without details and a
  /// log entry.
  void handle(Request request, Reply reply);

  /// The limits of a request's body; called before it is read.
  default BodyLimit body(Request request) {
    return BodyLimit.IGNORED;
  }

  /// The answer to a request that is refused because of its head or its body.
  ///
  /// @param fault what it is otherwise, in JSON
  default Response refusal(Request request, Response fault) {
    return fault;
  }

  /// Writes the body of an answer.
  @FunctionalInterface
  interface BodyWriter {
    /// Writes it.
    ///
    /// @throws IOException if the client is gone, or the body cannot be made
    void writeTo(OutputStream out) throws IOException;
  }

  /// Where the answer goes.
  interface Reply {
    /// Sets the name of the route for the `Observer`; the last call before the answer counts.
    ///
    /// @param name the template of a path, which a `Router` gives, or another of few names
    void route(String name);

    /// Sets the caller for the `Observer`.
    ///
    /// @param organization its name
    /// @param keyId the id of the key that was shown; empty where there is none
    void caller(String organization, String keyId);

    /// Runs tasks in turn on the event loop of the connection. An answer that is sent there passes
    /// through no other thread. The same for all connections of an event loop. A task that is
    /// scheduled, even at once, comes after what clients have sent meanwhile; tasks that follow
    /// each other by `execute` keep requests waiting for up to a second. It takes no tasks once the
    /// server has closed.
    ScheduledExecutorService loop();

    /// Runs `task` once, on the event loop, when the client closes its side of the connection, or
    /// the connection ends, before the answer is sent. For answers that are waited for: a client
    /// that only closed its side still gets one. It must not block.
    void whenLeft(Runnable task);

    /// Sends the answer; the first call counts, later ones are ignored.
    void send(Response response);

    /// Begins an answer whose body is sent as it is made; the first answer counts, and the stream
    /// of a later one has ended. So has that of an answer to HEAD.
    ///
    /// @param head the answer without a body; nothing is compressed
    /// @param length of the body in bytes, which must be right; negative where it is not known
    AnswerStream stream(Response head, long length);

    /// Sends 500 without details, and logs why; where there is an answer already, neither.
    void fail(Throwable cause);

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
          fail(e);
        }
      });
    }

    /// Streams what `body` writes, which `executor` runs and which waits while the client does not
    /// read. If it throws, the connection breaks, so that no client takes the part for the whole.
    ///
    /// @param head and `length` as in [#stream]
    @SuppressWarnings("CatchingUnchecked") // as above
    default void streamFrom(Executor executor, Response head, long length, BodyWriter body) {
      AnswerStream stream = stream(head, length);
      executor.execute(() -> {
        try {
          if (!stream.isEnded()) {
            OutputStream out = stream.blocking();
            body.writeTo(out);
            out.close();
          }
        } catch (Throwable e) {
          boolean gone = stream.isEnded();
          stream.fail();
          if (!gone) {
            LOG.atError().setCause(e).log("an answer broke off");
          }
        }
      });
    }

    /// Answers on an executor, but if `answer` takes longer than `most`, the result of `late` is
    /// sent instead.
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
