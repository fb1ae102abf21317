package org.marquee.bench;

import org.marquee.bench.Workload.Mode;
import org.marquee.rig.Cost;
import org.marquee.rig.Table;

/// Resident memory of the serving virtual machine, in all and a showtime: after its start and after
/// it has been asked.
final class MemoryBench {
  private MemoryBench() {}

  static String measured(Options options) throws Exception {
    Table table =
        new Table(
            "Showtimes",
            "when",
            "resident",
            "bytes a showtime",
            "heap in use after a collection",
            "the rest: free heap, code, threads, buffers");
    for (int size : options.sizes()) {
      try (Home home = Home.open(size);
          Marquee server = Marquee.start(home)) {
        Pool pool = Pool.of(server);
        row(table, size, "after the start", server.pid());
        new Entrant("asking", server, Workload.plain(pool.all(), Mode.FRESH, home.key()))
            .warm(options.warm().plus(options.span()));
        row(table, size, "after load", server.pid());
      }
    }
    return "as ./marquee serve starts it, options for Java: %s%n%n"
            .formatted(System.getenv().getOrDefault("MARQUEE_JAVA_OPTS", "none"))
        + table;
  }

  /// Resident memory first: asking for the heap makes it collect.
  private static void row(Table table, int size, String when, long pid) throws Exception {
    long resident = Cost.resident(pid);
    long heap = Cost.heap(pid);
    table.row(
        "%,d".formatted(size),
        when,
        mebibytes(resident),
        "%,d".formatted(resident / size),
        mebibytes(heap),
        mebibytes(resident - heap));
  }

  private static String mebibytes(long bytes) {
    return "%,.0f MiB".formatted(bytes / (double) (1 << 20));
  }
}
