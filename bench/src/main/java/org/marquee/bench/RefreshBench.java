package org.marquee.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.marquee.rig.Line;
import org.marquee.rig.Table;
import org.marquee.rig.Waiting;
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
        Marquee server = Marquee.startAnywhere(home)) {
      return new RefreshBench(home, server).table(options);
    }
  }

  private String table(Options options) throws Exception {
    Table table =
        new Table("Share changed", "commit to visible, median", "range", "the import, median");
    for (int number = 0; number < options.shares().size(); number++) {
      double share = options.shares().get(number);
      Timings visible = new Timings();
      Timings imports = new Timings();
      for (int round = 0; round < options.rounds(); round++) {
        boolean back = round % 2 == 1;
        Path feed = home.feed(back ? BigFeed.Round.FIRST : new BigFeed.Round(number + 1, share));
        imported(feed, visible, imports);
        System.err.printf("%.0f %%, import %d%n", share * 100, round + 1);
      }
      if (options.rounds() % 2 == 1) {
        imported(home.feed(BigFeed.Round.FIRST), new Timings(), new Timings());
      }
      table.row(
          "%.0f %%".formatted(share * 100),
          Timings.cell(visible.median()),
          visible.range(),
          Timings.cell(imports.median()));
    }
    return "%,d showtimes; %d imports each, polled every %d ms%n%n"
            .formatted(options.showtimes(), options.rounds(), PAUSE.toMillis())
        + table;
  }

  /// Imports a feed while one thread looks at the database and another at the server.
  private void imported(Path feed, Timings visible, Timings imports) throws Exception {
    try (ExecutorService watching = Executors.newFixedThreadPool(2);
        Connection connection = home.connect();
        Line line = server.line()) {
      String tag = tag(line);
      long revision = revision(connection);
      Future<Long> committed =
          watching.submit(() -> awaitChange(() -> revision(connection) != revision));
      Future<Long> seen = watching.submit(() -> awaitChange(() -> !tag(line).equals(tag)));
      imports.time(() -> home.take(feed));
      visible.add(seen.get() - committed.get());
    }
    Files.delete(feed);
  }

  private static long awaitChange(Waiting.Attempt changed)
      throws IOException, InterruptedException {
    return Waiting.until("a change", PAUSE, LONGEST, changed);
  }

  private static long revision(Connection connection) throws IOException {
    try (PreparedStatement statement = connection.prepareStatement("select n from revision");
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  private static String tag(Line line) throws IOException {
    return Objects.requireNonNull(line.get(Questions.ANY).fields().get("etag"), "an answer's tag");
  }
}
