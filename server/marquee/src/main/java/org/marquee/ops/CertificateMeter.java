package org.marquee.ops;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// How long the TLS certificate in use is still valid.
///
/// @param expires when it expires
public record CertificateMeter(Supplier<Instant> expires, InstantSource clock)
    implements MeterBinder {
  @Override
  public void bindTo(MeterRegistry registry) {
    TimeGauge.builder(
            "marquee.tls.certificate",
            () -> Duration.between(clock.instant(), expires.get()).toSeconds(),
            TimeUnit.SECONDS)
        .description("Until the TLS certificate expires; negative afterwards")
        .register(registry);
  }
}
