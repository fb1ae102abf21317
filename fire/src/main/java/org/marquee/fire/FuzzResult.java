package org.marquee.fire;

import java.time.Duration;
import java.util.List;

/// What a number of broken inputs did to the product.
///
/// @param inputs how many were sent
/// @param faults what was wrong with answers, and errors in the log
/// @param before the process after some inputs, when it is warm
/// @param after the process after all inputs
record FuzzResult(long inputs, Duration took, List<String> faults, Gauges before, Gauges after) {
  private static final long HEAP_GROWTH = 16 << 20;
  private static final int THREAD_GROWTH = 8;
  private static final int DESCRIPTOR_GROWTH = 8;

  /// What a process holds.
  ///
  /// @param heap bytes that are in use after a collection
  record Gauges(long heap, int threads, int descriptors) {}

  /// Whether nothing was wrong and nothing grew.
  boolean isClean() {
    return faults.isEmpty()
        && after.heap() - before.heap() < HEAP_GROWTH
        && after.threads() - before.threads() < THREAD_GROWTH
        && after.descriptors() - before.descriptors() < DESCRIPTOR_GROWTH;
  }

  List<String> cells(String name) {
    return List.of(
        name,
        "%,d".formatted(inputs),
        took.toSeconds() + " s",
        "%,d".formatted(faults.size()),
        megabytes(before.heap()),
        megabytes(after.heap()),
        before.threads() + " → " + after.threads(),
        before.descriptors() + " → " + after.descriptors());
  }

  private static String megabytes(long bytes) {
    return "%.1f MB".formatted(bytes / 1e6);
  }
}
