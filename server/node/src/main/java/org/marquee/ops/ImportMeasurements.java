package org.marquee.ops;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.ingest.Sources;
import org.marquee.notice.Code;

/// What `/metrics` shows of imports and alarms. Imports are done by commands and by other nodes
/// too, so they are counted from the history, from the start of this node on.
final class ImportMeasurements {
  /// An import is in the history when its transaction ends, which is after the end time of its
  /// report.
  private static final Duration LATE = Duration.ofMinutes(30);

  private final MeterRegistry registry;
  private final MultiGauge alarms;
  private final Instant begun;

  /// Runs that are counted, and when they ended.
  private final Map<String, Instant> counted = new HashMap<>();

  ImportMeasurements(MeterRegistry registry, Instant begun) {
    this.registry = registry;
    this.begun = begun;
    this.alarms =
        MultiGauge.builder("marquee.alarms")
            .description("Providers with an alarm of this code")
            .register(registry);
  }

  /// Shows the alarms. Codes that nobody has are 0, so that a rule can ask for them.
  void show(List<Sources.Source> sources, Instant now) {
    Map<String, Integer> codes = new LinkedHashMap<>();
    AlarmCode.of(AlarmCode.Scope.SOURCE).forEach(code -> codes.put(code, 0));
    for (Sources.Source source : sources) {
      Alarm.of(source, now).forEach(alarm -> codes.merge(alarm.code().word(), 1, Integer::sum));
    }
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    codes.forEach((code, number) -> rows.add(MultiGauge.Row.of(Tags.of("code", code), number)));
    alarms.register(rows, true);
  }

  /// From when on runs are to be given to [#count].
  synchronized Instant since() {
    return counted.values().stream()
        .max(Instant::compareTo)
        .map(last -> last.minus(LATE))
        .filter(begun::isBefore)
        .orElse(begun);
  }

  /// Counts those that are not counted yet.
  synchronized void count(List<Sources.Ended> runs) {
    Set<String> seen = new HashSet<>();
    for (Sources.Ended run : runs) {
      seen.add(run.id());
      if (counted.putIfAbsent(run.id(), run.endedAt()) == null) {
        add(run);
      }
    }
    if (!runs.isEmpty()) {
      Instant oldest = since();
      counted
          .entrySet()
          .removeIf(each -> !seen.contains(each.getKey()) && each.getValue().isBefore(oldest));
    }
  }

  private void add(Sources.Ended run) {
    Counter.builder("marquee.imports")
        .description("Imports that ended, by their result")
        .tags("provider", run.provider(), "result", run.result())
        .register(registry)
        .increment();
    run.notices()
        .forEach((code, number) ->
            Counter.builder("marquee.import.notices")
                .description("Notices of imports, by code")
                .tags("code", code, "severity", severity(code))
                .register(registry)
                .increment(number));
  }

  /// Another version may have some that this one does not know.
  private static String severity(String code) {
    return Arrays.stream(Code.values())
        .filter(each -> each.name().equals(code))
        .findFirst()
        .map(each -> each.severity().name())
        .orElse("unknown");
  }
}
