package org.marquee.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import org.jspecify.annotations.Nullable;

/// Traces work (docs/watching.md, "Traces"). Where nobody asked for traces, work simply runs, and
/// no class of OpenTelemetry is loaded.
public final class Tracing {
  /// Of the text of a statement, which has no values.
  private static final int LONGEST_STATEMENT = 2_000;

  private static volatile @Nullable Tracer tracer;

  private Tracing() {}

  /// Work with a result.
  public interface Work<T extends @Nullable Object, E extends Exception> {
    T run() throws E;
  }

  /// Work without one.
  public interface Step<E extends Exception> {
    void run() throws E;
  }

  /// Has spans made from now on; by none if it is null.
  public static void use(@Nullable Tracer by) {
    tracer = by;
  }

  /// What makes spans; null where there are none.
  public static @Nullable Tracer tracer() {
    return tracer;
  }

  /// Runs work as a span: a part of the one under way, or the root of a trace.
  public static <T extends @Nullable Object, E extends Exception> T span(
      String name, Work<T, E> work) throws E {
    Tracer on = tracer;
    return on == null ? work.run() : run(on.spanBuilder(name), work);
  }

  /// The same without a result.
  public static <E extends Exception> void step(String name, Step<E> step) throws E {
    if (tracer == null) {
      step.run();
    } else {
      span(
          name,
          () -> {
            step.run();
            return null;
          });
    }
  }

  /// Runs a statement of SQL as a part of the span under way. What a node asks in the background,
  /// ten times a second, is not traced.
  public static <T extends @Nullable Object, E extends Exception> T statement(
      String sql, Work<T, E> work) throws E {
    Tracer on = tracer;
    if (on == null || !Span.current().getSpanContext().isValid()) {
      return work.run();
    }
    String text = sql.strip();
    return run(
        on.spanBuilder(text.replaceFirst("(?s)\\s.*", ""))
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute("db.system.name", "postgresql")
            .setAttribute(
                "db.query.text", text.substring(0, Math.min(text.length(), LONGEST_STATEMENT))),
        work);
  }

  /// Adds a fact to the span under way.
  public static void note(String name, String value) {
    if (tracer != null) {
      Span.current().setAttribute(name, value);
    }
  }

  /// The span fails if the work does.
  private static <T extends @Nullable Object, E extends Exception> T run(
      SpanBuilder builder, Work<T, E> work) throws E {
    Span span = builder.startSpan();
    boolean whole = false;
    try (Scope _ = span.makeCurrent()) {
      T result = work.run();
      whole = true;
      return result;
    } finally {
      if (!whole) {
        span.setStatus(StatusCode.ERROR);
      }
      span.end();
    }
  }
}
