package org.marquee.fire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.marquee.rig.Cost;

/// The effect of some broken inputs on the product.
///
/// @param inputs how many were sent
/// @param faults what was wrong with answers, and errors in the log
/// @param before the process after some inputs, when it is warm
/// @param after the process after all inputs
record FuzzResult(long inputs, Duration took, List<String> faults, Gauges before, Gauges after) {
  private static final long HEAP_GROWTH = 16 << 20;
  private static final long RESIDENT_GROWTH = 64 << 20;
  private static final int THREAD_GROWTH = 8;
  private static final int DESCRIPTOR_GROWTH = 8;

  /// What a process holds.
  ///
  /// @param heap bytes that are in use after a collection
  /// @param resident bytes of memory; the heap counts as a whole, whatever is in use of it
  record Gauges(long heap, long resident, int threads, int descriptors) {
    static Gauges of(long pid, long heap) throws IOException {
      return new Gauges(heap, Cost.resident(pid), entries(pid, "task"), entries(pid, "fd"));
    }

    private static int entries(long pid, String folder) throws IOException {
      try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(pid), folder))) {
        return (int) all.count();
      }
    }
  }

  /// Whether nothing was wrong and nothing grew.
  boolean isClean() {
    return faults.isEmpty()
        && after.heap() - before.heap() < HEAP_GROWTH
        && after.resident() - before.resident() < RESIDENT_GROWTH
        && after.threads() - before.threads() < THREAD_GROWTH
        && after.descriptors() - before.descriptors() < DESCRIPTOR_GROWTH;
  }

  List<String> cells(String name) {
    return List.of(
        name,
        "%,d".formatted(inputs),
        took.toSeconds() + " s",
        "%,d".formatted(faults.size()),
        megabytes(before.heap()) + " → " + megabytes(after.heap()),
        megabytes(before.resident()) + " → " + megabytes(after.resident()),
        before.threads() + " → " + after.threads(),
        before.descriptors() + " → " + after.descriptors());
  }

  private static String megabytes(long bytes) {
    return "%.1f MB".formatted(bytes / 1e6);
  }
}
