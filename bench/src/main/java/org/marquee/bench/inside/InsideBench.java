package org.marquee.bench.inside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// Runs the benchmarks of the parts with JMH, and makes a table.
public final class InsideBench {
  private InsideBench() {}

  /// Each part on one thread.
  ///
  /// @return the table, in Markdown
  public static String measured() throws IOException, RunnerException {
    StringBuilder table = new StringBuilder("| What | With | Time | ± |\n|---|---|---|---|\n");
    for (RunResult result : run("(Page|Cursor|Key|Answer|Gzip)Benchmark", 1, _ -> {})) {
      var score = result.getPrimaryResult();
      table.append(
          "| %s | %s | %.2f %s | %.2f |%n"
              .formatted(
                  name(result),
                  with(result),
                  score.getScore(),
                  score.getScoreUnit(),
                  score.getScoreError()));
    }
    return table.toString();
  }

  /// The work of an event loop for an answer, on several threads at once. If the times do not grow,
  /// the threads share no written memory.
  ///
  /// @return the table, in Markdown
  public static String byThreads(List<Integer> numbers) throws IOException, RunnerException {
    List<List<RunResult>> runs = new ArrayList<>();
    for (int number : numbers) {
      runs.add(
          run(
              "(Page|Key|Answer|Gzip)Benchmark",
              number,
              options ->
                  options
                      .param("plan", "unlimited")
                      .param("shape", "NONE", "CINEMA", "FILM_AND_ATTRIBUTE")
                      .param("showtimes", "100000")));
    }
    StringBuilder table = new StringBuilder("| What | With |");
    numbers.forEach(number -> table.append(" threads: ").append(number).append(" |"));
    table
        .append(" last to first |\n|---|---|")
        .append("---|".repeat(numbers.size() + 1))
        .append('\n');
    for (int row = 0; row < runs.getFirst().size(); row++) {
      RunResult first = runs.getFirst().get(row);
      table.append("| %s | %s |".formatted(name(first), with(first)));
      double time = 0;
      for (List<RunResult> run : runs) {
        var score = run.get(row).getPrimaryResult();
        time = score.getScore();
        table.append(
            " %.3f ± %.3f %s |".formatted(time, score.getScoreError(), score.getScoreUnit()));
      }
      table.append(" %.2f |%n".formatted(time / first.getPrimaryResult().getScore()));
    }
    return table.toString();
  }

  private static List<RunResult> run(
      String include, int threads, Consumer<ChainedOptionsBuilder> more)
      throws IOException, RunnerException {
    Path log = Files.createTempFile("marquee-inside-", ".log");
    try {
      ChainedOptionsBuilder options =
          new OptionsBuilder()
              .include(include)
              .threads(threads)
              .forks(1)
              .warmupIterations(4)
              .warmupTime(TimeValue.seconds(1))
              .measurementIterations(5)
              .measurementTime(TimeValue.seconds(1))
              .jvmArgs(
                  "-XX:+UseSerialGC",
                  "-XX:+UseCompactObjectHeaders",
                  "-Xmx3g",
                  "--enable-native-access=ALL-UNNAMED")
              .output(log.toString());
      more.accept(options);
      return List.copyOf(new Runner(options.build()).run());
    } finally {
      Files.delete(log);
    }
  }

  private static String name(RunResult result) {
    return result.getParams().getBenchmark().replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1");
  }

  private static String with(RunResult result) {
    List<String> with = new ArrayList<>();
    for (String key : result.getParams().getParamsKeys()) {
      with.add(key + " " + result.getParams().getParam(key).toLowerCase(Locale.ROOT));
    }
    return String.join(", ", with);
  }
}
