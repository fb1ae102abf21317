package org.marquee.collect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.background.Round;
import org.marquee.background.RoundThread;
import org.marquee.collect.providers.FaultyConfig;
import org.marquee.collect.providers.Provider;
import org.marquee.collect.providers.ProvidersConfig;
import org.marquee.collect.providers.ProvidersFile;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.ingest.RunLog;
import org.marquee.notice.Report;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Collects on schedule, on the one node of several that has the lease.
///
/// The lease ends by itself when it is not renewed, so a node that dies is replaced within its
/// length. A node that cannot renew it stops before its next feed. What two nodes might do at once
/// in between does no harm: imports follow one another, and an older feed is refused.
public final class CollectScheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CollectScheduler.class);
  private static final String LEASE = "collect";
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final int AT_ONCE = 4;

  /// After a failure of ours a provider is left alone for so long.
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Path file;
  private final RunLog runLog;
  private final InstantSource clock;
  private final Duration lease;
  private final Function<ProvidersConfig, Collector> collectors;
  private final Consumer<Report> each;

  private final String holder = UUID.randomUUID().toString();
  private final ExecutorService working = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore room = new Semaphore(AT_ONCE);
  private final Set<String> busy = ConcurrentHashMap.newKeySet();

  /// The servers that a provider is fetched from now. A second provider of the same server would
  /// only wait, and would take a place from a third that could be fetched.
  private final Set<String> busyServers = ConcurrentHashMap.newKeySet();

  /// Until when, by our own clock of nanoseconds.
  private final Map<String, Long> resting = new ConcurrentHashMap<>();

  /// By our own clock of nanoseconds; what is true at it may be false a moment later.
  private volatile long heldUntil;

  private @Nullable RoundThread ticking;

  private boolean announced;

  /// Whether the database was away the last time; an outage is logged once.
  private boolean away;

  private Current current;

  private record Current(@Nullable FileTime written, ProvidersConfig config, Collector collector) {}

  /// How long a node that died keeps others waiting, at most.
  public static final Duration USUAL_LEASE = Duration.ofSeconds(15);

  /// Made, it does nothing until [#start].
  ///
  /// @param file `providers.yaml`; it is read again when it changes
  /// @param config its current content
  /// @param collectors makes a collector that uses a configuration
  /// @param each receives the report of each run, by several threads
  public CollectScheduler(
      Path file,
      ProvidersConfig config,
      RunLog runLog,
      InstantSource clock,
      Duration lease,
      Function<ProvidersConfig, Collector> collectors,
      Consumer<Report> each) {
    this.file = file;
    this.runLog = runLog;
    this.clock = clock;
    this.lease = lease;
    this.collectors = collectors;
    this.each = each;
    this.heldUntil = System.nanoTime();
    this.current = new Current(written(file), config, collectors.apply(config));
  }

  /// Begins.
  public CollectScheduler start() {
    // An error ends the thread, and the program with it; a scheduler of the JDK would tell nobody.
    ticking =
        RoundThread.start(
            "collect",
            new Round(LOG, "collecting failed; it is tried again", this::tick),
            Duration.ofMillis(Math.clamp(lease.toMillis() / 5, 1, TICK.toMillis())));
    return this;
  }

  private void tick() {
    try {
      if (!renewed()) {
        away = false;
        return;
      }
      readAgain();
      Instant now = clock.instant();
      Map<String, Instant> last = runLog.lastCollected();
      for (Provider provider : inTurn(current.config().providers(), last)) {
        if (!busy.contains(provider.name())
            && Collections.disjoint(busyServers, provider.servers())
            && !isResting(provider)
            && provider.schedule().isDue(now, last.get(provider.name()))
            && room.tryAcquire()) {
          begin(current.collector(), provider);
        }
      }
      away = false;
    } catch (LedgerUnavailable e) {
      if (!away) {
        LOG.atWarn().log("collecting is paused: {}", e.getMessage());
      }
      away = true;
    }
  }

  private boolean isResting(Provider provider) {
    Long until = resting.get(provider.name());
    return until != null && until - System.nanoTime() > 0;
  }

  /// Those who have waited longest go first: where there is not room for all that are due, those
  /// who come often must not keep others out for ever.
  static List<Provider> inTurn(List<Provider> providers, Map<String, Instant> last) {
    return providers.stream()
        .sorted(Comparator.comparing(provider -> last.getOrDefault(provider.name(), Instant.MIN)))
        .toList();
  }

  private boolean renewed() {
    long now = System.nanoTime();
    boolean had = heldUntil - now > 0;
    if (heldUntil - now > lease.toNanos() / 2) {
      return true;
    }
    boolean has = runLog.hold(LEASE, holder, lease);
    if (has) {
      // From before it was asked for: our lease ends before the one that others see.
      heldUntil = now + lease.toNanos();
    }
    if (has != had || !announced) {
      announced = true;
      LOG.atInfo().log(has ? "this node collects" : "another node collects");
    }
    return has;
  }

  private static @Nullable FileTime written(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException _) {
      return null;
    }
  }

  private void readAgain() {
    FileTime written = written(file);
    if (written == null || written.equals(current.written())) {
      return;
    }
    try {
      ProvidersConfig config = ProvidersFile.read(file);
      // The one before is not closed: it may be at work, and ends with it.
      current = new Current(written, config, collectors.apply(config));
      LOG.atInfo().log("{} was reloaded", file.getFileName());
    } catch (FaultyConfig | IOException e) {
      current = new Current(written, current.config(), current.collector());
      LOG.atError()
          .log(
              "{} changed but has faults, so the previous version stays in use: {}",
              file.getFileName(),
              e.getMessage());
    }
  }

  /// Collects in the background; there is room for it.
  private void begin(Collector collector, Provider provider) {
    busy.add(provider.name());
    busyServers.addAll(provider.servers());
    try {
      working.execute(new Round(LOG, "collection failed", () -> collect(collector, provider)));
    } catch (RuntimeException | Error e) {
      end(provider);
      throw e;
    }
  }

  private void end(Provider provider) {
    busyServers.removeAll(provider.servers());
    busy.remove(provider.name());
    room.release();
  }

  private void collect(Collector collector, Provider provider) {
    try {
      collector.collect(
          provider,
          new Collector.Manner(
              Ledger.Rules.Shrinking.REFUSED, () -> heldUntil - System.nanoTime() > 0, each));
    } catch (IOException | RuntimeException | StackOverflowError e) {
      if (!working.isShutdown()) {
        resting.put(provider.name(), System.nanoTime() + PAUSE.toNanos());
        LOG.atError()
            .setCause(e instanceof LedgerUnavailable ? null : e)
            .addKeyValue("provider", provider.name())
            .log("collection failed: {}", e.getMessage());
      }
    } finally {
      end(provider);
    }
  }

  /// Lets go of what is under way: an import that is not committed by then changes nothing.
  @Override
  public void close() {
    if (ticking != null) {
      ticking.close();
    }
    working.shutdownNow();
    try {
      working.awaitTermination(20, TimeUnit.SECONDS);
      runLog.release(LEASE, holder);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (LedgerUnavailable e) {
      LOG.atWarn().log("the lease could not be released; it expires by itself: {}", e.getMessage());
    }
    current.collector().close();
  }
}
