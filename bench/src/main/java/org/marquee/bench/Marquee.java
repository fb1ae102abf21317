package org.marquee.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// The product as it is run: `./marquee serve`, with the key check, the filters and the limits on.
final class Marquee implements Contender {
  /// Seldom, since each question makes it count records.
  private static final Duration SELDOM = Duration.ofMillis(50);

  private final Home home;
  private final Program program;
  private final int port;
  private final int operations;

  private Marquee(Home home, Program program, int port, int operations) {
    this.home = home;
    this.program = program;
    this.port = port;
    this.operations = operations;
  }

  /// Starts it on one processor, without waiting for it.
  static Marquee launch(Home home) throws IOException {
    return launch(home, Processors.ANSWERING);
  }

  private static Marquee launch(Home home, String processors) throws IOException {
    int port = Port.free();
    int operations = Port.free();
    List<String> command =
        List.of(
            "./marquee",
            "serve",
            "--home",
            home.folder().toString(),
            "--bind",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--ops-port",
            Integer.toString(operations));
    Program program =
        Program.start("marquee-" + home.showtimes() + "-on-" + processors, processors, command);
    return new Marquee(home, program, port, operations);
  }

  /// Starts it and waits until it answers from memory, or from the database if it has no memory.
  static Marquee start(Home home, Options options) throws Exception {
    Processors.move(home.postmaster(), Processors.ASKING);
    return begun(launch(home), options);
  }

  /// As [#start], with server and database on all processors.
  static Marquee startAnywhere(Home home, Options options) throws Exception {
    Processors.move(home.postmaster(), Processors.ALL);
    return begun(launch(home, Processors.ALL), options);
  }

  private static Marquee begun(Marquee marquee, Options options) throws Exception {
    marquee.awaitFirstAnswer();
    marquee.awaitSnapshot(options.patience());
    return marquee;
  }

  /// Waits until it answers.
  ///
  /// @return nanoseconds by [System#nanoTime] when it did
  long awaitFirstAnswer() throws Exception {
    try (Client client = new Client(port, home.key())) {
      return Port.await(program, () -> client.answers(Questions.ANY));
    }
  }

  /// Waits until it says that it answers from memory.
  ///
  /// @return nanoseconds by [System#nanoTime] when it did; 0 where it still answered from the
  ///   database when our patience was at its end
  long awaitSnapshot(Duration patience) throws Exception {
    long end = System.nanoTime() + patience.toNanos();
    try (Client client = new Client(operations, "none")) {
      while (!servedFrom(client).equals("snapshot")) {
        if (System.nanoTime() > end) {
          System.err.println("note: it answers from the database");
          return 0;
        }
        Thread.sleep(SELDOM);
      }
      return System.nanoTime();
    }
  }

  private static String servedFrom(Client operations) throws IOException, InterruptedException {
    return new JsonMapper().readTree(operations.body("/info")).path("servedFrom").asString();
  }

  @Override
  public String name() {
    return "Marquee";
  }

  @Override
  public int port() {
    return port;
  }

  long pid() {
    return program.pid();
  }

  Home home() {
    return home;
  }

  @Override
  public List<Long> processes() throws IOException {
    return List.of(program.pid(), home.postmaster());
  }

  @Override
  public void close() {
    program.close();
  }
}
