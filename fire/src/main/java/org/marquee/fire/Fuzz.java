package org.marquee.fire;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.marquee.rig.Table;

/// `[NAME…] [count=N] [seed=N] [folder=DIR]`: sends so many broken inputs of each kind and prints a
/// table. The folder keeps the home of the attacked node, for the next run. Exits with 1 if one was
/// answered with a fault of the product, or if the product's memory, threads or descriptors grew.
public final class Fuzz {
  private static final List<String> COLUMNS =
      List.of(
          "Inputs",
          "number",
          "time",
          "faults",
          "heap",
          "resident memory",
          "threads",
          "descriptors");

  private Fuzz() {}

  /// The kinds of inputs by name, with the usual number.
  private static Map<String, Long> usual() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("feeds", 20_000L);
    counts.put("imports", 500L);
    counts.put("requests", 50_000L);
    counts.put("messages", 50_000L);
    return counts;
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, Long> counts = usual();
    long seed = System.currentTimeMillis();
    List<String> names = new ArrayList<>();
    Path folder = null;
    for (String word : arguments) {
      if (word.startsWith("count=")) {
        long count = Long.parseLong(word.substring("count=".length()));
        counts.replaceAll((_, _) -> count);
      } else if (word.startsWith("seed=")) {
        seed = Long.parseLong(word.substring("seed=".length()));
      } else if (word.startsWith("folder=")) {
        folder = Files.createDirectories(Path.of(word.substring("folder=".length())));
      } else if (counts.containsKey(word)) {
        names.add(word);
      } else {
        System.err.println("fuzz: there is no " + word + ", only " + counts.keySet());
        System.exit(2);
      }
    }
    System.err.println("fuzz: seed=" + seed + " " + Arrays.toString(arguments));
    if (folder == null) {
      folder = Files.createTempDirectory("marquee-fuzz");
    }
    Table table = new Table(COLUMNS);
    boolean clean = true;
    for (String name : names.isEmpty() ? counts.keySet() : names) {
      FuzzResult result = run(name, counts.getOrDefault(name, 0L), seed, folder);
      table.row(result.cells(name));
      clean &= result.isClean();
    }
    System.out.println(table);
    System.err.println("fuzz: the logs are in " + folder);
    System.exit(clean ? 0 : 1);
  }

  private static FuzzResult run(String name, long count, long seed, Path folder) throws Exception {
    try (FuzzRun.Target target =
        switch (name) {
          case "feeds" -> FeedTarget.reading(seed);
          case "imports" -> FeedTarget.importing(seed);
          default -> FuzzedNode.start(name, seed, folder);
        }) {
      return FuzzRun.of(target, count);
    }
  }
}
