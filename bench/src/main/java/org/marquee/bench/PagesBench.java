package org.marquee.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.marquee.bench.Nginx.Sending;
import org.marquee.bench.Options.Compressed;
import org.marquee.bench.Workload.Encoding;
import org.marquee.bench.Workload.Mode;

/// Pages a second on one core, against nginx serving the same bytes as files; and how long they
/// take at half of that.
final class PagesBench implements AutoCloseable {
  private final Pool pool;
  private final Marquee marquee;
  private final String key;
  private final String asked;
  private final Options options;
  private final List<Nginx> started = new ArrayList<>();

  /// @param asked the questions, as tables call them
  private PagesBench(Pool pool, String asked, Marquee marquee, Options options) throws IOException {
    this.pool = pool;
    this.asked = asked;
    this.marquee = marquee;
    this.key = marquee.home().key();
    this.options = options;
  }

  static String measured(Options options) throws Exception {
    try (Home home = Home.open(options.showtimes());
        Marquee marquee = Marquee.start(home);
        PagesBench queries = new PagesBench(Pool.of(marquee), "queries", marquee, options)) {
      if (options.compressed() == Compressed.ONLY) {
        return queries.quick();
      }
      return queries.whole();
    }
  }

  /// The same for programmes of ten cinemas: of any day that there are showtimes of, and of today
  /// and tomorrow, which is what most people ask for.
  static String ofProgrammes(Options options) throws Exception {
    try (Home home = Home.open(options.showtimes());
        Marquee marquee = Marquee.start(home)) {
      return "Of any of %d days:%n%n".formatted(Feed.DAYS)
          + ofProgrammes(Shape.PROGRAMME, marquee, options)
          + "\nOf today and tomorrow:\n\n"
          + ofProgrammes(Shape.PROGRAMME_SOON, marquee, options);
    }
  }

  private static String ofProgrammes(Shape shape, Marquee marquee, Options options)
      throws Exception {
    Pool pool = Pool.ofProgrammes(shape, marquee);
    try (PagesBench programmes = new PagesBench(pool, "programmes", marquee, options)) {
      return programmes.whole();
    }
  }

  private String whole() throws Exception {
    List<Entrant> plainNginx = nginx(Encoding.PLAIN);
    List<Entrant> plain =
        List.of(
            marquee("that repeat", Workload.plain(pool.few(), Mode.REPEAT, key)),
            marquee("never asked before", Workload.plain(pool.all(), Mode.FRESH, key)));
    List<Entrant> gzipNginx = nginx(Encoding.GZIP);
    List<Entrant> gzip = gzip();
    List<Entrant> allPlain = joined(List.of(plainNginx, plain));
    List<Entrant> allGzip = joined(List.of(gzipNginx, gzip));
    Contest contest = new Contest(joined(List.of(allPlain, allGzip)), options);
    contest.hold();
    Entrant files = Contest.best(plainNginx);
    Entrant gzipFiles = Contest.best(gzipNginx);
    return conditions()
        + Contest.rates(allPlain, files)
        + "\nWith `Accept-Encoding: gzip`:\n\n"
        + Contest.rates(allGzip, gzipFiles)
        + "\n"
        + pool.sizes()
        + "\n"
        + contest.latencies(joined(List.of(List.of(files), plain, List.of(gzipFiles), gzip)));
  }

  /// The short form, for work on the encoder.
  private String quick() throws Exception {
    List<Entrant> nginx = nginx(Encoding.GZIP);
    Entrant plain = marquee("never asked before", Workload.plain(pool.all(), Mode.FRESH, key));
    List<Entrant> all = joined(List.of(nginx, List.of(plain), gzip()));
    new Contest(all, options).hold();
    return conditions() + Contest.rates(all, Contest.best(nginx)) + "\n" + pool.sizes();
  }

  private static List<Entrant> joined(List<List<Entrant>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }

  private String conditions() {
    return "%,d showtimes, %d connections, %,.0f bytes of body a page; %d rounds of %d s%n%n"
        .formatted(
            options.showtimes(),
            Load.CONNECTIONS,
            pool.size(),
            options.rounds(),
            options.span().toSeconds());
  }

  private Entrant marquee(String which, Workload workload) {
    return new Entrant("Marquee, " + asked + " " + which, marquee, workload);
  }

  /// Marquee's compressed pages; where there are questions whose pages are hardly ever found twice,
  /// these too.
  private List<Entrant> gzip() {
    List<Entrant> gzip = new ArrayList<>();
    gzip.add(marquee("that repeat, gzip", Workload.gzip(pool.few(), Mode.REPEAT, key)));
    gzip.add(marquee("never asked before, gzip", Workload.gzip(pool.all(), Mode.FRESH, key)));
    if (!pool.scattered().isEmpty()) {
      Workload scattered = Workload.gzip(pool.scattered(), Mode.FRESH, key);
      gzip.add(marquee("never found before, gzip", scattered));
    }
    return gzip;
  }

  /// nginx with our answers as files, sent in both ways.
  private List<Entrant> nginx(Encoding encoding) throws Exception {
    List<Entrant> entrants = new ArrayList<>();
    for (Sending sending : Sending.values()) {
      Nginx nginx = Nginx.start(pool, encoding, sending, key);
      started.add(nginx);
      Workload workload = new Workload(pool.few(), Mode.REPEAT, encoding, key);
      entrants.add(new Entrant(nginx.name(), nginx, workload));
    }
    return entrants;
  }

  @Override
  public void close() {
    started.forEach(Nginx::close);
  }
}
