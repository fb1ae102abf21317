package org.marquee.node.check;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.InterruptedByTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import org.marquee.background.Awaited;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.SinkFilter;
import org.marquee.feed.WatchedStream;
import org.marquee.feed.detection.FormatDetection;
import org.marquee.feed.detection.Formats;
import org.marquee.fetch.Fetcher;
import org.marquee.fetch.RedirectRule;
import org.marquee.fetch.Unwritten;
import org.marquee.files.FailureText;
import org.marquee.files.WorkFiles;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.notice.Report;
import org.marquee.notice.Secrets;
import org.marquee.site.check.FeedCheck;
import org.marquee.site.check.MappingLook;
import org.marquee.site.frame.CheckLimits;
import org.marquee.store.read.ProgrammePreview;
import org.marquee.store.reconcile.CheckLedger;
import org.marquee.store.sql.Database;

/// Checks feeds for the pages as `validate` does: as if the provider were new, storing nothing.
///
/// @param clock as of the imports
/// @param rule which addresses feeds may be fetched from
/// @param version of the program, for the sites that they are fetched from
public record FeedChecks(Database database, InstantSource clock, RedirectRule rule, String version)
    implements FeedCheck {
  /// Imports that come one after the other must not keep a check busy for ever.
  private static final int ATTEMPTS = 3;

  /// What a check has beyond its time to notice that by itself.
  private static final Duration GRACE = Duration.ofSeconds(1);

  /// How many checks run at once: the places of both ports, and some for checks that were given up
  /// and have not ended yet.
  private static final Semaphore AT_WORK = new Semaphore(8);

  public FeedChecks {
    rule = rule.fromTheFirst();
  }

  /// The checks of an installation, which fetch from public addresses alone.
  public static FeedChecks in(Database database, InstantSource clock, String version) {
    WorkFiles.sweep(); // the service from before may have been killed
    return new FeedChecks(database, clock, RedirectRule.allowing(List.of()), version);
  }

  @Override
  public boolean fetch(URI address, Path file, CheckLimits limits) throws IOException {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    if (address.getHost() == null || !scheme.matches("https?")) {
      throw new Unfetched("it is not an address that begins with http:// or https://", null);
    }
    try (Fetcher fetcher = Fetcher.once("marquee/" + version, limits.time())) {
      return fetcher.fetch(URI.create(address.toASCIIString()), file, limits.bytes(), rule);
    } catch (IOException e) {
      if (e.getCause() instanceof Unwritten fault) {
        throw fault;
      }
      throw new Unfetched(Secrets.masked(FailureText.of(e)), e);
    }
  }

  @Override
  public Set<String> formats() {
    return Formats.names();
  }

  @Override
  public Optional<MappingLook> look(Feed feed, CheckLimits limits, Map<String, String> said)
      throws IOException {
    return within(
        AT_WORK, limits.time().plus(GRACE), () -> MappingLooks.look(feed, limits.bytes(), said));
  }

  @Override
  public Outcome check(Feed feed, CheckLimits limits, Watcher watcher) throws IOException {
    try {
      return within(AT_WORK, limits.time().plus(GRACE), () -> checked(feed, limits, watcher));
    } catch (InterruptedByTimeoutException _) {
      return new Outcome.TookTooLong();
    }
  }

  /// Does work on a thread of its own, and waits no longer than that: within a record nothing looks
  /// at a clock. A virtual thread would keep its processor from all others meanwhile.
  static <T> T within(Semaphore atWork, Duration time, Callable<T> work) throws IOException {
    if (!atWork.tryAcquire()) {
      throw new InterruptedByTimeoutException();
    }
    FutureTask<T> task =
        new FutureTask<>(() -> {
          try {
            return work.call();
          } finally {
            atWork.release();
          }
        });
    Thread.ofPlatform().daemon().name("feed-check").start(task);
    try {
      return Awaited.get(task, time);
    } catch (TimeoutException _) {
      throw new InterruptedByTimeoutException();
    }
  }

  private Outcome checked(Feed feed, CheckLimits limits, Watcher watcher) throws IOException {
    long end = System.nanoTime() + limits.time().toNanos();
    Watched part = new Watched(feed, limits.bytes(), end, watcher);
    try {
      FeedReader reader =
          feed.format() == null
              ? FormatDetection.of(List.of(part)).reader()
              : Formats.find(feed.format()).orElseThrow();
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        Outcome outcome = attempt(new Timed(reader, part), part, end, watcher);
        if (!(outcome instanceof Outcome.GaveWay)) {
          return outcome;
        }
      }
      return new Outcome.GaveWay();
    } catch (TimeIsUp _) {
      return new Outcome.TookTooLong();
    }
  }

  private Outcome attempt(FeedReader reader, FeedSource.Part part, long end, Watcher watcher)
      throws IOException {
    ProgrammePreview preview = new ProgrammePreview();
    Duration left = Duration.ofNanos(end - System.nanoTime());
    try (CheckLedger ledger = new CheckLedger(database, left, watcher::hasLeft, preview::read)) {
      FeedSource source =
          new FeedSource(List.of(part), clock.instant().truncatedTo(ChronoUnit.MICROS), null);
      Import.Order order =
          new Import.Order(
              reader,
              source,
              "validate-" + UUID.randomUUID(),
              new Rules.Normal(Rules.Shrinking.REFUSED, Rules.Effect.DRY_RUN));
      try {
        Report report = new Import(ledger, clock).run(order, watcher::found).withoutProvider();
        return new Outcome.Checked(report, preview.programmes());
      } catch (LedgerUnavailable e) {
        CheckLedger.Ended ended = ledger.ended(e);
        if (ended == null) {
          throw new ListingsUnavailable(String.valueOf(e.getMessage()), e);
        }
        return switch (ended) {
          case GAVE_WAY -> new Outcome.GaveWay();
          case TOOK_TOO_LONG -> new Outcome.TookTooLong();
        };
      }
    }
  }

  /// Readers take an exception of a stream for a fault of the feed, but not this one.
  private static final class TimeIsUp extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /// The file, whose reading is watched.
  ///
  /// @param most how many bytes it may have when unpacked
  /// @param end by [System#nanoTime]
  private record Watched(Feed feed, long most, long end, Watcher watcher)
      implements FeedSource.Part {
    private FilePart file() {
      return new FilePart(feed.file(), most);
    }

    @Override
    public String name() {
      return feed.name();
    }

    @Override
    public long bytes() {
      return file().bytes();
    }

    @Override
    public boolean isOpenEnded() {
      return feed.openEnded();
    }

    @Override
    public InputStream open() throws IOException {
      return new WatchedStream(file().open(), this::look);
    }

    /// Ends the check where its time is over, or nobody waits for it.
    void look(int read) {
      if (System.nanoTime() - end >= 0) {
        throw new TimeIsUp();
      }
      watcher.read(read);
    }
  }

  /// Has each row looked at the clock too: some formats are read whole before their first row.
  private record Timed(FeedReader reader, Watched part) implements FeedReader {
    @Override
    public String format() {
      return reader.format();
    }

    @Override
    public boolean isExact() {
      return reader.isExact();
    }

    @Override
    public boolean passesOver(FeedHead head) {
      return reader.passesOver(head);
    }

    @Override
    public void read(FeedSource source, FeedSink sink) throws IOException {
      reader.read(
          source,
          new SinkFilter(sink) {
            @Override
            public void row(long line, FeedRow row) {
              part.look(0);
              super.row(line, row);
            }
          });
    }
  }
}
