package org.marquee.ingest;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.detection.FeedFuzz;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Report;
import org.marquee.store.run.PostgresSources;

/// Imports broken feeds into a database of its own, for several providers: an import may only apply
/// or refuse a feed. For one thread.
@NullMarked
public final class ImportFuzz implements FeedFuzz.Use, AutoCloseable {
  private static final int PROVIDERS = 12;

  private final World world = World.fresh();
  private final Map<String, Long> results = new TreeMap<>();
  private long number;

  @Override
  public FeedFuzz.Taken take(FeedReader reader, FeedSource source) {
    long own = number++;
    Shrinking shrinking = own % 2 == 0 ? Shrinking.ACCEPTED : Shrinking.REFUSED;
    Instant observedAt = source.observedAt().plusSeconds(60 * own);
    String provider = "fuzz-" + own % PROVIDERS;
    Report report = take(reader, source, provider, shrinking, observedAt);
    if (report.refusal() != null && report.refusal().code() == Code.FEED_OLDER) {
      // Otherwise most native feeds would be refused as older than the last one.
      new PostgresSources(world.database()).remove(provider);
      report = take(reader, source, provider, shrinking, observedAt);
    }
    results.merge(
        report.refusal() == null ? "applied" : report.refusal().code().name(), 1L, Long::sum);
    return new FeedFuzz.Taken(
        report.rowCounts().of(Kind.SHOWTIME).read(), report.result() != Report.Result.APPLIED);
  }

  private Report take(
      FeedReader reader,
      FeedSource source,
      String provider,
      Shrinking shrinking,
      Instant observedAt) {
    return world
        .take(reader, provider, shrinking, source.parts(), source.cinema(), observedAt)
        .report();
  }

  /// Reads all that was published.
  ///
  /// @return what cannot be read
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    try {
      System.err.println(
          "fuzz: showtimes published: %d; %s".formatted(world.showtimes(100).size(), results));
    } catch (RuntimeException e) {
      complaints.add("the published showtimes cannot be read: " + e);
    }
    return complaints;
  }

  @Override
  public void close() {
    world.close();
  }
}
