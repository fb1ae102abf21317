package org.marquee.bench;

import java.util.ArrayList;
import java.util.List;
import org.marquee.bench.Nginx.Sending;
import org.marquee.bench.Options.Compressed;
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
  private PagesBench(Pool pool, String asked, Marquee marquee, Options options)
      throws java.io.IOException {
    this.pool = pool;
    this.asked = asked;
    this.marquee = marquee;
    this.key = marquee.home().key();
    this.options = options;
  }

  static String measured(Options options) throws Exception {
    try (Home home = Home.open(options.showtimes());
        Marquee marquee = Marquee.start(home, options);
        PagesBench queries = new PagesBench(Pool.of(home, marquee), "queries", marquee, options)) {
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
        Marquee marquee = Marquee.start(home, options)) {
      return "Of any of %d days:%n%n".formatted(Feed.DAYS)
          + ofProgrammes(Shape.PROGRAMME, marquee, options)
          + "\nOf today and tomorrow:\n\n"
          + ofProgrammes(Shape.PROGRAMME_SOON, marquee, options);
    }
  }

  private static String ofProgrammes(Shape shape, Marquee marquee, Options options)
      throws Exception {
    Pool pool = Pool.ofProgrammes(shape, marquee.home(), marquee);
    try (PagesBench programmes = new PagesBench(pool, "programmes", marquee, options)) {
      return programmes.whole();
    }
  }

  private String whole() throws Exception {
    List<Entrant> plainNginx = List.of(nginx(Sending.SENDFILE), nginx(Sending.WRITE));
    List<Entrant> plain = new ArrayList<>(plainNginx);
    plain.add(marquee("that repeat", Workload.plain(pool.few(), Mode.REPEAT, key)));
    plain.add(marquee("never asked before", Workload.plain(pool.all(), Mode.FRESH, key)));
    List<Entrant> precompressed = new ArrayList<>();
    List<Entrant> gzip = new ArrayList<>();
    if (options.compressed() == Compressed.ALSO) {
      precompressed.add(precompressed(Sending.SENDFILE));
      precompressed.add(precompressed(Sending.WRITE));
      gzip.addAll(precompressed);
      gzip.add(
          nginx(Nginx.precompressed("zlib", pool.pages(), pool.zlib(1), Sending.SENDFILE, key)));
      gzip.add(nginx(Nginx.compressing(pool.pages(), key)));
      gzip.add(marquee("that repeat, gzip", Workload.gzip(pool.few(), Mode.REPEAT, key)));
      gzip.add(marquee("never asked before, gzip", Workload.gzip(pool.all(), Mode.FRESH, key)));
      if (!pool.scattered().isEmpty()) {
        gzip.add(scattered());
      }
    }
    List<Entrant> all = new ArrayList<>(plain);
    all.addAll(gzip);
    Contest contest = new Contest(all, options);
    contest.hold();
    Entrant nginx = Contest.best(plainNginx);
    String text = conditions() + Contest.rates(plain, nginx);
    List<Entrant> half = new ArrayList<>(List.of(nginx));
    half.addAll(plain.subList(plainNginx.size(), plain.size()));
    if (!gzip.isEmpty()) {
      Entrant files = Contest.best(precompressed);
      text += "\nWith `Accept-Encoding: gzip`:\n\n" + Contest.rates(gzip, files);
      text += "\n" + pool.sizes();
      half.add(files);
      half.addAll(gzip.subList(4, gzip.size()));
    }
    return text + "\n" + contest.latencies(half);
  }

  /// The short form, for work on the encoder.
  private String quick() throws Exception {
    Entrant nginx = precompressed(Sending.SENDFILE);
    Entrant second = precompressed(Sending.WRITE);
    List<Entrant> all =
        List.of(
            nginx,
            second,
            marquee("that repeat, gzip", Workload.gzip(pool.few(), Mode.REPEAT, key)),
            marquee("never asked before", Workload.plain(pool.all(), Mode.FRESH, key)),
            marquee("never asked before, gzip", Workload.gzip(pool.all(), Mode.FRESH, key)),
            scattered());
    new Contest(all, options).hold();
    return conditions() + Contest.rates(all, Contest.best(List.of(nginx, second))) + "\n" + pool.sizes();
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

  /// With questions whose pages are hardly ever found twice.
  private Entrant scattered() {
    return marquee("never found before, gzip", Workload.gzip(pool.scattered(), Mode.FRESH, key));
  }

  private Entrant nginx(Sending sending) throws Exception {
    Nginx nginx = Nginx.plain(pool.pages(), sending, key);
    started.add(nginx);
    return new Entrant(nginx.name(), nginx, Workload.plain(pool.few(), Mode.REPEAT, key));
  }

  /// With our compressed answers as files.
  private Entrant precompressed(Sending sending) throws Exception {
    return nginx(Nginx.precompressed("Marquee", pool.pages(), pool.compressed(), sending, key));
  }

  private Entrant nginx(Nginx nginx) {
    started.add(nginx);
    return new Entrant(nginx.name(), nginx, Workload.gzip(pool.few(), Mode.REPEAT, key));
  }

  @Override
  public void close() {
    started.forEach(Nginx::close);
  }
}
