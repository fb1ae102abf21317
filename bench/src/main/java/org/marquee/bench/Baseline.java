package org.marquee.bench;

import java.io.IOException;
import java.util.List;
import org.marquee.embedded.EmbeddedPostgres;

/// The obvious build, `bench/baseline`, on the same database.
final class Baseline implements Contender {
  private final String name;
  private final Home home;
  private final Program program;
  private final int port;

  private Baseline(String name, Home home, Program program, int port) {
    this.name = name;
    this.home = home;
    this.program = program;
    this.port = port;
  }

  /// What its requests run on.
  enum Threads {
    PLATFORM,
    VIRTUAL
  }

  static Baseline start(Home home, Threads threads) throws Exception {
    String name = "baseline, " + (threads == Threads.VIRTUAL ? "virtual" : "platform") + " threads";
    int port = Port.free();
    EmbeddedPostgres database = home.database();
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-Xms1g",
            "-Xmx1g",
            "-jar",
            "bench/baseline/target/marquee-baseline.jar",
            "--server.port=" + port,
            "--spring.threads.virtual.enabled=" + (threads == Threads.VIRTUAL),
            "--spring.datasource.url=" + database.jdbcUrl(),
            "--spring.datasource.username=" + database.user(),
            "--spring.datasource.password=" + database.password());
    Program program = Program.start(name, Processors.ANSWERING, command);
    try (Client client = new Client(port, home.key())) {
      Port.await(program, () -> client.answers(Questions.ANY));
    }
    return new Baseline(name, home, program, port);
  }

  Home home() {
    return home;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int port() {
    return port;
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
