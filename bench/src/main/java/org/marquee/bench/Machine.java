package org.marquee.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The machine that something is measured on.
final class Machine {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private Machine() {}

  /// A line a fact.
  static List<String> facts() throws IOException {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return List.of(
        "%d cores%s, %.0f GiB of memory"
            .formatted(
                system.getAvailableProcessors(),
                model(),
                system.getTotalMemorySize() / (double) (1L << 30)),
        "%s %s, %s".formatted(system.getName(), system.getVersion(), system.getArch()),
        "JDK %s".formatted(Runtime.version()));
  }

  /// How many programs wanted a processor during the last minute, on average.
  static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /// Its name in names of files: its processors and their number, as `amd-epyc-2-cores`.
  static String name() throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    return (model() + " " + cores + " cores")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        .replaceFirst("^-", "");
  }

  /// The name of the processors, if the system has it.
  private static String model() throws IOException {
    if (!Files.exists(PROCESSORS)) {
      return "";
    }
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> " (" + line.substring(line.indexOf(':') + 2) + ")")
          .findFirst()
          .orElse("");
    }
  }
}
