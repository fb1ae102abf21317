package org.marquee.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.marquee.rig.Program;

/// `PART [name=value]…`: measures one part, or `all` of them in turn, prints the tables and writes
/// them to `bench/results`.
public final class Bench {
  private static final Map<String, Part> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("pages", PagesBench::measured);
    PARTS.put("programmes", PagesBench::ofProgrammes);
    PARTS.put("sizes", SizesBench::measured);
    PARTS.put("memory", MemoryBench::measured);
    PARTS.put("refresh", RefreshBench::measured);
    PARTS.put("changes", ChangesBench::measured);
    PARTS.put("start", StartBench::measured);
    PARTS.put("import", ImportBench::measured);
  }

  private Bench() {}

  /// One of the parts.
  private interface Part {
    String measured(Options options) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    Options options = Options.read(Arrays.asList(arguments).subList(1, arguments.length));
    boolean all = arguments[0].equals("all");
    for (String name : all ? PARTS.keySet() : Set.of(arguments[0])) {
      measure(name, options);
    }
  }

  private static void measure(String name, Options options) throws Exception {
    Part part = PARTS.get(name);
    if (part == null) {
      throw new IllegalArgumentException("there are these parts: " + PARTS.keySet());
    }
    System.err.println("== " + name);
    double loadBefore = Machine.load();
    String text = part.measured(options);
    System.out.println(text);
    if (options.isKept()) {
      String heading = (name + " " + String.join(" ", options.given())).strip();
      results().put(heading, facts(loadBefore) + "\n" + text);
    }
  }

  /// A file for each day and machine, so that no run writes over another machine's or day's.
  private static Results results() throws IOException {
    String file = LocalDate.now(ZoneOffset.UTC) + "-" + Machine.name() + ".md";
    return new Results(Path.of("bench", "results", file));
  }

  private static String facts(double loadBefore) throws IOException, InterruptedException {
    StringBuilder facts = new StringBuilder();
    for (String fact : Machine.facts()) {
      facts.append("- ").append(fact).append('\n');
    }
    return facts
        .append("- state of the code: ")
        .append(Program.run("git", "describe", "--always", "--dirty", "--exclude=*"))
        .append(
            "- load of the minute before it began and ended: %.1f, %.1f%n"
                .formatted(loadBefore, Machine.load()))
        .toString();
  }
}
