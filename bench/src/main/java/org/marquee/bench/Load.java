package org.marquee.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.marquee.rig.Cost;
import org.marquee.rig.Program;

/// The result of asking a server as fast as it answers.
///
/// @param seconds how long it was asked
/// @param bytes it sent, header fields and all
/// @param errors answers other than 2xx and 3xx, timeouts, broken connections
/// @param processorSeconds it used meanwhile, with its database
record Load(long requests, double seconds, long bytes, long errors, double processorSeconds) {
  /// As many connections as many callers behind a proxy have.
  static final int CONNECTIONS = 48;

  /// Runs are numbered, so that fresh questions are new in each of them.
  private static int runs;

  /// Asks with wrk, on processors that the server does not use.
  static Load of(Contender contender, Workload workload, Duration span)
      throws IOException, InterruptedException {
    Path file = file(contender, workload);
    Path script = Contender.WORK.resolve("load.lua");
    try (InputStream in =
        Objects.requireNonNull(Load.class.getResourceAsStream("load.lua"), "load.lua")) {
      Files.write(script, in.readAllBytes());
    }
    List<String> command =
        List.of(
            "wrk",
            "-t1",
            "-c" + CONNECTIONS,
            "-d" + span.toSeconds() + "s",
            "--timeout",
            "10s",
            "-s",
            script.toString(),
            "http://127.0.0.1:" + contender.port(),
            "--",
            file.toString(),
            workload.mode().word(),
            Integer.toString(runs++),
            workload.key(),
            workload.encoding().word());
    double before = Cost.seconds(contender.processes());
    String said = Program.run(Processors.pinned(Processors.ASKING, command));
    double used = Cost.seconds(contender.processes()) - before;
    String[] result = said.substring(said.indexOf("RESULT ")).strip().split(" ", -1);
    return new Load(
        Long.parseLong(result[1]),
        Long.parseLong(result[2]) / 1e6,
        Long.parseLong(result[3]),
        Long.parseLong(result[4]),
        used);
  }

  /// The queries as this server is asked them, a line each.
  static Path file(Contender contender, Workload workload) throws IOException {
    List<String> targets = new ArrayList<>();
    for (int number = 0; number < workload.queries().size(); number++) {
      targets.add(contender.target(number, workload.queries().get(number)));
    }
    return Files.write(Contender.WORK.resolve("targets.txt"), targets);
  }

  double rate() {
    return requests / seconds;
  }

  /// Microseconds of processor time a request.
  double cost() {
    return processorSeconds * 1e6 / requests;
  }

  double bytesEach() {
    return (double) bytes / requests;
  }

  /// The used share of one processor; clearly below 1, the server was not the limit.
  double busy() {
    return processorSeconds / seconds;
  }
}
