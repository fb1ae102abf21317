package org.marquee.node;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.http.AnswerStream;
import org.marquee.http.BodyLimit;
import org.marquee.http.Delivery;
import org.marquee.http.Handler;
import org.marquee.http.Request;
import org.marquee.http.Response;
import org.marquee.notice.Secrets;

/// Makes a span of each request, a part of the caller's trace where the request names one (W3C
/// Trace Context).
///
/// @param handler answers the requests
record TracedRequests(Handler handler, Tracer tracer) implements Handler {
  private static final int SERVER_ERROR = 500;

  private static final TextMapGetter<Request> FIELDS = TracedRequests::field;

  private static @Nullable String field(@Nullable Request request, String name) {
    List<String> values = request == null ? List.of() : request.headers().all(name);
    return values.size() == 1 ? values.getFirst() : null;
  }

  @Override
  public void handle(Request request, Reply reply) {
    Context callers =
        W3CTraceContextPropagator.getInstance().extract(Context.root(), request, FIELDS);
    Span span =
        tracer
            .spanBuilder(request.method())
            .setParent(callers)
            .setSpanKind(SpanKind.SERVER)
            .setAttribute("http.request.method", request.method())
            .setAttribute("marquee.request_id", Secrets.withoutKeys(request.id()))
            .startSpan();
    TracedReply traced = new TracedReply(request, reply, span);
    try (Scope _ = span.makeCurrent()) {
      handler.handle(request, traced);
    } catch (RuntimeException | Error e) {
      traced.fail(e);
    }
  }

  @Override
  public BodyLimit body(Request request) {
    return handler.body(request);
  }

  @Override
  public Response refusal(Request request, Response fault) {
    return handler.refusal(request, fault);
  }

  /// Passes the answer on, and ends the span with it. Work that it hands to other threads is part
  /// of the span.
  private record TracedReply(Request request, Reply reply, Span span, AtomicBoolean ended)
      implements Reply {
    TracedReply(Request request, Reply reply, Span span) {
      this(request, reply, span, new AtomicBoolean());
    }

    @Override
    public void route(String name) {
      span.updateName(request.method() + " " + name);
      span.setAttribute("http.route", name);
      reply.route(name);
    }

    @Override
    public void caller(String organization, String keyId) {
      span.setAttribute("marquee.organization", organization);
      reply.caller(organization, keyId);
    }

    @Override
    public ScheduledExecutorService loop() {
      return reply.loop();
    }

    @Override
    public void whenLeft(Runnable task) {
      reply.whenLeft(task);
    }

    @Override
    public void send(Response response) {
      // Before the answer is there: who has it may ask for the span.
      end(response.status());
      reply.send(response);
    }

    @Override
    public AnswerStream stream(Response head, long length) {
      AnswerStream stream = reply.stream(head, length);
      stream.whenEnded(delivery -> {
        if (delivery != Delivery.SENT) {
          span.setAttribute("marquee.delivery", delivery.name());
        }
        end(head.status());
      });
      return stream;
    }

    @Override
    public void fail(Throwable cause) {
      end(SERVER_ERROR);
      reply.fail(cause);
    }

    private void end(int status) {
      if (ended.compareAndSet(false, true)) {
        span.setAttribute("http.response.status_code", status);
        if (status >= SERVER_ERROR) {
          span.setStatus(StatusCode.ERROR);
        }
        span.end();
      }
    }

    @Override
    public void sendFrom(Executor executor, Request asked, Supplier<Response> answer) {
      Reply.super.sendFrom(within(executor), asked, answer);
    }

    @Override
    public void streamFrom(Executor executor, Response head, long length, BodyWriter body) {
      Reply.super.streamFrom(within(executor), head, length, body);
    }

    private Executor within(Executor executor) {
      return Context.root().with(span).wrap(executor);
    }
  }
}
