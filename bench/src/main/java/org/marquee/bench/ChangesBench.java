package org.marquee.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.marquee.rig.Cost;
import org.marquee.rig.Line;
import org.marquee.rig.Table;
import org.marquee.sample.BigFeed;
import org.postgresql.PGConnection;
import tools.jackson.databind.json.JsonMapper;

/// Thousands of requests and streams that wait for a change: the server's memory for each, the time
/// from the commit to its answer, and the processor time of each part from the commit on. Server,
/// database, import and clients share all processors.
final class ChangesBench {
  private static final double SHARE = 0.001;

  /// Clients that warm the server.
  private static final int WARMING = 4;

  /// One for each task: on two processors a pool has too few, and one task waits for the other.
  private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

  private final Home home;
  private final Marquee server;
  private final Options options;

  private ChangesBench(Home home, Marquee server, Options options) {
    this.home = home;
    this.server = server;
    this.options = options;
  }

  /// How a client waits.
  private enum Way {
    REQUEST("requests", "wait=30&limit=1&", "", "\"data\":[{"),
    REQUEST_OF_PAGE("requests, usual pages", "wait=30&", "", "\"data\":[{"),
    STREAM("streams", "limit=1&", "Accept: text/event-stream\r\n", "event: change"),
    STREAM_OF_PAGES("streams, usual pages", "", "Accept: text/event-stream\r\n", "event: change");

    private final String words;
    private final String query;
    private final String field;
    private final String change;

    Way(String words, String query, String field, String change) {
      this.words = words;
      this.query = query;
      this.field = field;
      this.change = change;
    }
  }

  /// What is imported.
  private enum Update {
    FILM("one film"),
    SHARE("%.1f %% of the feed".formatted(ChangesBench.SHARE * 100));

    private final String words;

    Update(String words) {
      this.words = words;
    }
  }

  /// The first wake of a server that has answered requests for pages before.
  private enum First {
    AT_ONCE("requests, a server's first wake", Duration.ZERO),
    /// A second longer than each waits.
    AFTER_A_WAIT("requests, first wake after each has waited in vain once", Duration.ofSeconds(31));

    private final String words;
    private final Duration idle;

    First(String words, Duration idle) {
      this.words = words;
      this.idle = idle;
    }
  }

  static String measured(Options options) throws Exception {
    Table table =
        new Table(
            "Waiting",
            "import",
            "heap each",
            "resident each",
            "commit to answer: first",
            "median",
            "99 %",
            "last",
            "processor time from the commit to the last answer, each: server",
            "clients",
            "database",
            "import");
    try (Home home = Home.open(options.showtimes())) {
      try (Marquee server = Marquee.startAnywhere(home)) {
        new ChangesBench(home, server, options).measureAll(table);
      }
      // At the end, when clients and imports have been compiled: else their time is in it as well.
      int round = 0;
      for (First first : First.values()) {
        for (int time = 0; time < options.rounds(); time++) {
          try (Marquee server = Marquee.startAnywhere(home)) {
            new ChangesBench(home, server, options).measureFirst(first, ++round, table);
          }
        }
      }
    }
    return "%,d showtimes, %,d waiting%n%n".formatted(options.showtimes(), options.waiting())
        + table;
  }

  /// Has the server compile the code of every answer, as a server in use has done.
  private void warm() {
    System.err.println("warming");
    long end = System.nanoTime() + options.warm().toNanos();
    List<CompletableFuture<Void>> asking = new ArrayList<>();
    for (int each = 0; each < WARMING; each++) {
      asking.add(CompletableFuture.runAsync(() -> askUntil(end), THREADS));
    }
    asking.forEach(CompletableFuture::join);
  }

