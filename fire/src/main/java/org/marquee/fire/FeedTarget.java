package org.marquee.fire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.marquee.feed.detection.FeedFuzz;
import org.marquee.ingest.ImportFuzz;

/// The readers of all formats, or whole imports, in this process.
final class FeedTarget implements FuzzRun.Target {
  private final long seed;
  private final boolean importing;
  private final List<FeedFuzz> fuzzes = new ArrayList<>();
  private final List<ImportFuzz> imports = new ArrayList<>();

  private FeedTarget(long seed, boolean importing) {
    this.seed = seed;
    this.importing = importing;
  }

  /// Feeds are only read.
  static FeedTarget reading(long seed) {
    return new FeedTarget(seed, false);
  }

  /// Feeds are imported, by each attacker into a database of its own.
  static FeedTarget importing(long seed) {
    return new FeedTarget(seed, true);
  }

  @Override
  public int attackers() {
    // One attacker works while the other one waits for its database.
    return importing ? 2 : 1;
  }

  @Override
  public Attack attack(int number) {
    try {
      FeedFuzz fuzz = new FeedFuzz(Path.of("server", "feeds"), seed + number);
      fuzzes.add(fuzz);
      if (!importing) {
        return new FeedAttack(fuzz, FeedFuzz::read);
      }
      int database = number % attackers();
      if (database == imports.size()) {
        imports.add(new ImportFuzz());
      }
      return new FeedAttack(fuzz, imports.get(database));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public FuzzResult.Gauges gauges() throws IOException {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return FuzzResult.Gauges.of(ProcessHandle.current().pid(), heap);
  }

  /// Prints how many inputs were read, to show that they were worth sending.
  @Override
  public List<String> complaints() {
    for (FeedFuzz fuzz : fuzzes) {
      System.err.println("fuzz: " + fuzz);
    }
    List<String> complaints = new ArrayList<>();
    imports.forEach(each -> complaints.addAll(each.complaints()));
    return complaints;
  }

  @Override
  public void close() {
    imports.forEach(ImportFuzz::close);
  }
}
