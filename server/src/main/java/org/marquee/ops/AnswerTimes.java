package org.marquee.ops;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.distribution.TimeWindowMax;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.marquee.http.Answered;

/// How long answers take, by route and status: a histogram and the longest of the last minutes.
///
/// A histogram of our own, since Micrometer's counts each answer in one array for all threads:
/// event loops would wait for each other's writes (docs/decisions/0187). A [LongAdder] counts each
/// thread apart as soon as two meet.
final class AnswerTimes implements MultiCollector {
  private static final String NAME = "marquee_http_requests_seconds";
  private static final String HELP = "Answers of the interface, by route and status";

  private static final double NANOS = 1e9;
  private static final long[] BOUNDS_NANOS = {
    1_000_000, 5_000_000, 25_000_000, 100_000_000, 500_000_000, 2_000_000_000
  };
  private static final double[] BOUNDS = {
    0.001, 0.005, 0.025, 0.1, 0.5, 2, Double.POSITIVE_INFINITY
  };

  /// The longest time counts for so long: three windows, one of which ends each minute.
  private static final long WINDOW_MILLIS = 60_000;

  private static final int WINDOWS = 3;

  private final Map<Kind, Times> times = new ConcurrentHashMap<>();

  /// What answers are counted by; few enough to keep them all.
  ///
  /// @param route as [Answered] has it; `unreadable` where there is no request
  private record Kind(String route, int status) {
    private Labels labels() {
      return Labels.of("route", Measurements.label(route), "status", Integer.toString(status));
    }
  }

  /// The answers of one kind.
  private static final class Times {
    private final LongAdder[] buckets = new LongAdder[BOUNDS.length];
    private final LongAdder nanos = new LongAdder();
    private final TimeWindowMax longest = new TimeWindowMax(Clock.SYSTEM, WINDOW_MILLIS, WINDOWS);

    private Times() {
      for (int bucket = 0; bucket < buckets.length; bucket++) {
        buckets[bucket] = new LongAdder();
      }
    }

    private void add(long taken) {
      int bucket = 0;
      while (bucket < BOUNDS_NANOS.length && taken > BOUNDS_NANOS[bucket]) {
        bucket++;
      }
      buckets[bucket].increment();
      nanos.add(taken);
      longest.record((double) taken);
    }

    private HistogramDataPointSnapshot histogram(Labels labels) {
      long[] counts = new long[buckets.length];
      for (int bucket = 0; bucket < counts.length; bucket++) {
        counts[bucket] = buckets[bucket].sum();
      }
      return HistogramDataPointSnapshot.builder()
          .labels(labels)
          .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, counts))
          .sum(nanos.sum() / NANOS)
          .build();
    }

    private GaugeDataPointSnapshot longest(Labels labels) {
      return GaugeDataPointSnapshot.builder().labels(labels).value(longest.poll() / NANOS).build();
    }
  }

  void add(Answered answer) {
    Kind kind = new Kind(answer.request() == null ? "unreadable" : answer.route(), answer.status());
    Times known = times.get(kind);
    // computeIfAbsent may lock, even where there is one.
    (known == null ? times.computeIfAbsent(kind, _ -> new Times()) : known).add(answer.nanos());
  }

  @Override
  public MetricSnapshots collect() {
    HistogramSnapshot.Builder histogram = HistogramSnapshot.builder().name(NAME).help(HELP);
    GaugeSnapshot.Builder longest = GaugeSnapshot.builder().name(NAME + "_max").help(HELP);
    times.forEach((kind, each) -> {
      Labels labels = kind.labels();
      histogram.dataPoint(each.histogram(labels));
      longest.dataPoint(each.longest(labels));
    });
    return times.isEmpty()
        ? new MetricSnapshots()
        : new MetricSnapshots(histogram.build(), longest.build());
  }
}