  private void askUntil(long end) {
    try (Line line = server.line()) {
      while (System.nanoTime() - end < 0) {
        line.body(Questions.ANY);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void measureAll(Table table) throws Exception {
    warm();
    int round = 0;
    for (Way way : Way.values()) {
      for (Update update : Update.values()) {
        for (int time = 0; time < options.rounds(); time++) {
          measure(way.words, way, Duration.ZERO, update, ++round, table);
        }
      }
    }
    take(home.feed(BigFeed.Round.FIRST));
  }

  private void measureFirst(First first, int round, Table table) throws Exception {
    warm();
    measure(first.words, Way.REQUEST, first.idle, Update.FILM, round, table);
  }

  private Path feed(Update update, int round) throws IOException {
    return switch (update) {
      case FILM -> home.film(round);
      case SHARE -> home.feed(new BigFeed.Round(round, SHARE));
    };
  }

  /// @param idle how long they wait before anything changes
  private void measure(String words, Way way, Duration idle, Update update, int round, Table table)
      throws Exception {
    int waiting = options.waiting();
    Path feed = feed(update, round);
    long heapBefore = Cost.heap(server.pid());
    long residentBefore = Cost.resident(server.pid());
    try (Waiters waiters = Waiters.ask(waiting, server.port(), request(way), way.change);
        Connection announcements = home.connect()) {
      waiters.settle();
      waiters.idle(idle);
      // The heap is looked at while they wait.
      long heap = Cost.heap(server.pid()) - heapBefore;
      long resident = Cost.resident(server.pid()) - residentBefore;
      CompletableFuture<Used> committed = watchCommit(announcements);
      CompletableFuture<Void> imported = CompletableFuture.runAsync(() -> take(feed), THREADS);
      long[] answered = waiters.answered();
      Used used = Used.now(server).since(committed.join());
      long commit = committedAt();
      imported.join();
      table.row(
          words,
          update.words,
          "%,d bytes".formatted(heap / waiting),
          "%,d bytes".formatted(resident / waiting),
          seconds(answered[0] - commit),
          seconds(answered[waiting / 2] - commit),
          seconds(answered[waiting * 99 / 100] - commit),
          seconds(answered[waiting - 1] - commit),
          micros(used.server()),
          micros(used.clients()),
          micros(used.database()),
          micros(used.rest()));
    }
  }

  private static String seconds(long nanos) {
    return "%.3f s".formatted(nanos / 1e9);
  }

  private String micros(double seconds) {
    return "%.0f µs".formatted(seconds * 1e6 / options.waiting());
  }

  private void take(Path feed) {
    try {
      home.take(feed);
      Files.delete(feed);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String request(Way way) throws Exception {
    String cursor;
    try (Line line = server.line()) {
      cursor =
          new JsonMapper()
              .readTree(line.body("/v1/changes?since=now"))
              .at("/pagination/nextCursor")
              .asString();
    }
    return "GET /v1/changes?%ssince=%s HTTP/1.1\r\nHost: a\r\n%sAuthorization: Bearer %s\r\n\r\n"
        .formatted(way.query, cursor, way.field, home.key());
  }

  /// Seconds of processor time.
  ///
  /// @param rest of the import, which this process starts
  private record Used(double server, double clients, double database, double rest) {
    static Used now(Marquee server) throws IOException {
      long self = ProcessHandle.current().pid();
      double serving = Cost.seconds(List.of(server.pid()));
      double clients = Cost.ofOne(self);
      double all = Cost.seconds(List.of(self));
      double database = Cost.seconds(List.of(server.home().postmaster()));
      return new Used(serving, clients, database, all - clients - serving);
    }

    Used since(Used before) {
      return new Used(
          server - before.server,
          clients - before.clients,
          database - before.database,
          rest - before.rest);
    }
  }

  /// The processor time until the commit is announced.
  private CompletableFuture<Used> watchCommit(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("listen marquee_revision");
    }
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            connection.unwrap(PGConnection.class).getNotifications(0);
            return Used.now(server);
          } catch (SQLException | IOException e) {
            throw new IllegalStateException(e);
          }
        },
        THREADS);
  }

  /// When the newest state was about to be committed, by [System#nanoTime]: the last thing that its
  /// transaction writes is the time.
  private long committedAt() throws SQLException {
    try (Connection connection = home.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "select extract(epoch from clock_timestamp() - made_at) from revision_at"
                    + " order by n desc limit 1");
        ResultSet row = statement.executeQuery()) {
      long now = System.nanoTime();
      row.next();
      return now - row.getBigDecimal(1).movePointRight(9).longValue();
    }
  }
}
