package org.marquee.ingest;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullMarked;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.format.FeedFuzz;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.notice.Report;

/// Imports broken feeds into a database, for several providers: an import may only apply or refuse
/// a feed.
@NullMarked
public final class ImportFuzz implements FeedFuzz.Use, AutoCloseable {
  private static final int PROVIDERS = 12;

  private final World world = World.fresh();
  private final AtomicLong number = new AtomicLong();

  @Override
  public FeedFuzz.Taken take(FeedReader reader, FeedSource source) {
    long own = number.getAndIncrement();
    Shrinking shrinking = own % 2 == 0 ? Shrinking.ACCEPTED : Shrinking.REFUSED;
    Instant observedAt = source.observedAt().plusSeconds(60 * own);
    Report report =
        world
            .take(
                reader,
                "fuzz-" + own % PROVIDERS,
                shrinking,
                source.parts(),
                source.cinema(),
                observedAt)
            .report();
    return new FeedFuzz.Taken(
        report.tally().of(Kind.SHOWTIME).read(), report.result() != Report.Result.APPLIED);
  }

  /// Reads all that was published.
  ///
  /// @return what cannot be read
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    try {
      System.err.println("fuzz: showtimes published: " + world.showtimes(100).size());
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
