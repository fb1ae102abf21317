package org.marquee.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/// The machine that something was measured on: a line a fact.
///
/// @param database what the server says of its version
record Machine(String database) {
  List<String> facts() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return List.of(
        "%d cores, %.0f GiB of memory"
            .formatted(
                system.getAvailableProcessors(), system.getTotalMemorySize() / (double) (1L << 30)),
        "%s %s, %s".formatted(system.getName(), system.getVersion(), system.getArch()),
        "JDK %s, heap of %d MiB"
            .formatted(Runtime.version(), Runtime.getRuntime().maxMemory() >> 20),
        database.replaceFirst(" on .*", ""));
  }
}
