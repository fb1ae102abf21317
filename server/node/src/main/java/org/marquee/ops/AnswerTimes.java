package org.marquee.ops;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.marquee.http.connection.Answered;

/// How long answers take, by route and status: a histogram and the longest of the last minutes.
final class AnswerTimes {
  private static final Duration[] BOUNDS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2)
  };

  /// The longest time counts for so long.
  private static final Duration WINDOW = Duration.ofMinutes(3);

  private final MeterRegistry registry;
  private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

  /// What answers are counted by; few enough to keep them all.
  ///
  /// @param route as [Answered] has it; `unreadable` where there is no request
  private record Kind(String route, int status) {}

  AnswerTimes(MeterRegistry registry) {
    this.registry = registry;
  }

  void add(Answered answer) {
    Kind kind = new Kind(answer.request() == null ? "unreadable" : answer.route(), answer.status());
    Timer known = timers.get(kind);
    // computeIfAbsent may lock, even where there is one.
    (known == null ? timers.computeIfAbsent(kind, this::timer) : known)
        .record(answer.nanos(), TimeUnit.NANOSECONDS);
  }

  private Timer timer(Kind kind) {
    return Timer.builder("marquee.http.requests")
        .description("Answers of the interface, by route and status")
        .tags("route", Measurements.label(kind.route()), "status", Integer.toString(kind.status()))
        .serviceLevelObjectives(BOUNDS)
        .distributionStatisticExpiry(WINDOW)
        .register(registry);
  }
}
