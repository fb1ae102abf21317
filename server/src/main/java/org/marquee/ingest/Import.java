package org.marquee.ingest;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;

/// Takes one feed in: reads it, lays its records out, and has them reconciled with what is stored.
///
/// Nothing is visible to readers before the end, and then all of it. A feed that cannot be read to
/// its end changes nothing.
public final class Import {
  /// A feed may be ahead of our clock by this much; clocks differ.
  private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(10);

  private final Ledger ledger;
  private final InstantSource clock;

  public Import(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  /// What a run found.
  ///
  /// @param header what the feed said of itself; null where that could not be read
  public record Result(@Nullable FeedHeader header, Outcome outcome) {}

  /// Runs one import.
  ///
  /// @param provider 1 to 80 code points
  /// @param notices takes what is found on the way
  /// @throws IOException if the bytes of the feed cannot be had
  public Result run(
      FeedReader reader, FeedSource source, String provider, Ledger.Rules rules, Notices notices)
      throws IOException {
    try (Lines lines = new Lines(provider, notices)) {
      try {
        reader.read(source, lines);
      } catch (UnreadableFeed e) {
        return new Result(lines.header, new Outcome.Refused(e.notice()));
      }
      return new Result(lines.header, lines.reconcile(rules));
    }
  }

  /// Passes what a reader finds on to the ledger.
  private final class Lines implements FeedSink, AutoCloseable {
    private final String provider;
    private final Notices notices;
    private @Nullable FeedHeader header;
    private Ledger.@Nullable Staging staging;

    Lines(String provider, Notices notices) {
      this.provider = provider;
      this.notices = notices;
    }

    @Override
    public void header(FeedHeader header) throws UnreadableFeed {
      this.header = header;
      Instant now = clock.instant();
      if (header.observedAt().isAfter(now.plus(CLOCK_DIFFERENCE))) {
        throw new UnreadableFeed(
            Notice.of(
                Code.FEED_FROM_THE_FUTURE,
                "it was taken at "
                    + Timestamps.write(header.observedAt())
                    + ", and now it is "
                    + Timestamps.write(now)));
      }
      staging = ledger.stage(provider, header);
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
    public void leftOut(long line, Kind kind, Notice notice) {
      notices.add(notice);
      staging().leaveOut(kind);
    }

    @Override
    public void notice(Notice notice) {
      notices.add(notice);
    }

    Outcome reconcile(Ledger.Rules rules) {
      return staging().reconcile(rules, notices);
    }

    @Override
    public void close() {
      if (staging != null) {
        staging.close();
      }
    }
  }
}
