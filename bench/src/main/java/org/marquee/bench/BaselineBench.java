package org.marquee.bench;

import java.io.IOException;
import java.util.List;
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
      Entrant again =
          new Entrant("Marquee, queries that repeat", marquee, Workload.plain(pool.few(), Mode.REPEAT, key));
      Entrant fresh =
          new Entrant("Marquee, queries never asked before", marquee, Workload.plain(pool.all(), Mode.FRESH, key));
      Entrant first = new Entrant(platform.name(), platform, Workload.plain(pool.all(), Mode.FRESH, key));
      Entrant second = new Entrant(virtual.name(), virtual, Workload.plain(pool.all(), Mode.FRESH, key));
      Contest apart = new Contest(List.of(again, fresh, first, second), options);
      apart.hold();
      Entrant best = Contest.best(List.of(first, second));
      String text =
          "%,d showtimes, %d connections; %d pages compared, equal as JSON; %d rounds of %d s%n%n"
                  .formatted(
                      options.showtimes(),
                      Load.CONNECTIONS,
                      compared,
                      options.rounds(),
                      options.span().toSeconds())
              + "The baseline's database on the other core:\n\n"
              + apart.rates(best)
              + "\n"
              + apart.latencies(List.of(again, fresh, best));
      return text + "\nAll on one core:\n\n" + together(best, pool, key, options);
    }
  }

  private static Table together(Entrant best, Pool pool, String key, Options options)
      throws Exception {
    Baseline baseline = (Baseline) best.contender();
    Processors.move(baseline.home().postmaster(), Processors.ANSWERING);
    // Its connections are processes of their own, which are there already.
    for (ProcessHandle each :
        ProcessHandle.of(baseline.home().postmaster()).orElseThrow().children().toList()) {
      Processors.move(each.pid(), Processors.ANSWERING);
    }
    Entrant crowded = new Entrant(best.name(), baseline, Workload.plain(pool.all(), Mode.FRESH, key));
    Contest contest = new Contest(List.of(crowded), options);
    contest.hold();
    return contest.rates(crowded);
  }

  /// That both say the same; only cursors, which mean something to their maker alone, may differ.
  ///
  /// @return how many pages were compared
  private static int compare(Pool pool, Contender other, String key)
      throws IOException, InterruptedException {
    try (Client client = new Client(other.port(), key)) {
      for (int number = 0; number < pool.few().size(); number++) {
        String question = Template.plain(pool.few().get(number));
        JsonNode ours = withoutCursor(pool.pages().get(number));
        JsonNode theirs = withoutCursor(client.body(question));
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
