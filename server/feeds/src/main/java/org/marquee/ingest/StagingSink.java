package org.marquee.ingest;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.StandIns;
import org.marquee.feed.UnreadableFeed;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;

/// Stages the records of one import in the ledger: numbers the lines of several feeds as one feed,
/// and collects the notices.
final class StagingSink implements FeedSink, AutoCloseable {
  /// A feed may be ahead of our clock by this much; clocks differ.
  private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(10);

  private final Ledger ledger;
  private final InstantSource clock;
  private final String run;
  private final Import.Order order;
  private final Notices notices;
  private StandIns standIns = StandIns.NONE;
  private long linesBefore;
  private long lastLine;
  private @Nullable FeedHeader header;
  private Ledger.@Nullable Staging staging;

  /// @param run the id of the import
  /// @param notices gets what the reader reports
  StagingSink(Ledger ledger, InstantSource clock, String run, Import.Order order, Notices notices) {
    this.ledger = ledger;
    this.clock = clock;
    this.run = run;
    this.order = order;
    this.notices = notices;
  }

  /// Begins the next feed of the import.
  void begin(Import.Feed feed) {
    StandIns said = feed.source().standIns();
    standIns = feed.reader().isExact() ? said : said.byPosition();
    linesBefore = lastLine;
  }

  @Override
  public void header(FeedHeader read) throws UnreadableFeed {
    FeedHeader header = read.withStandIns(standIns);
    if (staging != null) {
      staging.next(header);
      return;
    }
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
    staging = ledger.stage(run, order.provider(), order.files().getFirst().name(), header);
  }

  private Ledger.Staging staging() {
    if (staging == null) {
      throw new IllegalStateException("a reader passed on a line before the header");
    }
    return staging;
  }

  @Override
  public void row(long line, FeedRow row) {
    long number = linesBefore + line;
    lastLine = Math.max(lastLine, number);
    switch (row) {
      case FeedRow.Valid(FeedRecord record) -> staging().add(number, record);
      case FeedRow.RefusedLine(Kind kind, String externalId, String cinema, Notice notice) -> {
        notices.add(notice);
        staging().refuse(kind, externalId, cinema);
      }
      case FeedRow.LeftOut(Kind kind, String externalId, Notice notice) -> {
        notices.add(notice);
        staging().leaveOut(number, kind, externalId);
      }
    }
  }

  @Override
  public void notice(Notice notice) {
    notices.add(notice);
  }

  /// The header of the first feed; null until it is read.
  @Nullable FeedHeader header() {
    return header;
  }

  /// What is counted if the feed is refused.
  RowCounts refusedCounts() {
    return staging == null ? RowCounts.empty() : staging.refused();
  }

  /// Stores what was staged.
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
