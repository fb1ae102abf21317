package org.marquee.bench;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.marquee.bench.Workload.Mode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Pages a second against the obvious build: once with its database on the other core, which costs
/// it nothing, and once with both on the one core that Marquee has.
final class BaselineBench {
  private static final JsonMapper JSON = new JsonMapper();

  private BaselineBench() {}

  static String measured(Options options) throws Exception {
    try (Home home = Home.open(options.showtimes());
        Marquee marquee = Marquee.start(home, options);
        Baseline platform = Baseline.start(home, Baseline.Threads.PLATFORM);
        Baseline virtual = Baseline.start(home, Baseline.Threads.VIRTUAL)) {
      String key = home.key();
      Pool pool = Pool.of(home, marquee);
      int compared = compare(pool, platform, key);
      Entrant again = marquee(marquee, "that repeat", Workload.plain(pool.few(), Mode.REPEAT, key));
      Workload all = Workload.plain(pool.all(), Mode.FRESH, key);
      Entrant fresh = marquee(marquee, "never asked before", all);
      List<Entrant> baselines =
          List.of(
              new Entrant(platform.name(), platform, all),
              new Entrant(virtual.name(), virtual, all));
      Workload compressed = Workload.gzip(pool.all(), Mode.FRESH, key);
      Entrant againGzip =
          marquee(marquee, "that repeat, gzip", Workload.gzip(pool.few(), Mode.REPEAT, key));
      Entrant freshGzip = marquee(marquee, "never asked before, gzip", compressed);
      List<Entrant> gzipBaselines =
          List.of(
              new Entrant(platform.name() + ", gzip", platform, compressed),
              new Entrant(virtual.name() + ", gzip", virtual, compressed));
      List<Entrant> plain = List.of(again, fresh, baselines.get(0), baselines.get(1));
      List<Entrant> gzip =
          List.of(againGzip, freshGzip, gzipBaselines.get(0), gzipBaselines.get(1));
      Contest apart = new Contest(Stream.concat(plain.stream(), gzip.stream()).toList(), options);
      apart.hold();
      Entrant best = Contest.best(baselines);
      Entrant bestGzip = Contest.best(gzipBaselines);
      String text =
          "%,d showtimes, %d connections; %d pages compared, equal as JSON; %d rounds of %d s%n%n"
                  .formatted(
                      options.showtimes(),
                      Load.CONNECTIONS,
                      compared,
                      options.rounds(),
                      options.span().toSeconds())
              + "The baseline's database on the other core:\n\n"
              + Contest.rates(plain, best)
              + "\nWith `Accept-Encoding: gzip`:\n\n"
              + Contest.rates(gzip, bestGzip)
              + "\n"
              + apart.latencies(List.of(again, fresh, best, againGzip, freshGzip, bestGzip));
      return text + "\nAll on one core:\n\n" + together(best, pool, key, options);
    }
  }

  private static Entrant marquee(Marquee marquee, String which, Workload workload) {
    return new Entrant("Marquee, queries " + which, marquee, workload);
  }

  private static Table together(Entrant best, Pool pool, String key, Options options)
      throws Exception {
    Baseline baseline = (Baseline) best.contender();
    Processors.move(baseline.home().postmaster(), Processors.ANSWERING);
    // Moves the processes of its connections too, which have started already.
    for (ProcessHandle each :
        ProcessHandle.of(baseline.home().postmaster()).orElseThrow().children().toList()) {
      Processors.move(each.pid(), Processors.ANSWERING);
    }
    Entrant plain =
        new Entrant(baseline.name(), baseline, Workload.plain(pool.all(), Mode.FRESH, key));
    Entrant gzip =
        new Entrant(
            baseline.name() + ", gzip", baseline, Workload.gzip(pool.all(), Mode.FRESH, key));
    Contest contest = new Contest(List.of(plain, gzip), options);
    contest.hold();
    return contest.rates(plain);
  }

  /// Checks that both give the same answers; only cursors may differ.
  ///
  /// @return how many pages were compared
  private static int compare(Pool pool, Contender other, String key)
      throws IOException, InterruptedException {
    try (Client client = new Client(other.port(), key)) {
      for (int number = 0; number < pool.few().size(); number++) {
        String question = Template.plain(pool.few().get(number));
        JsonNode ours = withoutCursor(pool.pages().get(number));
        JsonNode theirs = withoutCursor(client.body(question));
        client.compressed(question);
        if (!ours.toString().equals(theirs.toString())) {
          throw new IllegalStateException(
              "the baseline answers otherwise to %s:%n%s%n%s".formatted(question, ours, theirs));
        }
      }
    }
    return pool.few().size();
  }

  private static JsonNode withoutCursor(byte[] page) {
    JsonNode node = JSON.readTree(page);
    if (node.get("pagination") instanceof ObjectNode pagination
        && pagination.get("nextCursor").isString()) {
      pagination.put("nextCursor", "");
    }
    return node;
  }
}
