package org.marquee.ops;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

/// The gauges of what a node knows of its own state.
final class VitalGauges {
  private VitalGauges() {}

  static void register(MeterRegistry registry, Vitals vitals, Health health) {
    yesNo(
        registry,
        "marquee.database.reachable",
        "1 if the last attempt reached the database, else 0",
        vitals,
        Vitals::isDatabaseReachable);
    age(
        registry,
        "marquee.revision.confirmed.age",
        "Since the database confirmed the revision that answers are made from",
        vitals,
        Vitals::sinceRevisionConfirmed);
    age(
        registry,
        "marquee.keys.confirmed.age",
        "Since the database confirmed the keys and entitlements",
        vitals,
        Vitals::sinceKeysConfirmed);
    yesNo(
        registry,
        "marquee.ready",
        "1 if the node should be sent requests, else 0",
        health,
        each -> each.state().status().isReady());
    yesNo(
        registry,
        "marquee.degraded",
        "1 if the node answers from memory and the database has been away for long, else 0",
        health,
        each -> each.state().status() == Health.Status.DEGRADED);
  }

  private static <T> void yesNo(
      MeterRegistry registry, String name, String description, T of, Predicate<T> fact) {
    Gauge.builder(name, of, each -> fact.test(each) ? 1 : 0)
        .description(description)
        .strongReference(true)
        .register(registry);
  }

  private static void age(
      MeterRegistry registry,
      String name,
      String description,
      Vitals vitals,
      Function<Vitals, Duration> age) {
    Gauge.builder(name, vitals, each -> age.apply(each).toMillis() / 1000.0)
        .description(description)
        .baseUnit("seconds")
        .strongReference(true)
        .register(registry);
  }
}
