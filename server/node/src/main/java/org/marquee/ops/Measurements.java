package org.marquee.ops;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.marquee.http.connection.Answered;
import org.marquee.http.connection.Observer;
import org.marquee.ingest.Sources;
import org.marquee.listing.Revision;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.store.backup.PostgresBackupLog;

/// The numbers that `/metrics` shows, in the words of Prometheus.
public final class Measurements implements Observer, AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AnswerTimes answerTimes = new AnswerTimes(registry);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final ImportMeasurements imports;
  private final AtomicLong number = new AtomicLong();
  private final List<OfProviders> ofProviders =
      List.of(
          ofProviders(
              "marquee.source.age",
              "Since the provider's last feed was taken",
              "seconds",
              (source, now) -> seconds(source.observedAt(), now)),
          ofProviders(
              "marquee.source.horizon",
              "Until the provider's last showtime starts; negative where none lies ahead",
              "seconds",
              (source, now) -> seconds(now, source.horizon())),
          ofProviders(
              "marquee.source.held.back",
              "Records of the provider that wait for something missing",
              null,
              (source, _) -> source.heldBack()),
          ofProviders(
              "marquee.source.missing.postcodes",
              "Cinemas of the provider that are published with a text in place of their postcode",
              null,
              (source, _) -> source.missingPostcodes()),
          ofProviders(
              "marquee.source.guarded.cinemas",
              "Cinemas of the provider that keep their stored showtimes: too few are listed",
              null,
              (source, _) -> source.guarded().size()));
  private volatile PostgresBackupLog.@Nullable Last backup;

  /// A number of each provider.
  private record OfProviders(MultiGauge gauge, ToDoubleBiFunction<Sources.Source, Instant> number) {
    void show(List<Sources.Source> sources, Instant now) {
      List<MultiGauge.Row<?>> rows = new ArrayList<>();
      for (Sources.Source source : sources) {
        rows.add(
            MultiGauge.Row.of(
                Tags.of("provider", source.provider()), number.applyAsDouble(source, now)));
      }
      gauge.register(rows, true);
    }
  }

  public Measurements() {
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
    imports = new ImportMeasurements(registry, Instant.now());
    Gauge.builder("marquee.revision", number, AtomicLong::get)
        .description("State of the data that is served")
        .register(registry);
  }

  /// Shows from now on what a node knows of its own state, and what it answers from.
  ///
  /// @param counted how old the numbers of the sources are
  void watch(Health health, Supplier<Duration> counted) {
    answers("memory", health, Answering::fromMemory);
    answers("database", health, Answering::fromDatabase);
    FunctionCounter.builder(
            "marquee.snapshot.failures", health, each -> each.answering().failures())
        .description("How many times the next snapshot could not be made")
        .register(registry);
    gauge(
        "marquee.snapshot.showtimes",
        "Showtimes held in memory; 0 while everything is read from the database",
        null,
        () -> health.answering().memory().map(SnapshotPages.Holdings::showtimes).orElse(0L));
    gauge(
        "marquee.snapshot.memory",
        "Memory outside the heap that the records of these showtimes take",
        "bytes",
        () -> health.answering().memory().map(SnapshotPages.Holdings::bytes).orElse(0L));
    gauge(
        "marquee.snapshot.details",
        "Different details of showtimes held in memory",
        null,
        () -> health.answering().memory().map(held -> held.details().count()).orElse(0));
    gauge(
        "marquee.snapshot.details.lacking",
        "Showtimes whose details had no room in memory",
        null,
        () -> health.answering().lackDetails());
    gauge(
        "marquee.snapshot.refresh",
        "What the last refresh of the snapshot took",
        "seconds",
        () -> refreshSeconds(health.answering()));
    gauge(
        "marquee.database.reachable",
        "1 if the last attempt reached the database, else 0",
        null,
        () -> health.vitals().databaseReachable() ? 1 : 0);
    gauge(
        "marquee.ready",
        "1 if the node should be sent requests, else 0",
        null,
        () -> health.state().status().isReady() ? 1 : 0);
    gauge(
        "marquee.degraded",
        "1 if the node answers from memory and the database has been away for long, else 0",
        null,
        () -> health.state().status() == Health.Status.DEGRADED ? 1 : 0);
    age(
        "marquee.revision.confirmed.age",
        "Since the database confirmed the revision that answers are made from",
        () -> health.vitals().sinceRevision());
    age(
        "marquee.keys.confirmed.age",
        "Since the database confirmed the keys and entitlements",
        () -> health.vitals().sinceKeys());
    age("marquee.sources.counted.age", "Since the numbers of the sources were counted", counted);
  }

  /// Shows from now on the last backup that [#show] was told of.
  void watchBackups(InstantSource clock) {
    gauge(
        "marquee.backup.age",
        "Since the last backup was made",
        "seconds",
        () -> seconds(backup == null ? null : backup.succeededAt(), clock.instant()));
    gauge(
        "marquee.backup.failed",
        "1 if the last backup failed, else 0",
        null,
        () -> backup != null && backup.hasFailed(clock.instant()) ? 1 : 0);
  }

  private OfProviders ofProviders(
      String name,
      String description,
      @Nullable String unit,
      ToDoubleBiFunction<Sources.Source, Instant> number) {
    MultiGauge.Builder gauge = MultiGauge.builder(name).description(description).baseUnit(unit);
    return new OfProviders(gauge.register(registry), number);
  }

  private void age(String name, String description, Supplier<Duration> age) {
    gauge(name, description, "seconds", () -> age.get().toMillis() / 1000.0);
  }

  private void gauge(
      String name, String description, @Nullable String unit, Supplier<Number> number) {
    Gauge.builder(name, number).description(description).baseUnit(unit).register(registry);
  }

  /// Shows from now on how long the TLS certificate in use is still valid.
  ///
  /// @param expires when it expires
  public void watchCertificate(Supplier<Instant> expires, InstantSource clock) {
    TimeGauge.builder(
            "marquee.tls.certificate",
            () -> Duration.between(clock.instant(), expires.get()).toSeconds(),
            TimeUnit.SECONDS)
        .description("Until the TLS certificate expires; negative afterwards")
        .register(registry);
  }

  /// Shows other numbers too from now on.
  public void add(MeterBinder meters) {
    meters.bindTo(registry);
  }

  private void answers(String from, Health health, ToDoubleFunction<Answering> number) {
    FunctionCounter.builder(
            "marquee.answers", health, each -> number.applyAsDouble(each.answering()))
        .description("Questions answered, by where the answer was read")
        .tags("from", from)
        .register(registry);
  }

  private static double refreshSeconds(Answering answering) {
    SnapshotRefresher.Refresh last = answering.refresh();
    return last == null ? Double.NaN : last.took().toNanos() / 1e9;
  }

  @Override
  public void answers(Answered answer) {
    answerTimes.add(answer);
  }

  /// The label of a route: `films/id` for `/v1/films/{filmId}`, `other` where there is none.
  public static String label(String route) {
    return route.isEmpty()
        ? "other"
        : route.replaceFirst("^/(v1/)?", "").replaceAll("\\{[^}]*}", "id");
  }

  /// Shows what is served: the revision, and how old each source is and how far ahead it reaches.
  void show(Revision revision, List<Sources.Source> sources, Instant now) {
    number.set(revision.number());
    ofProviders.forEach(each -> each.show(sources, now));
    imports.show(sources, now);
  }

  /// Shows from now on what the log of backups says.
  void show(PostgresBackupLog.Last last) {
    backup = last;
  }

  /// Counts the imports that ended since the last time. Asks the database.
  void count(Sources sources) {
    imports.count(sources.endedSince(imports.since()));
  }

  /// From one point in time to another; not a number where one of them is not known.
  private static double seconds(@Nullable Instant from, @Nullable Instant until) {
    return from == null || until == null
        ? Double.NaN
        : Duration.between(from, until).toMillis() / 1000.0;
  }

  String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
