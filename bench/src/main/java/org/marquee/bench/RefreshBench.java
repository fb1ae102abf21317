package org.marquee.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.marquee.sample.BigFeed;

/// How long after its commit an import is seen over HTTP, by the share of the showtimes that it
/// changes; and how long the import took. Server, database and import share all processors.
///
/// The feed of a share differs in that share from the home's first feed; imports alternate between
/// the two.
final class RefreshBench {
  private static final Duration LONGEST = Duration.ofMinutes(20);
  private static final Duration PAUSE = Duration.ofMillis(2);

  private final Home home;
  private final Marquee server;

  private RefreshBench(Home home, Marquee server) {
    this.home = home;
    this.server = server;
  }

  static String measured(Options options) throws Exception {
    try (Home home = Home.open(options.showtimes());
        Marquee server = Marquee.startAnywhere(home, options)) {
      return new RefreshBench(home, server).table(options);
    }
  }

  private String table(Options options) throws Exception {
    Table table =
        new Table("Share changed", "commit to visible, median", "range", "the import, median");
    for (int number = 0; number < options.shares().size(); number++) {
      double share = options.shares().get(number);
      List<Double> visible = new ArrayList<>();
      List<Double> imports = new ArrayList<>();
      for (int round = 0; round < options.rounds(); round++) {
        boolean back = round % 2 == 1;
        Path feed = home.feed(back ? BigFeed.Round.FIRST : new BigFeed.Round(number + 1, share));
        Seen seen = imported(feed);
        System.err.printf(
            "%.0f %%: import %.1f s, visible after %.3f s%n",
            share * 100, seen.importSeconds(), seen.visibleSeconds());
        visible.add(seen.visibleSeconds());
        imports.add(seen.importSeconds());
        Files.delete(feed);
      }
      if (options.rounds() % 2 == 1) {
        Path feed = home.feed(BigFeed.Round.FIRST);
        imported(feed);
        Files.delete(feed);
      }
      table.row(
          "%.0f %%".formatted(share * 100),
          Spread.median(visible),
          Spread.range(visible),
          Spread.median(imports));
    }
    return "%,d showtimes; %d imports each, polled every %d ms%n%n"
            .formatted(options.showtimes(), options.rounds(), PAUSE.toMillis())
        + table;
  }

  private record Seen(double visibleSeconds, double importSeconds) {}

  /// Imports a feed while one thread looks at the database and another at the server.
  private Seen imported(Path feed) throws Exception {
    try (ExecutorService watching = Executors.newFixedThreadPool(2);
        Connection connection = home.connect();
        Client client = new Client(server.port(), home.key())) {
      String tag = tag(client);
      long revision = revision(connection);
      Future<Long> committed = watching.submit(watch(() -> revision(connection) != revision));
      Future<Long> visible = watching.submit(watch(() -> !tag(client).equals(tag)));
      long start = System.nanoTime();
      home.take(feed);
      double took = (System.nanoTime() - start) / 1e9;
      return new Seen((visible.get() - committed.get()) / 1e9, took);
    }
  }

  private static Callable<Long> watch(Callable<Boolean> changed) {
    return () -> {
      long end = System.nanoTime() + LONGEST.toNanos();
      while (!changed.call()) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException("nothing has changed");
        }
        Thread.sleep(PAUSE);
      }
      return System.nanoTime();
    };
  }

  private static long revision(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("select n from revision");
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private static String tag(Client client) throws IOException, InterruptedException {
    return client.get(Questions.ANY).headers().firstValue("ETag").orElseThrow();
  }
}
