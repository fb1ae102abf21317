package org.marquee.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.marquee.sample.BigFeed;
import tools.jackson.databind.json.JsonMapper;

/// Ten thousand requests that wait for a change: what each takes of the server's heap, and how long
/// after the commit it is answered, and the processor time of each part from the commit on. Server,
/// database, import and clients share all processors.
final class ChangesBench {
  private static final int WAITING = 10_000;
  private static final double SHARE = 0.001;

  /// The first ones find a server that has hardly ever woken anybody: its code is being compiled.
  private static final int ROUNDS = 8;

  /// The common pool has one thread where there are two processors: one task would wait for the
  /// other.
  private static final Executor THREADS = Thread::startVirtualThread;

  private final Home home;
  private final Marquee server;

  private ChangesBench(Home home, Marquee server) {
    this.home = home;
    this.server = server;
  }

  static String measured(Options options) throws Exception {
    try (Home home = Home.open(options.showtimes());
        Marquee server = Marquee.startAnywhere(home, options)) {
      return new ChangesBench(home, server).table(options);
    }
  }

  private String table(Options options) throws Exception {
    Table table =
        new Table(
            "Import",
            "Waiting",
            "heap each",
            "resident each",
            "commit to answer: first",
            "median",
            "99 %",
            "last",
            "processor time from the commit to the last answer, a request: server",
            "clients",
            "database and import");
    for (int round = 1; round <= ROUNDS; round++) {
      measure(round, table);
    }
    take(home.feed(BigFeed.Round.FIRST));
    return "%,d showtimes; an import that changes %.1f %% of them%n%n"
            .formatted(options.showtimes(), SHARE * 100)
        + table;
  }

  private void measure(int round, Table table) throws Exception {
    Path feed = home.feed(new BigFeed.Round(round, SHARE));
    long heapBefore = MemoryBench.heap(server.pid());
    long residentBefore = Cost.resident(server.pid());
    try (Selector selector = Selector.open()) {
      byte[] request = ask(selector);
      // The heap is looked at while they wait.
      long heap = MemoryBench.heap(server.pid()) - heapBefore;
      long resident = Cost.resident(server.pid()) - residentBefore;
      CompletableFuture<Commit> committed = watchCommit();
      CompletableFuture<Void> imported = CompletableFuture.runAsync(() -> take(feed), THREADS);
      List<Long> answered = answers(selector, request);
      Used after = Used.now(server);
      imported.join();
      long commit = committed.join().at();
      Used before = committed.join().used();
      List<Double> seconds = answered.stream().map(at -> (at - commit) / 1e9).sorted().toList();
      table.row(
          Integer.toString(round),
          "%,d".formatted(WAITING),
          "%,d bytes".formatted(heap / WAITING),
          "%,d bytes".formatted(resident / WAITING),
          "%.3f s".formatted(seconds.getFirst()),
          "%.3f s".formatted(seconds.get(seconds.size() / 2)),
          "%.3f s".formatted(seconds.get(seconds.size() * 99 / 100)),
          "%.3f s".formatted(seconds.getLast()),
          micros(after.server() - before.server()),
          micros(after.clients() - before.clients()),
          micros(after.rest() - before.rest()));
    }
  }

  private static String micros(double seconds) {
    return "%.0f µs".formatted(seconds * 1e6 / WAITING);
  }

  private void take(Path feed) {
    try {
      home.take(feed);
      Files.delete(feed);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] ask(Selector selector) throws Exception {
    String cursor;
    try (Client client = new Client(server.port(), home.key())) {
      cursor =
          new JsonMapper()
              .readTree(client.body("/v1/changes?since=now"))
              .at("/pagination/nextCursor")
              .asString();
    }
    byte[] request =
        ("GET /v1/changes?limit=1&wait=30&since="
                + cursor
                + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
                + home.key()
                + "\r\n\r\n")
            .getBytes(US_ASCII);
    for (int number = 0; number < WAITING; number++) {
      SocketChannel channel =
          SocketChannel.open(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.write(ByteBuffer.wrap(request));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
    }
    return request;
  }

  /// When each was answered. Who has waited for 30 s in vain, because the import takes longer, asks
  /// again.
  private static List<Long> answers(Selector selector, byte[] request) throws IOException {
    List<Long> answered = new ArrayList<>();
    ByteBuffer buffer = ByteBuffer.allocate(4096);
    while (answered.size() < WAITING) {
      selector.select(key -> {
        try {
          SocketChannel channel = (SocketChannel) key.channel();
          buffer.clear();
          channel.read(buffer);
          long now = System.nanoTime();
          String text = new String(buffer.array(), 0, buffer.position(), US_ASCII);
          if (!text.startsWith("HTTP/1.1 200")) {
            throw new IllegalStateException(text);
          }
          if (text.contains("\"data\":[]")) {
            channel.write(ByteBuffer.wrap(request));
          } else {
            answered.add(now);
            channel.close();
          }
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      });
    }
    return answered;
  }

  /// When a commit was seen, and what was used until then.
  private record Commit(long at, Used used) {}

  /// Seconds of processor time until now.
  ///
  /// @param rest of the database, and of the import, which this process starts
  private record Used(double server, double clients, double rest) {
    static Used now(Marquee server) throws IOException {
      long self = ProcessHandle.current().pid();
      double serving = Cost.seconds(List.of(server.pid()));
      double clients = Cost.ofOne(self);
      double all = Cost.seconds(List.of(self));
      double database = Cost.seconds(List.of(server.home().postmaster()));
      return new Used(serving, clients, all - clients - serving + database);
    }
  }

  private CompletableFuture<Commit> watchCommit() throws SQLException {
    long first = revision();
    return CompletableFuture.supplyAsync(
        () -> {
          try (Connection connection = home.connect()) {
            while (revision(connection) == first) {
              Thread.sleep(2);
            }
            return new Commit(System.nanoTime(), Used.now(server));
          } catch (SQLException | InterruptedException | IOException e) {
            throw new IllegalStateException(e);
          }
        },
        THREADS);
  }

  private long revision() throws SQLException {
    try (Connection connection = home.connect()) {
      return revision(connection);
    }
  }

  private static long revision(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("select n from revision");
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }
}
