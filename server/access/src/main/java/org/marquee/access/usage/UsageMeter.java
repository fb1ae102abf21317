package org.marquee.access.usage;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts what organizations use on this node, as far as that is not stored yet. Safe for many
/// threads: an answer costs a look into a hash map and takes no lock. One thread saves.
public final class UsageMeter {
  private static final Logger LOG = LoggerFactory.getLogger(UsageMeter.class);
  private static final long HOUR = Duration.ofHours(1).toMillis();

  /// What cannot be stored for so many hours is forgotten: a node on a standby never can.
  private static final int KEPT_HOURS = 48;

  private final InstantSource clock;
  private final UnaryOperator<String> operation;
  private final ConcurrentMap<Kind, Counter> counters = new ConcurrentHashMap<>();

  // Only the thread that saves reads and writes them.
  private @Nullable Addition unconfirmed;
  private long additions;

  /// @param saved notes for each row what its counter had
  private record Addition(long number, List<UsageRow> rows, List<Runnable> saved) {}

  /// What is counted apart.
  ///
  /// @param hour since 1970
  private record Kind(String organization, String keyId, String route, long hour) {}

  /// @param clock decides which hour it is, such as an [org.marquee.access.AccessClock]
  /// @param operation the name of the operation of a route
  public UsageMeter(InstantSource clock, UnaryOperator<String> operation) {
    this.clock = clock;
    this.operation = operation;
  }

  /// Counts an answer.
  public void answered(String organization, String keyId, String route, int status) {
    counter(organization, keyId, route).add(status);
  }

  /// Counts the bytes of an answer, once they were sent.
  public void sent(String organization, String keyId, String route, long bytes) {
    counter(organization, keyId, route).bytes.add(bytes);
  }

  private Counter counter(String organization, String keyId, String route) {
    Kind kind = new Kind(organization, keyId, route, hour());
    Counter known = counters.get(kind);
    // computeIfAbsent may lock, even where there is one.
    return known == null ? counters.computeIfAbsent(kind, _ -> new Counter()) : known;
  }

  private long hour() {
    return Math.floorDiv(clock.millis(), HOUR);
  }

  /// Adds to the ledger what is new since the last time. One thread at a time.
  ///
  /// @throws AccessUnavailable if it cannot be stored now; it is not lost
  public void save(UsageLedger ledger) {
    try {
      // It may be stored, so it is repeated as it was, and what is new follows.
      if (unconfirmed != null) {
        add(unconfirmed, ledger);
      }
      add(fresh(), ledger);
    } finally {
      forget();
    }
  }

  private void add(Addition next, UsageLedger ledger) {
    if (!next.rows().isEmpty()) {
      unconfirmed = next;
      ledger.add(next.number(), next.rows());
    }
    next.saved().forEach(Runnable::run);
    unconfirmed = null;
  }

  private Addition fresh() {
    List<Runnable> saved = new ArrayList<>();
    List<UsageRow> rows = new ArrayList<>();
    counters.forEach((kind, counter) -> {
      UsageCounts now = counter.now();
      UsageCounts fresh = now.minus(counter.saved);
      if (!fresh.equals(UsageCounts.NONE)) {
        rows.add(row(kind, fresh));
        saved.add(() -> counter.saved = now);
      }
    });
    return new Addition(++additions, rows, saved);
  }

  private UsageRow row(Kind kind, UsageCounts counts) {
    return new UsageRow(
        kind.organization(),
        kind.keyId(),
        operation.apply(kind.route()),
        Instant.ofEpochMilli(kind.hour() * HOUR),
        counts);
  }

  /// Forgets the counters of past hours.
  private void forget() {
    long now = hour();
    if (unconfirmed != null) {
      Instant first = Instant.ofEpochMilli((now - KEPT_HOURS) * HOUR);
      unconfirmed.rows().removeIf(row -> row.hour().isBefore(first));
    }
    counters.forEach((kind, counter) -> {
      // Of an answer that ends in a later hour than it was given, there are bytes alone.
      UsageCounts unsaved = counter.now().minus(counter.saved);
      boolean isSaved = unsaved.equals(UsageCounts.NONE);
      if (kind.hour() < now - (isSaved ? 1 : KEPT_HOURS)) {
        counters.remove(kind);
        if (!isSaved) {
          LOG.atWarn()
              .addKeyValue("organization", kind.organization())
              .addKeyValue("requests", unsaved.requests())
              .addKeyValue("bytes", unsaved.bytes())
              .log("usage could not be stored for two days and is forgotten");
        }
      }
    });
  }

  private static final class Counter {
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder notModified = new LongAdder();
    private final LongAdder limited = new LongAdder();
    private final LongAdder errors = new LongAdder();

    // Only the thread that saves reads and writes it.
    private UsageCounts saved = UsageCounts.NONE;

    private void add(int status) {
      requests.increment();
      if (status == 304) {
        notModified.increment();
      } else if (status == 429) {
        limited.increment();
      } else if (status >= 400) {
        errors.increment();
      }
    }

    private UsageCounts now() {
      return new UsageCounts(
          requests.sum(), bytes.sum(), notModified.sum(), limited.sum(), errors.sum());
    }
  }
}
