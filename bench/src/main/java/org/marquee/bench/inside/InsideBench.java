package org.marquee.bench.inside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// Runs what measures the inside with JMH, and makes a table of it.
public final class InsideBench {
  private InsideBench() {}

  /// The table, in markdown.
  public static String measured() throws IOException, RunnerException {
    Path log = Files.createTempFile("marquee-inside-", ".log");
    try {
      return String.join("\n", rows(log)) + "\n";
    } finally {
      Files.delete(log);
    }
  }

  private static List<String> rows(Path log) throws RunnerException {
    var results =
        new Runner(
                new OptionsBuilder()
                    .include("(Page|Cursor|Key)Benchmark")
                    .forks(1)
                    .warmupIterations(4)
                    .warmupTime(TimeValue.seconds(2))
                    .measurementIterations(5)
                    .measurementTime(TimeValue.seconds(2))
                    .jvmArgs(
                        "-XX:+UseSerialGC",
                        "-XX:+UseCompactObjectHeaders",
                        "-Xmx3g",
                        "--enable-native-access=ALL-UNNAMED")
                    .output(log.toString())
                    .build())
            .run();
    List<String> rows = new ArrayList<>();
    rows.add("| What | With | Time | ± |");
    rows.add("|---|---|---|---|");
    for (RunResult result : results) {
      var score = result.getPrimaryResult();
      List<String> with = new ArrayList<>();
      for (String key : result.getParams().getParamsKeys()) {
        with.add(key + " " + result.getParams().getParam(key).toLowerCase(Locale.ROOT));
      }
      rows.add(
          "| %s | %s | %.2f %s | %.2f |"
              .formatted(
                  result.getParams().getBenchmark().replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1"),
                  String.join(", ", with),
                  score.getScore(),
                  score.getScoreUnit(),
                  score.getScoreError()));
    }
    return rows;
  }
}
