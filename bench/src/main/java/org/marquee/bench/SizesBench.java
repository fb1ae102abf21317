package org.marquee.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.marquee.bench.Workload.Mode;
import org.marquee.rig.Line;
import org.marquee.rig.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a page costs, by the filters of the question and the number of showtimes: processor time of
/// the server and its database, which other work on the machine hardly moves.
final class SizesBench {
  private static final int QUESTIONS = 1_000;
  private static final int CURSORS = 400;

  private final Options options;
  private final List<Site> sites = new ArrayList<>();

  private SizesBench(Options options) {
    this.options = options;
  }

  /// A home, its server, and the results.
  private record Site(
      Home home, Marquee server, Map<Shape, List<String>> questions, Map<Shape, Entrant> entrants)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      server.close();
      home.close();
    }
  }

  static String measured(Options options) throws Exception {
    SizesBench bench = new SizesBench(options);
    try {
      for (int size : options.sizes()) {
        bench.sites.add(bench.site(size));
      }
      for (Site site : bench.sites) {
        bench.warm(site);
      }
      for (Shape shape : Shape.values()) {
        System.err.println(shape.title());
        bench.measure(shape);
      }
      return bench.table();
    } finally {
      for (Site site : bench.sites) {
        site.close();
      }
    }
  }

  private Site site(int size) throws Exception {
    Home home = Home.open(size);
    Marquee server = Marquee.start(home);
    Questions questions = Questions.about(home);
    Map<Shape, List<String>> asked = new EnumMap<>(Shape.class);
    Map<Shape, Entrant> entrants = new EnumMap<>(Shape.class);
    for (Shape shape : Shape.values()) {
      List<String> targets = shape == Shape.FILMS ? walk(server) : questions.of(shape, QUESTIONS);
      asked.put(shape, targets);
      entrants.put(
          shape,
          new Entrant(
              "%,d".formatted(size), server, Workload.plain(targets, Mode.FRESH, home.key())));
    }
    return new Site(home, server, asked, entrants);
  }

  /// A page of films from each film on.
  private static List<String> walk(Marquee server) throws IOException {
    List<String> targets = new ArrayList<>(List.of("/v1/films"));
    String one = "/v1/films?limit=1";
    String from = "";
    try (Line line = server.line()) {
      while (targets.size() < CURSORS) {
        JsonNode next =
            new JsonMapper().readTree(line.body(one + from)).at("/pagination/nextCursor");
        if (!next.isString()) {
          break;
        }
        from = "&cursor=" + next.asString();
        targets.add("/v1/films?" + from.substring(1));
      }
    }
    return targets;
  }

  /// Every shape in turn, so that none is measured by a compiler that has seen only the ones
  /// before.
  private void warm(Site site) throws Exception {
    List<String> all = new ArrayList<>();
    for (int number = 0; number < CURSORS; number++) {
      for (List<String> questions : site.questions().values()) {
        all.add(questions.get(number % questions.size()));
      }
    }
    System.err.printf("warming %,d%n", site.home().showtimes());
    Workload workload = Workload.plain(all, Mode.FRESH, site.home().key());
    new Entrant("warming", site.server(), workload).warm(options.warm());
  }

  private void measure(Shape shape) throws Exception {
    Duration settling = Duration.ofSeconds(1);
    for (Site site : sites) {
      entrant(site, shape).warm(settling);
    }
    for (int round = 0; round < options.rounds(); round++) {
      for (Site site : sites) {
        entrant(site, shape).measure(options.span());
      }
    }
  }

  private static Entrant entrant(Site site, Shape shape) {
    return Objects.requireNonNull(site.entrants().get(shape));
  }

  private String table() {
    List<String> columns = new ArrayList<>(List.of("Processor time a page"));
    for (Site site : sites) {
      columns.add("%,d".formatted(site.home().showtimes()));
    }
    for (Site site : sites.subList(1, sites.size())) {
      columns.add("ratio, %,d".formatted(site.home().showtimes()));
    }
    columns.add("bytes a page");
    columns.add("pages a second");
    columns.add("errors");
    Table table = new Table(columns.toArray(String[]::new));
    for (Shape shape : Shape.values()) {
      table.row(row(shape).toArray(String[]::new));
    }
    return "%d rounds of %d s a cell, no window asked for twice%n%n"
            .formatted(options.rounds(), options.span().toSeconds())
        + table;
  }

  private List<String> row(Shape shape) {
    List<Load> medians = sites.stream().map(site -> entrant(site, shape).median()).toList();
    List<String> row = new ArrayList<>(List.of(shape.title()));
    for (Load load : medians) {
      row.add("%.1f µs".formatted(load.cost()));
    }
    for (Load load : medians.subList(1, medians.size())) {
      row.add("%.2f".formatted(load.cost() / medians.getFirst().cost()));
    }
    row.add(
        String.join(" / ", medians.stream().map(m -> "%,.0f".formatted(m.bytesEach())).toList()));
    row.add(String.join(" / ", medians.stream().map(m -> "%,.0f".formatted(m.rate())).toList()));
    row.add(Long.toString(sites.stream().mapToLong(site -> entrant(site, shape).errors()).sum()));
    return row;
  }
}
