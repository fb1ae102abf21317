package org.marquee.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.marquee.bench.Workload.Mode;
import org.marquee.rig.Program;

/// Asks at a fixed rate, independent of the answers: request number n is due at its time, and its
/// latency counts from then, even if no connection was free. A program of its own, so that it has a
/// processor for itself; it waits by spinning.
final class Steady {
  private static final Duration SETTLING = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final List<String> queries;
  private final Mode mode;
  private final String ending;
  private final Histogram latencies = new Histogram(3);
  private final Deque<Caller> idle = new ArrayDeque<>();
  private long failures;
  private long asked;

  private Steady(List<String> queries, Mode mode, String ending) {
    this.queries = queries;
    this.mode = mode;
    this.ending = ending;
  }

  /// The result, in microseconds.
  ///
  /// @param rate requests a second that were asked for
  record Latency(double rate, long half, long most, long nearlyAll, long worst, long failures) {}

  /// Asks in a process of its own, on the other processors.
  static Latency of(Contender contender, Workload workload, double rate, Duration span)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:+UseSerialGC",
            "-Xms512m",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            Steady.class.getName(),
            Integer.toString(contender.port()),
            Double.toString(rate),
            Long.toString(span.toSeconds()),
            Load.file(contender, workload).toString(),
            workload.mode().name(),
            workload.ending());
    String[] said =
        Program.lastLine(Program.run(Processors.pinned(Processors.ASKING, command))).split(" ", -1);
    return new Latency(
        rate,
        Long.parseLong(said[0]),
        Long.parseLong(said[1]),
        Long.parseLong(said[2]),
        Long.parseLong(said[3]),
        Long.parseLong(said[4]));
  }

  /// `PORT RATE SECONDS FILE MODE ENDING`, where the last is [Workload#ending].
  public static void main(String[] arguments) throws IOException {
    Steady steady =
        new Steady(
            Files.readAllLines(Path.of(arguments[3])), Mode.valueOf(arguments[4]), arguments[5]);
    steady.ask(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])),
        Double.parseDouble(arguments[1]),
        Duration.ofSeconds(Long.parseLong(arguments[2])));
    System.out.println(steady.result());
  }

  private String result() {
    return String.format(
        Locale.ROOT,
        "%d %d %d %d %d",
        latencies.getValueAtPercentile(50) / 1000,
        latencies.getValueAtPercentile(99) / 1000,
        latencies.getValueAtPercentile(99.9) / 1000,
        latencies.getMaxValue() / 1000,
        failures);
  }

  private void ask(InetSocketAddress server, double rate, Duration span) throws IOException {
    try (Selector selector = Selector.open()) {
      for (int number = 0; number < Load.CONNECTIONS; number++) {
        idle.add(Caller.open(server, selector));
      }
      long start = System.nanoTime();
      long counts = start + SETTLING.toNanos();
      long end = counts + span.toNanos();
      long due = start;
      for (long now = start; due < end || idle.size() < Load.CONNECTIONS; now = System.nanoTime()) {
        if (now > end + PATIENCE.toNanos()) {
          failures += Load.CONNECTIONS - idle.size();
          return;
        }
        while (due <= now && due < end && !idle.isEmpty()) {
          idle.remove().send(next(), due);
          due = start + (long) (asked * 1e9 / rate);
        }
        selector.selectNow();
        for (SelectionKey ready : selector.selectedKeys()) {
          take((Caller) ready.attachment(), counts);
        }
        selector.selectedKeys().clear();
      }
    }
  }

  private String next() {
    String query = queries.get((int) (asked % queries.size()));
    return "GET " + mode.target(query, asked++) + ending;
  }

  private void take(Caller line, long counts) throws IOException {
    switch (line.receive()) {
      case PART -> {}
      case GOOD -> {
        if (line.due() >= counts) {
          latencies.recordValue(System.nanoTime() - line.due());
        }
        idle.add(line);
      }
      case BAD -> {
        failures++;
        idle.add(line);
      }
    }
  }
}
