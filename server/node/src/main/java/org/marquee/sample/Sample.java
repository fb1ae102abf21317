package org.marquee.sample;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.marquee.feed.FeedSource;

/// The sample region as a feed, laid over the coming weeks. It is made on a thread of its own, so
/// that a start can wait for the database meanwhile.
public record Sample(Instant now, CompletableFuture<byte[]> lines) implements FeedSource.Part {
  /// The sample with as much programme as the demo shows.
  public static Sample begin() {
    return begin(SampleRegion.DAYS_AHEAD);
  }

  /// The sample with less of it.
  ///
  /// @param daysAhead how many days after today have a programme
  public static Sample begin(int daysAhead) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    return new Sample(
        now, CompletableFuture.supplyAsync(() -> SampleRegion.feed(today, daysAhead, now)));
  }

  /// The feed that it is.
  public FeedSource feed() {
    return new FeedSource(List.of(this), now, null);
  }

  @Override
  public String name() {
    return "sample.ndjson";
  }

  @Override
  public long bytes() {
    return lines.join().length;
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(lines.join());
  }
}
