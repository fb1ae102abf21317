package org.marquee.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.marquee.bench.Nginx.Sending;
import org.marquee.bench.Workload.Mode;
import org.marquee.bench.inside.InsideBench;

/// Pages a second by the number of processors, and what the parts of an answer cost by the number
/// of threads.
///
/// Server and load share the processors, so twice as many processors are twice as many for both. If
/// they give less than twice the pages, the server's threads wait for each other, or the machine
/// has limits of its own, which nginx shows.
final class CoresBench {
  private CoresBench() {}

  static String measured(Options options) throws Exception {
    List<Integer> numbers = numbers();
    List<AutoCloseable> started = new ArrayList<>();
    try (Home home = Home.open(options.showtimes())) {
      try {
        return overHttp(home, numbers, started, options)
            + "\nThe parts of an answer, each alone, by the number of threads that do it at once:\n\n"
            + InsideBench.byThreads(numbers);
      } finally {
        for (AutoCloseable each : started) {
          each.close();
        }
      }
    }
  }

  /// 1, 2, 4 and so on, up to all.
  private static List<Integer> numbers() {
    int all = Runtime.getRuntime().availableProcessors();
    return Stream.concat(Stream.iterate(1, n -> n < all, n -> 2 * n), Stream.of(all)).toList();
  }

  private static String overHttp(
      Home home, List<Integer> numbers, List<AutoCloseable> started, Options options)
      throws Exception {
    String key = home.key();
    Pool pool = null;
    List<Row> rows =
        List.of(
            new Row("nginx, sendfile"),
            new Row("Marquee, queries that repeat"),
            new Row("Marquee, queries that repeat, gzip"),
            new Row("Marquee, queries never asked before"),
            new Row("Marquee, queries never asked before, gzip"));
    List<Entrant> all = new ArrayList<>();
    for (int number : numbers) {
      Marquee marquee = Marquee.startOn(number, home, options);
      started.add(marquee);
      pool = pool == null ? Pool.of(home, marquee) : pool;
      Nginx nginx = Nginx.plain(pool.pages(), Sending.SENDFILE, number, key);
      started.add(nginx);
      List<Contender> contenders = List.of(nginx, marquee, marquee, marquee, marquee);
      List<Workload> workloads =
          List.of(
              Workload.plain(pool.few(), Mode.REPEAT, key),
              Workload.plain(pool.few(), Mode.REPEAT, key),
              Workload.gzip(pool.few(), Mode.REPEAT, key),
              Workload.plain(pool.all(), Mode.FRESH, key),
              Workload.gzip(pool.all(), Mode.FRESH, key));
      Load.Generator generator = new Load.Generator(Processors.first(number), number);
      for (int at = 0; at < rows.size(); at++) {
        Row row = rows.get(at);
        Entrant entrant =
            new Entrant(
                row.name() + ", on " + number, contenders.get(at), workloads.get(at), generator);
        row.entrants().add(entrant);
        all.add(entrant);
      }
    }
    new Contest(all, options).hold();
    return conditions(options) + table(numbers, rows);
  }

  private static String conditions(Options options) {
    return "%,d showtimes; %d connections a processor; load on the same processors; %d rounds of %d s%n%n"
        .formatted(
            options.showtimes(), Load.CONNECTIONS, options.rounds(), options.span().toSeconds());
  }

  /// One row of the table: the same server and workload on each number of processors.
  private record Row(String name, List<Entrant> entrants) {
    private Row(String name) {
      this(name, new ArrayList<>());
    }
  }

  private static Table table(List<Integer> numbers, List<Row> rows) {
    List<String> columns = new ArrayList<>(List.of("Server"));
    numbers.forEach(number -> columns.add("pages a second on " + number));
    numbers.stream().skip(1).forEach(number -> columns.add("ratio, " + number));
    numbers.forEach(number -> columns.add("processor time a page on " + number));
    columns.add("errors");
    Table table = new Table(columns.toArray(String[]::new));
    for (Row row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.name()));
      double base = row.entrants().getFirst().median().rate();
      row.entrants().forEach(each -> cells.add("%,.0f".formatted(each.median().rate())));
      row.entrants().stream()
          .skip(1)
          .forEach(each -> cells.add("%.2f".formatted(each.median().rate() / base)));
      row.entrants().forEach(each -> cells.add("%.1f µs".formatted(each.cost())));
      cells.add(Long.toString(row.entrants().stream().mapToLong(Entrant::errors).sum()));
      table.row(cells.toArray(String[]::new));
    }
    return table;
  }
}
