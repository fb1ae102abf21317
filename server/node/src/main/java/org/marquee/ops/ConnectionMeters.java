package org.marquee.ops;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.marquee.http.admission.ConnectionCounts;

/// The numbers about the connections of one port.
///
/// @param port the value of the label: `api` or `operations`
/// @param counts how it stands now
public record ConnectionMeters(String port, Supplier<ConnectionCounts> counts)
    implements MeterBinder {
  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(registry, "marquee.http.connections", "Open connections", ConnectionCounts::open);
    gauge(
        registry,
        "marquee.http.connections.limit",
        "Connections that may be open at once",
        ConnectionCounts::most);
    String refused = "marquee.http.connections.refused";
    String whyRefused = "Connections that were refused";
    counter(registry, refused, whyRefused, "full", ConnectionCounts::refusedFull);
    counter(registry, refused, whyRefused, "address", ConnectionCounts::refusedAddress);
    counter(registry, refused, whyRefused, "descriptors", ConnectionCounts::outOfDescriptors);
    String closed = "marquee.http.connections.closed";
    String whyClosed = "Connections that were closed to make room for others";
    counter(registry, closed, whyClosed, "silent", ConnectionCounts::closedSilent);
    counter(registry, closed, whyClosed, "idle", ConnectionCounts::closedIdle);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String description,
      ToDoubleFunction<ConnectionCounts> number) {
    Gauge.builder(name, counts, now -> number.applyAsDouble(now.get()))
        .description(description)
        .tags("port", port)
        .strongReference(true)
        .register(registry);
  }

  private void counter(
      MeterRegistry registry,
      String name,
      String description,
      String reason,
      ToDoubleFunction<ConnectionCounts> number) {
    FunctionCounter.builder(name, counts, now -> number.applyAsDouble(now.get()))
        .description(description)
        .tags("port", port, "reason", reason)
        .register(registry);
  }
}
