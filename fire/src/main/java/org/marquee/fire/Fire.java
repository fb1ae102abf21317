package org.marquee.fire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.marquee.rig.Product;
import org.marquee.rig.Table;

/// `before=FOLDER [NAME…]`: runs the faults with these names, or all, one after the other, and
/// prints the table. Exits with 1 if a caller saw a wrong or failed answer, if an acknowledged
/// change was lost, or if a fault could not be tried.
public final class Fire {
  private static final Duration LONGEST = Duration.ofMinutes(8);
  private static final String BEFORE = "before=";

  private Fire() {}

  private static List<Fault> faults(String before) {
    return List.of(
        new RollingRestart(Front.NGINX, before),
        new RollingRestart(Front.HAPROXY, before),
        new SharedDatabase(),
        new Failover(),
        new Pooler(),
        new Kills());
  }

  public static void main(String[] arguments) throws Exception {
    List<String> words = new ArrayList<>(Arrays.asList(arguments));
    String before = words.removeFirst().substring(BEFORE.length());
    List<Fault> faults = faults(before);
    List<String> names = faults.stream().map(Fault::name).toList();
    for (String word : words) {
      if (names.stream().noneMatch(name -> name.startsWith(word))) {
        System.err.println("fire: there is no fault " + word + ", only " + names);
        System.exit(2);
      }
    }
    List<Fault> chosen =
        faults.stream()
            .filter(fault ->
                words.isEmpty() || words.stream().anyMatch(word -> fault.name().startsWith(word)))
            .toList();
    System.exit(isClean(chosen) ? 0 : 1);
  }

  private static boolean isClean(List<Fault> faults) throws IOException, InterruptedException {
    boolean clean = true;
    List<String> notes = new ArrayList<>();
    List<Fault> possible = new ArrayList<>();
    for (Fault fault : faults) {
      List<String> missing =
          fault.needs().stream()
              .filter(need -> !need.met().getAsBoolean())
              .map(Need::what)
              .toList();
      if (missing.isEmpty()) {
        possible.add(fault);
      } else {
        notes.add(
            "%s was skipped. It needs %s.".formatted(fault.name(), String.join(", ", missing)));
      }
    }
    Table table = new Table(Row.COLUMNS);
    if (!possible.isEmpty()) {
      try (Scene scene = Scene.open(Product.here())) {
        for (Fault fault : possible) {
          System.err.println("== " + fault.name());
          String failure = run(fault, scene);
          if (!failure.isEmpty()) {
            clean = false;
            scene.keepLogs();
            notes.add("%s did not finish: %s".formatted(fault.name(), failure));
          }
          scene.clear();
          // The table is kept if the run ends before its last fault.
          Files.writeString(Path.of("fire", "target", "table.md"), table(scene).toString());
        }
        table = table(scene);
        clean &= scene.rows().stream().allMatch(Row::isClean);
      }
    }
    notes.forEach(note -> System.err.println("fire: " + note));
    System.out.println(table);
    return clean;
  }

  private static Table table(Scene scene) {
    Table table = new Table(Row.COLUMNS);
    scene.rows().forEach(row -> table.row(row.cells()));
    return table;
  }

  /// Runs one fault, for at most eight minutes.
  ///
  /// @return why it did not finish; empty if it did
  private static String run(Fault fault, Scene scene) throws InterruptedException {
    FutureTask<String> task =
        new FutureTask<>(() -> {
          fault.run(scene);
          return "";
        });
    Thread thread = Thread.ofPlatform().daemon().name(fault.name()).start(task);
    try {
      return task.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      System.err.println("fire: " + fault.name() + " failed");
      e.printStackTrace();
      return String.valueOf(e.getMessage());
    } catch (TimeoutException _) {
      thread.interrupt();
      return "it took longer than " + LONGEST.toMinutes() + " minutes";
    }
  }
}
