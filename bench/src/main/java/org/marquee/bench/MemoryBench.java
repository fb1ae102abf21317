package org.marquee.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.marquee.bench.Workload.Mode;

/// Resident memory of the serving virtual machine, in all and a showtime: after its start and after
/// it has been asked.
final class MemoryBench {
  private static final Pattern USED = Pattern.compile("used (\\d+)K");

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
          Marquee server = Marquee.start(home, options)) {
        Pool pool = Pool.of(home, server);
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
    long heap = heap(pid);
    table.row(
        "%,d".formatted(size),
        when,
        mebibytes(resident),
        "%,d".formatted(resident / size),
        mebibytes(heap),
        mebibytes(resident - heap));
  }

  static long heap(long pid) throws Exception {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Program.run(List.of(jcmd, Long.toString(pid), "GC.run"));
    String said = Program.run(List.of(jcmd, Long.toString(pid), "GC.heap_info"));
    // The collector's generations; the lines after them are no heap.
    Matcher used = USED.matcher(said.replaceFirst("(?s)\\sMetaspace.*", ""));
    long kibibytes = 0;
    while (used.find()) {
      kibibytes += Long.parseLong(used.group(1));
    }
    return kibibytes * 1024;
  }

  private static String mebibytes(long bytes) {
    return "%,.0f MiB".formatted(bytes / (double) (1 << 20));
  }
}
