package org.marquee.ops;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Observer;
import org.marquee.http.Request;

/// The numbers that `/metrics` shows, in the words of Prometheus.
public final class Measurements implements Observer, AutoCloseable {
  private static final List<String> ROUTES =
      List.of("showtimes", "attributes", "films", "cinemas", "screens", "chains");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Answered, Timer> timers = new ConcurrentHashMap<>();
  private final JvmGcMetrics collections = new JvmGcMetrics();

  /// What requests are told apart by; few enough to keep them all.
  private record Answered(String route, int status) {}

  public Measurements() {
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  @Override
  public void answered(@Nullable Request request, int status, long nanos) {
    timers
        .computeIfAbsent(new Answered(route(request), status), this::timer)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  private Timer timer(Answered answered) {
    return Timer.builder("marquee.http.requests")
        .description("Answers of the interface, by route and status")
        .tags("route", answered.route(), "status", Integer.toString(answered.status()))
        .serviceLevelObjectives(
            Duration.ofMillis(1),
            Duration.ofMillis(5),
            Duration.ofMillis(25),
            Duration.ofMillis(100),
            Duration.ofMillis(500),
            Duration.ofSeconds(2))
        .register(registry);
  }

  /// The operation, never a path that a caller makes up: a label has few values.
  private static String route(@Nullable Request request) {
    if (request == null) {
      return "unreadable";
    }
    List<String> path = request.path();
    if (path.size() < 2 || !path.getFirst().equals("v1") || !ROUTES.contains(path.get(1))) {
      return "other";
    }
    return path.size() == 2 ? path.get(1) : path.get(1) + "/id";
  }

  /// Shows a number that is asked for with each scrape.
  public <T> void show(String name, String description, T source, ToDoubleFunction<T> number) {
    Gauge.builder(name, source, number)
        .description(description)
        .strongReference(true)
        .register(registry);
  }

  /// All numbers in the text format of Prometheus.
  String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
