package org.marquee.ingest;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.filter.CheckedReading;
import org.marquee.feed.filter.WebPage;
import org.marquee.listing.Timestamps;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.notice.Outlook;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Imports one feed: reads it, stages its records, and reconciles them with what is stored.
///
/// Readers see the result all at once, at the end. A feed that cannot be read to its end changes
/// nothing.
public final class Import {
  private static final Logger LOG = LoggerFactory.getLogger(Import.class);

  private final Ledger ledger;
  private final InstantSource clock;

  public Import(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  /// What to import, from whom, and by which rules.
  ///
  /// @param feeds at least one. Several are read as one feed: the first header counts for all of
  ///   them, and of several lines for one record the last wins
  /// @param provider 1 to 80 code points
  public record Order(List<Feed> feeds, String provider, Ledger.Rules rules) {
    public Order {
      feeds = List.copyOf(feeds);
      if (feeds.isEmpty()) {
        throw new IllegalArgumentException("nothing to import");
      }
    }

    public Order(FeedReader reader, FeedSource source, String provider, Ledger.Rules rules) {
      this(List.of(new Feed(reader, source)), provider, rules);
    }

    private String format() {
      return feeds.getFirst().reader().format();
    }

    List<Report.SourceFile> files() {
      return feeds.stream()
          .flatMap(feed -> feed.source().parts().stream())
          .map(part -> new Report.SourceFile(part.name(), part.bytes()))
          .toList();
    }
  }

  /// A feed and the reader of its format.
  public record Feed(FeedReader reader, FeedSource source) {
    /// Its header; null if it cannot be read.
    public @Nullable FeedHeader header() throws IOException {
      AtomicReference<@Nullable FeedHeader> found = new AtomicReference<>();
      FeedSink sink =
          new FeedSink() {
            @Override
            public void header(FeedHeader header) throws UnreadableFeed {
              found.set(header);
              throw new UnreadableFeed("only its header is read");
            }
          };
      try {
        reader.read(source, sink);
      } catch (UnreadableFeed _) {
        // Ours, or one from before the header.
      }
      return found.get();
    }
  }

  /// Runs one import and returns its report, which is stored unless it was a dry run.
  ///
  /// @throws IOException if the feed cannot be read
  public Report run(Order order) throws IOException {
    return run(newRun(), order);
  }

  /// Runs one import for somebody who waits for what it finds.
  ///
  /// @param hearer hears each notice as it is found
  /// @throws IOException if the feed cannot be read
  public Report run(Order order, Consumer<Notice> hearer) throws IOException {
    return run(newRun(), order, new Notices(hearer));
  }

  /// A new id for a run. Ids sort by time, and two that start at once differ.
  public String newRun() {
    return Timestamps.write(clock.instant().truncatedTo(ChronoUnit.SECONDS)).replaceAll("[-:]", "")
        + "-"
        + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
  }

  /// Runs one import under an id that was made before ([#newRun]).
  ///
  /// @throws IOException if the feed cannot be read
  public Report run(String run, Order order) throws IOException {
    return run(run, order, new Notices());
  }

  private Report run(String run, Order order, Notices notices) throws IOException {
    Instant started = clock.instant();
    try (StagingSink lines = new StagingSink(ledger, clock, run, order, notices)) {
      AtomicReference<@Nullable Report> stored = new AtomicReference<>();
      Outcome outcome =
          outcome(
              order,
              lines,
              applied -> {
                Report report = report(run, order, started, lines, applied, notices);
                stored.set(report);
                return report;
              });
      Report remembered = stored.get();
      if (remembered != null && remembered.notices().equals(notices.groups())) {
        return remembered;
      }
      // The feed was not applied, or a notice was added after it was.
      Report report = report(run, order, started, lines, outcome, notices);
      if (order.rules().effect() == Ledger.Rules.Effect.COMMIT) {
        remember(report);
      }
      return report;
    }
  }

  /// Stores the report of a run that failed because its feed could not be downloaded.
  ///
  /// @param format its name, or `unknown`
  /// @param files what should have been downloaded
  /// @param started when the download began
  public Report failed(
      String run,
      String provider,
      String format,
      List<Report.SourceFile> files,
      Instant started,
      Notice why) {
    Report report =
        new Report(
            run,
            provider,
            format,
            files,
            started,
            clock.instant(),
            null,
            null,
            Report.Result.FAILED,
            null,
            RowCounts.empty(),
            List.of(),
            why,
            List.of(),
            Outlook.NONE);
    remember(report);
    return report;
  }

  /// The feed is already stored or refused, so a gap in the history must not fail the import. The
  /// report of a stored feed is in the history already, without the notices that came later.
  private void remember(Report report) {
    try {
      ledger.remember(report);
    } catch (LedgerUnavailable e) {
      LOG.atError()
          .setCause(e)
          .log(
              report.result() == Report.Result.APPLIED
                  ? "the end of run {} is missing from the history"
                  : "run {} is missing from the history",
              report.run());
    }
  }

  private Outcome outcome(Order order, StagingSink lines, Function<Outcome.Applied, Report> history)
      throws IOException {
    Outcome outcome = stored(order, lines, history);
    if (outcome instanceof Outcome.Refused) {
      for (Feed feed : order.feeds()) {
        Optional<Notice> page = WebPage.in(feed.source(), feed.reader());
        if (page.isPresent()) {
          return new Outcome.Refused(page.get());
        }
      }
    }
    return outcome;
  }

  private Outcome stored(Order order, StagingSink lines, Function<Outcome.Applied, Report> history)
      throws IOException {
    try {
      for (Feed feed : order.feeds()) {
        lines.begin(feed);
        Steps.<IOException>step(
            "read",
            () ->
                CheckedReading.read(
                    feed.reader(),
                    feed.source(),
                    keys -> ledger.titlesOfOthers(order.provider(), keys),
                    lines));
      }
    } catch (UnreadableFeed e) {
      return new Outcome.Refused(e.notice());
    }
    return Steps.timed("reconcile", () -> lines.reconcile(order.rules(), history));
  }

  private Report report(
      String run,
      Order order,
      Instant started,
      StagingSink lines,
      Outcome outcome,
      Notices notices) {
    FeedHeader header = lines.header();
    Instant ended = clock.instant();
    String mode = header == null ? null : header.mode().name().toLowerCase(Locale.ROOT);
    Instant observedAt = header == null ? null : header.observedAt();
    Ending ending = Ending.of(outcome, order.rules().effect(), lines);
    return new Report(
        run,
        order.provider(),
        order.format(),
        order.files(),
        started,
        ended,
        mode,
        observedAt,
        ending.result(),
        ending.revision(),
        ending.counts(),
        notices.groups(),
        ending.refusal(),
        ending.programmes(),
        ending.outlook());
  }

  /// The part of a report that depends on the outcome.
  private record Ending(
      Report.Result result,
      @Nullable Long revision,
      RowCounts counts,
      @Nullable Notice refusal,
      List<CinemaProgramme> programmes,
      Outlook outlook) {
    static Ending of(Outcome outcome, Ledger.Rules.Effect effect, StagingSink lines) {
      return switch (outcome) {
        case Outcome.Applied(var counts, var programmes, var outlook, long revision)
            when effect == Ledger.Rules.Effect.COMMIT ->
            new Ending(Report.Result.APPLIED, revision, counts, null, programmes, outlook);
        case Outcome.Applied(var counts, var programmes, var outlook, _) ->
            new Ending(Report.Result.DRY_RUN, null, counts, null, programmes, outlook);
        case Outcome.Refused(Notice refusal) ->
            new Ending(
                Report.Result.REFUSED,
                null,
                lines.refusedCounts(),
                refusal,
                List.of(),
                Outlook.NONE);
      };
    }
  }
}
