package org.marquee.ops;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.atomic.AtomicLong;

/// The numbers about the files that a node writes for its next start.
///
/// @param failures how many times they could not be written since the start; the registry does not
///   keep it alive
public record CheckpointMeters(AtomicLong failures) implements MeterBinder {
  @Override
  public void bindTo(MeterRegistry registry) {
    FunctionCounter.builder("marquee.checkpoint.failures", failures, AtomicLong::get)
        .description("Attempts to write the files for the next start that failed")
        .register(registry);
  }
}
