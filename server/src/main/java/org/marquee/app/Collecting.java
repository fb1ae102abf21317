package org.marquee.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.collect.Collector;
import org.marquee.collect.FaultyPlan;
import org.marquee.collect.Plan;
import org.marquee.collect.PlanFile;
import org.marquee.collect.Rounds;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;
import org.marquee.store.PostgresLogbook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The parts of collecting, put together: the plan of a home, and what goes by it.
record Collecting(Path file, Plan plan) {
  private static final Logger LOG = LoggerFactory.getLogger(Collecting.class);
  private static final FormatsAtHand FORMATS = new FormatsAtHand();

  /// What `providers.yaml` in the home says.
  ///
  /// @throws WrongUsage if it is not there, or anything in it is wrong
  static Collecting planned(Path home) {
    Path file = home.resolve("providers.yaml");
    if (!Files.isRegularFile(file)) {
      throw new WrongUsage("there is no " + file + " (docs/collecting.md)");
    }
    try {
      return new Collecting(file, PlanFile.read(file, FORMATS));
    } catch (FaultyPlan e) {
      throw new WrongUsage(String.join("\nmarquee: ", e.faults()));
    } catch (IOException e) {
      throw new Failure(file + " cannot be read: " + Main.told(e), e);
    }
  }

  /// One who collects by hand.
  Collector collector(Storage storage) {
    return collector(storage, plan);
  }

  private static Collector collector(Storage storage, Plan plan) {
    return Collector.of(
        storage.home(),
        plan,
        Version.number(),
        FORMATS,
        storage.imports(),
        new PostgresLogbook(storage.database()),
        InstantSource.system());
  }

  /// Begins to collect on schedule.
  Rounds onSchedule(Storage storage) {
    return Rounds.start(
        file,
        plan,
        FORMATS,
        new PostgresLogbook(storage.database()),
        InstantSource.system(),
        Rounds.USUAL_LEASE,
        each -> collector(storage, each),
        kept(storage.home(), Collecting::log));
  }

  /// Writes the report of each run, and passes it on.
  static Consumer<Report> kept(Path home, Consumer<Report> then) {
    return report -> {
      try {
        Path reports = Files.createDirectories(home.resolve("reports"));
        Reports.write(report, reports.resolve(report.run()));
      } catch (IOException e) {
        LOG.atWarn().log("a report could not be written: {}", Main.told(e));
      }
      then.accept(report);
    };
  }

  private static void log(Report report) {
    boolean well = report.result() == Report.Result.APPLIED;
    @Nullable Notice refusal = report.refusal();
    LOG.atLevel(well ? Level.INFO : Level.WARN)
        .addKeyValue("provider", report.provider())
        .addKeyValue("run", report.run())
        .addKeyValue("result", report.result().word())
        .addKeyValue("verdict", report.verdict().sentence())
        .addKeyValue("lines", report.tally().total().read())
        .addKeyValue("why", refusal == null ? "" : refusal.code() + ": " + refusal.detail())
        .log("collected");
  }
}
