package org.marquee.collect;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.RawInputArchive;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.RunLog;
import org.marquee.notice.Report;

/// Replays archived runs, and undoes imports.
public final class ReplayAndUndo {
  /// The way that works where undoing does not.
  private static final String INGEST =
      "Import a correct feed with `marquee ingest`, or wait for the next collection";

  private final RawInputArchive archive;
  private final Import imports;
  private final RunLog runLog;

  public ReplayAndUndo(RawInputArchive archive, Import imports, RunLog runLog) {
    this.archive = archive;
    this.imports = imports;
    this.runLog = runLog;
  }

  /// What became of it.
  public sealed interface Result {
    /// The report says.
    record Done(Report report) implements Result {}

    /// It was not even tried, and why.
    record Declined(String why) implements Result {}
  }

  /// Says what today's rules would make of the input of a run, against what is stored now; changes
  /// nothing.
  public Result tryOut(String run, Rules.Shrinking shrinking) throws IOException {
    Optional<ArchivedRun> kept = archive.archived(run);
    if (kept.isEmpty()) {
      return notKept(run);
    }
    kept.get().verify();
    return new Result.Done(imports.run(order(kept.get(), new Rules.Trial(shrinking))));
  }

  /// Imports the input of a run once more, by today's rules. Unless something newer was imported:
  /// then it is refused as any old feed is.
  public Result replay(String run, Rules.Shrinking shrinking) throws IOException {
    Optional<ArchivedRun> found = archive.archived(run);
    if (found.isEmpty()) {
      return notKept(run);
    }
    ArchivedRun kept = found.get();
    kept.verify();
    String id = imports.newRun();
    try (ArchivedRunDraft draft = archive.begin(id)) {
      for (ArchivedRun.File file : kept.files()) {
        draft.addFrom(kept, file, null);
      }
      ArchivedRun again = draft.seal(kept.provider(), kept.today(), kept.observedAt(), kept.most());
      return new Result.Done(
          imports.run(id, order(again, new Rules.Normal(shrinking, Rules.Effect.COMMIT))));
    }
  }

  private Result notKept(String run) {
    return new Result.Declined(
        runLog.run(run).isEmpty() ? "there is no run " + run : notArchived(run));
  }

  private static String notArchived(String run) {
    return "the input of %s is not archived here. The node that imported it keeps it for as long as MARQUEE_KEEP_INPUT says"
        .formatted(run);
  }

  private Import.Order order(ArchivedRun kept, Rules rules) throws IOException {
    Import.Feed feed = kept.today().open(kept.parts(), kept.observedAt());
    return new Import.Order(List.of(feed), kept.provider(), rules);
  }

  /// Undoes the last import of a provider: the full feed before it and the deltas since are
  /// imported again in one transaction, read as they were then.
  ///
  /// @param effect whether that is done, or only reported
  public Result undo(String run, Rules.Effect effect) throws IOException {
    RunLog.Run last = runLog.run(run).orElse(null);
    if (last == null) {
      return new Result.Declined(
          "there is no run " + run + ". `marquee status` names the last run of each provider");
    }
    if (!last.isImport()) {
      return new Result.Declined(run + ' ' + whyNothingToUndo(last));
    }
    Long revision = last.revision();
    if (revision == null || !runLog.remembersChangesOf(revision)) {
      return new Result.Declined(
          "the log of what %s changed is gone (MARQUEE_KEEP_CHANGES). %s".formatted(run, INGEST));
    }
    List<RunLog.Run> imported =
        runLog.runs(last.provider()).stream().filter(RunLog.Run::isImport).toList();
    int at = imported.indexOf(last);
    ArchivedImport kept = kept(last);
    if (kept == null) {
      return new Result.Declined(notArchived(run) + ". " + INGEST);
    }
    for (RunLog.Run later : imported.subList(0, at)) {
      ArchivedImport other = kept(later);
      if (other == null || overlap(other.venues(), kept.venues())) {
        return new Result.Declined(
            "%s is not the last import of %s. Undo %s first: `marquee undo %3$s`"
                .formatted(run, last.provider(), later.id()));
      }
    }
    List<RunLog.Run> older = imported.subList(at + 1, imported.size());
    return switch (before(kept, older)) {
      case Earlier.None(String why) -> new Result.Declined(why);
      case Earlier.Feeds(List<ArchivedImport> feeds) ->
          new Result.Done(undo(last, rules(last, revision, feeds, older, effect), feeds));
    };
  }

  private static String whyNothingToUndo(RunLog.Run last) {
    if (last.undoes() != null) {
      return "undid %s. `marquee replay %1$s` imports that one again".formatted(last.undoes());
    }
    return last.outcome().equals("undone")
        ? "is already undone. `marquee replay %s` imports it again".formatted(last.id())
        : "changed nothing (%s), so there is nothing to undo".formatted(last.outcome());
  }

