package org.marquee.bench;

import java.util.List;
import org.marquee.bench.Load.Mode;

/// Pages a second on one core, against nginx serving the same bytes as files; and how long they
/// take at half of that.
final class PagesBench {
  private PagesBench() {}

  static String measured(Options options) throws Exception {
    try (Home home = Home.open(options.showtimes());
        Marquee marquee = Marquee.start(home, options)) {
      return measured(Pool.of(home, marquee), "queries", home, marquee, options)
          + "\nProgrammes of ten cinemas on a day:\n\n"
          + measured(Pool.ofProgrammes(home, marquee), "programmes", home, marquee, options);
    }
  }

  /// @param asked what Marquee is asked
  private static String measured(
      Pool pool, String asked, Home home, Marquee marquee, Options options) throws Exception {
    String key = home.key();
    try (Nginx sendfile = Nginx.start(pool.pages(), Nginx.Sending.SENDFILE, key);
        Nginx write = Nginx.start(pool.pages(), Nginx.Sending.WRITE, key)) {
      Entrant first = new Entrant(sendfile.name(), sendfile, pool.few(), Mode.REPEAT, key);
      Entrant second = new Entrant(write.name(), write, pool.few(), Mode.REPEAT, key);
      Entrant again =
          new Entrant("Marquee, " + asked + " that repeat", marquee, pool.few(), Mode.REPEAT, key);
      Entrant fresh =
          new Entrant(
              "Marquee, " + asked + " never asked before", marquee, pool.all(), Mode.FRESH, key);
      Contest contest = new Contest(List.of(first, second, again, fresh), options);
      contest.hold();
      Entrant nginx = Contest.best(List.of(first, second));
      return "%,d showtimes, %d connections, %,.0f bytes of body a page; %d rounds of %d s%n%n"
              .formatted(
                  options.showtimes(),
                  Load.CONNECTIONS,
                  pool.size(),
                  options.rounds(),
                  options.span().toSeconds())
          + contest.rates(nginx)
          + "\n"
          + contest.latencies(List.of(nginx, again, fresh));
    }
  }
}
