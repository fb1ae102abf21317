package org.marquee.ingest;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.ClockCheck;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedTitles;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.ZonesByPosition;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.notice.Outlook;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes one feed in: reads it, lays its records out, and has them reconciled with what is stored.
///
/// Nothing is visible to readers before the end, and then all of it. A feed that cannot be read to
/// its end changes nothing.
public final class Import {
  private static final Logger LOG = LoggerFactory.getLogger(Import.class);

  /// A feed may be ahead of our clock by this much; clocks differ.
  private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(10);

  private final Ledger ledger;
  private final InstantSource clock;

  public Import(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  /// What is to be imported, from whom, and how strictly.
  ///
  /// @param provider 1 to 80 code points
  public record Order(FeedReader reader, FeedSource source, String provider, Ledger.Rules rules) {}

  /// Runs one import and says what became of it; unless it was a dry run, the ledger remembers
  /// that.
  ///
  /// @throws IOException if the feed cannot be read
  public Report run(Order order) throws IOException {
    return run(newRun(), order);
  }

  /// A new id for a run. Ids sort by time, and two that start at once differ.
  public String newRun() {
    return Timestamps.write(clock.instant().truncatedTo(ChronoUnit.SECONDS)).replaceAll("[-:]", "")
        + "-"
        + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
  }

  /// Runs one import under an id that it was given ahead ([#newRun]).
  ///
  /// @throws IOException if the feed cannot be read
  public Report run(String run, Order order) throws IOException {
    Instant started = clock.instant();
    Notices notices = new Notices();
    try (Lines lines = new Lines(run, order.provider(), order.source(), notices)) {
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
      // It was not applied, or something was noticed since.
      Report report = report(run, order, started, lines, outcome, notices);
      if (order.rules().effect() == Ledger.Rules.Effect.COMMIT) {
        remember(report);
      }
      return report;
    }
  }

  /// Remembers a run that came to nothing, for its feed could not be had.
  ///
  /// @param format its name, or `unknown`
  /// @param files what should have been had
  /// @param started when fetching it began
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
            why);
    remember(report);
    return report;
  }

  /// The feed is stored or refused by now, and that is what has to be told: a gap in the history is
  /// no failed import. One that is stored is in the history already, but for what came after.
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

  private Outcome outcome(Order order, Lines lines, Function<Outcome.Applied, Report> history)
      throws IOException {
    try {
      ClockCheck clocks = new ClockCheck(lines);
      FeedReader reader = order.reader();
      FeedTitles titles =
          FeedTitles.of(
              reader, order.source(), keys -> ledger.titlesOfOthers(order.provider(), keys));
      reader.read(
          order.source().with(titles), reader.isExact() ? clocks : new ZonesByPosition(clocks));
      titles.tell(clocks);
      clocks.finish();
    } catch (UnreadableFeed e) {
      return new Outcome.Refused(e.notice());
    }
    return lines.reconcile(order.rules(), history);
  }

  private Report report(
      String run, Order order, Instant started, Lines lines, Outcome outcome, Notices notices) {
    FeedHeader header = lines.header;
    List<Report.SourceFile> files = new ArrayList<>();
    for (FeedSource.Part part : order.source().parts()) {
      files.add(new Report.SourceFile(part.name(), part.bytes()));
    }
    boolean kept = order.rules().effect() == Ledger.Rules.Effect.COMMIT;
    return switch (outcome) {
      case Outcome.Applied(
              RowCounts tally,
              List<CinemaProgramme> programmes,
              Outlook outlook,
              long revision) ->
          new Report(
              run,
              order.provider(),
              order.reader().format(),
              files,
              started,
              clock.instant(),
              mode(header),
              header == null ? null : header.observedAt(),
              kept ? Report.Result.APPLIED : Report.Result.DRY_RUN,
              kept ? (Long) revision : null,
              tally,
              notices.groups(),
              null,
              programmes,
              outlook);
      case Outcome.Refused(Notice refusal) ->
          new Report(
              run,
              order.provider(),
              order.reader().format(),
              files,
              started,
              clock.instant(),
              mode(header),
              header == null ? null : header.observedAt(),
              Report.Result.REFUSED,
              null,
              lines.refused(),
              notices.groups(),
              refusal);
    };
  }

  private static @Nullable String mode(@Nullable FeedHeader header) {
    return header == null ? null : header.mode().name().toLowerCase(Locale.ROOT);
  }

  /// Passes what a reader finds on to the ledger.
  private final class Lines implements FeedSink, AutoCloseable {
    private final String run;
    private final String provider;
    private final FeedSource source;
    private final Notices notices;
    private @Nullable FeedHeader header;
    private Ledger.@Nullable Staging staging;

    Lines(String run, String provider, FeedSource source, Notices notices) {
      this.run = run;
      this.provider = provider;
      this.source = source;
      this.notices = notices;
    }

    @Override
    public void header(FeedHeader header) throws UnreadableFeed {
      this.header = header;
      Instant now = clock.instant();
      if (header.observedAt().isAfter(now.plus(CLOCK_DIFFERENCE))) {
        throw new UnreadableFeed(
            Code.FEED_FROM_THE_FUTURE,
            "it was taken at "
                + Timestamps.write(header.observedAt())
                + ", and now it is "
                + Timestamps.write(now));
      }
      staging = ledger.stage(run, provider, header.withMissingPostcode(source.missingPostcode()));
    }

    @Override
    public void following(FeedHeader header) {
      staging().following(header);
    }

    private Ledger.Staging staging() {
      if (staging == null) {
        throw new IllegalStateException("a reader passed on a line before the header");
      }
      return staging;
    }

    @Override
    public void record(long line, FeedRecord record) {
      staging().add(line, record);
    }

    @Override
    public void refused(
        long line,
        @Nullable Kind kind,
        @Nullable String externalId,
        @Nullable String cinema,
        Notice notice) {
      notices.add(notice);
      staging().refuse(kind, externalId, cinema);
    }

    @Override
    public void leftOut(long line, Kind kind, @Nullable String externalId, Notice notice) {
      notices.add(notice);
      staging().leaveOut(line, kind, externalId);
    }

    @Override
    public void notice(Notice notice) {
      notices.add(notice);
    }

    RowCounts refused() {
      return staging == null ? RowCounts.empty() : staging.refused();
    }

    Outcome reconcile(Ledger.Rules rules, Function<Outcome.Applied, Report> history) {
      return staging().reconcile(rules, notices, history);
    }

    @Override
    public void close() {
      if (staging != null) {
        staging.close();
      }
    }
  }
}
