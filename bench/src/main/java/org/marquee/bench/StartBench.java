package org.marquee.bench;

import java.nio.file.Path;
import org.marquee.files.FolderTree;
import org.marquee.rig.Table;

/// How long a start takes: from the command to the first answer, and to answers from memory.
final class StartBench {
  private StartBench() {}

  static String measured(Options options) throws Exception {
    Table table =
        new Table(
            "Showtimes",
            "database",
            "first answer, median",
            "range",
            "from memory, median",
            "range");
    for (int size : options.sizes()) {
      try (Home home = Home.open(size)) {
        measure(home, "running", false, options, table);
        measure(home, "running, no checkpoint", true, options, table);
      }
      // The last process has stopped the database; the next one starts it.
      Home stopped = Home.open(size);
      stopped.close();
      measure(stopped, "started along", false, options, table);
      measure(stopped, "started along, no checkpoint", true, options, table);
    }
    return "%d starts each, the first one before them not counted; on one core%n%n"
            .formatted(options.rounds())
        + table;
  }

  /// @param anew whether the checkpoint is removed before each start
  private static void measure(
      Home home, String database, boolean anew, Options options, Table table) throws Exception {
    Timings answers = new Timings();
    Timings snapshots = new Timings();
    for (int round = 0; round <= options.rounds(); round++) {
      Path checkpoint = home.folder().resolve("checkpoint");
      if (anew) {
        FolderTree.delete(checkpoint);
      }
      long start = System.nanoTime();
      try (Marquee server = Marquee.launch(home)) {
        long answer = server.awaitFirstAnswer() - start;
        long snapshot = server.awaitMemory() - start;
        System.err.printf("%s: %.2f s%n", database, answer / 1e9);
        if (round > 0) {
          answers.add(answer);
          snapshots.add(snapshot);
        }
      }
    }
    table.row(
        "%,d".formatted(home.showtimes()),
        database,
        Timings.cell(answers.median()),
        answers.range(),
        Timings.cell(snapshots.median()),
        snapshots.range());
  }
}