  /// @param older imports, those of `feeds` among them
  private static Rules rules(
      RunLog.Run last,
      long revision,
      List<ArchivedImport> feeds,
      List<RunLog.Run> older,
      Rules.Effect effect) {
    Instant first = feeds.getFirst().header().observedAt();
    return new Rules.Undo(
        last.id(),
        revision,
        Objects.requireNonNull(last.observedAt(), "an import without a time"),
        feeds.stream()
            .map(feed -> feed.header().observedAt())
            .max(Comparator.naturalOrder())
            .orElseThrow(),
        older.stream()
            .flatMap(run -> Stream.ofNullable(run.observedAt()))
            .filter(first::isAfter)
            .max(Comparator.naturalOrder())
            .orElse(first),
        effect);
  }

  private Report undo(RunLog.Run last, Rules rules, List<ArchivedImport> feeds) throws IOException {
    List<Import.Feed> again = new ArrayList<>();
    for (ArchivedImport feed : feeds) {
      feed.run().verify();
      again.add(feed.feed());
    }
    Report report = imports.run(new Import.Order(again, last.provider(), rules));
    if (report.result() == Report.Result.APPLIED) {
      runLog.undone(last.id(), report.run());
    }
    return report;
  }

  private sealed interface Earlier {
    /// The full feed, and the deltas since.
    record Feeds(List<ArchivedImport> feeds) implements Earlier {}

    record None(String why) implements Earlier {}
  }

  /// What has to be read to know again what was known before `kept`.
  ///
  /// @param older imports, the latest first
  private Earlier before(ArchivedImport kept, List<RunLog.Run> older) throws IOException {
    List<ArchivedImport> between = new ArrayList<>();
    for (RunLog.Run run : older) {
      ArchivedImport earlier = kept(run);
      if (earlier == null) {
        return new Earlier.None(
            "there is nothing to go back to: the input of %s before it is not archived here. %s"
                .formatted(run.id(), INGEST));
      }
      if (!earlier.says(kept.venues()) || earlier.keptCinemas() > 0) {
        between.add(earlier);
        continue;
      }
      List<ArchivedImport> feeds = new ArrayList<>();
      feeds.add(earlier);
      for (ArchivedImport each : between.reversed()) {
        if (overlap(each.venues(), earlier.venues())) {
          if (each.keptCinemas() > 0 && !each.keptAll()) {
            return new Earlier.None(
                "in the import %s before it some cinemas were guarded and others were not. %s"
                    .formatted(each.run().run(), INGEST));
          }
          if (each.header().mode() == FeedHeader.Mode.FULL && !each.keptAll()) {
            return new Earlier.None(
                "the feeds before it cover different cinemas or windows of time, which `undo`"
                    + " cannot put together. "
                    + INGEST);
          }
          feeds.add(each);
        }
      }
      return new Earlier.Feeds(feeds);
    }
    return new Earlier.None(
        "there is nothing to go back to: no full feed came before it. %s; or withdraw all of this"
                .formatted(INGEST)
            + " provider with `marquee provider remove "
            + kept.run().provider()
            + "`");
  }

  /// Null stands for all.
  private static boolean overlap(@Nullable Set<String> some, @Nullable Set<String> others) {
    return some == null || others == null || some.stream().anyMatch(others::contains);
  }

  /// A run's input, and what it covers.
  ///
  /// @param venues external ids; null: all of the provider
  /// @param keptCinemas of how many of them what was known was kept, though little of it was listed
  private record ArchivedImport(
      ArchivedRun run,
      Import.Feed feed,
      FeedHeader header,
      @Nullable Set<String> venues,
      long keptCinemas) {

    /// Whether it withdrew nothing although it was full: then it counts as a delta.
    boolean keptAll() {
      return keptCinemas > 0 && venues != null && keptCinemas >= venues.size();
    }

    /// Whether the feed covers `wanted` completely.
    boolean says(@Nullable Set<String> wanted) {
      FeedHeader.Covers covers = header.covers();
      return header.mode() == FeedHeader.Mode.FULL
          && (covers == null || (covers.from() == null && covers.until() == null))
          && (venues == null || (wanted != null && venues.containsAll(wanted)));
    }
  }

  private @Nullable ArchivedImport kept(RunLog.Run run) throws IOException {
    ArchivedRun input = archive.archived(run.id()).orElse(null);
    if (input == null) {
      return null;
    }
    Import.Feed feed = input.asThen().open(input.parts(), input.observedAt());
    FeedHeader header = feed.header();
    if (header == null) {
      return null;
    }
    FeedHeader.Covers covers = header.covers();
    Set<String> venues = covers == null ? null : covers.cinemas();
    return new ArchivedImport(
        input, feed, header, venues == null ? null : new HashSet<>(venues), run.keptCinemas());
  }
}
