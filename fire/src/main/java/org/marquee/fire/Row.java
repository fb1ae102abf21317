package org.marquee.fire;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What callers saw of a fault: a row of the table.
///
/// @param fault the name of the fault
/// @param seen what the load counted
/// @param recovery from the fault until a change was acknowledged and seen by every caller; null
///   where nothing had to recover
/// @param acknowledged imports and changes of keys that the product confirmed during the fault
/// @param lost those of them that were missing afterwards
record Row(String fault, Load.Seen seen, @Nullable Duration recovery, int acknowledged, int lost) {
  static final List<String> COLUMNS =
      List.of(
          "Fault",
          "load",
          "requests",
          "wrong answers",
          "failed answers",
          "p99.9",
          "slowest",
          "stalls of the callers",
          "changes acknowledged",
          "of them lost",
          "recovery time");

  /// Whether no caller noticed the fault.
  boolean isClean() {
    return seen.requests() > 0 && seen.wrong() == 0 && seen.failed() == 0 && lost == 0;
  }

  List<String> cells() {
    return List.of(
        fault,
        seen.load(),
        "%,d".formatted(seen.requests()),
        "%,d".formatted(seen.wrong()),
        "%,d".formatted(seen.failed()),
        millis(seen.nearlySlowest()),
        millis(seen.slowest()),
        millis(seen.stalled()),
        Integer.toString(acknowledged),
        Integer.toString(lost),
        recovery == null ? "" : String.format(Locale.ROOT, "%.1f s", recovery.toMillis() / 1e3));
  }

  private static String millis(Duration duration) {
    return String.format(Locale.ROOT, "%.0f ms", duration.toNanos() / 1e6);
  }
}
