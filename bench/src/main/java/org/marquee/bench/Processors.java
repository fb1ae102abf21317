package org.marquee.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.marquee.rig.Program;

/// The processors: the first one answers, the others ask.
final class Processors {
  /// For the measured program.
  static final String ANSWERING = "0";

  /// For all others.
  static final String ASKING = others(Runtime.getRuntime().availableProcessors());

  /// All of them, to measure a program as it is used.
  static final String ALL = "0-" + (Runtime.getRuntime().availableProcessors() - 1);

  private Processors() {}

  private static String others(int number) {
    if (number < 2) {
      throw new IllegalStateException("a second core is needed, to ask from");
    }
    return number == 2 ? "1" : "1-" + (number - 1);
  }

  /// A command that runs on these processors, as `taskset -c` takes them.
  static List<String> pinned(String processors, List<String> command) {
    List<String> all = new ArrayList<>(List.of("taskset", "-c", processors));
    all.addAll(command);
    return all;
  }

  /// Moves a running program, and what it starts from now on.
  static void move(long pid, String processors) throws IOException, InterruptedException {
    Program.run("taskset", "-a", "-c", "-p", processors, Long.toString(pid));
  }
}
