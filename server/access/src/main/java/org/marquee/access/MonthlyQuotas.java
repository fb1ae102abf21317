package org.marquee.access;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// What organizations with a monthly quota have spent of it: what all nodes had stored, and what
/// this one counted since. A request costs a look into a hash map and takes no lock.
///
/// Nodes store and read every few seconds ([#save]), so several may give out a few seconds of
/// traffic too much before each of them knows.
final class MonthlyQuotas {
  private final ConcurrentMap<Holder, Counter> counters = new ConcurrentHashMap<>();
  private volatile Month current = Month.of(Instant.EPOCH);

  // Only the thread that saves reads and writes them.
  private boolean hasSaved;
  private @Nullable Addition unconfirmed;
  private long additions;

  private record Addition(long number, LocalDate month, Map<String, Long> requests) {}

  private record Holder(String organization, LocalDate month) {}

  /// A calendar month of UTC.
  private record Month(LocalDate first, Instant begins, Instant ends) {
    static Month of(Instant instant) {
      LocalDate first = YearMonth.from(instant.atOffset(ZoneOffset.UTC)).atDay(1);
      return new Month(first, begin(first), begin(first.plusMonths(1)));
    }

    private static Instant begin(LocalDate day) {
      return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    boolean has(Instant instant) {
      return !instant.isBefore(begins) && instant.isBefore(ends);
    }
  }

  /// The quota of an organization now.
  ///
  /// @param plan one with a quota
  QuotaState look(String organization, Plan plan, Instant now) {
    Month month = month(now);
    long quota = plan.monthlyQuota().orElseThrow();
    long spent = counter(organization, month).spent();
    return new QuotaState(quota, Math.max(0, quota - spent), month.ends());
  }

  /// Counts a request.
  void spend(String organization, Instant now) {
    counter(organization, month(now)).own.increment();
  }

  /// A request cost nothing.
  void giveBack(String organization, Instant now) {
    counter(organization, month(now)).own.decrement();
  }

  private Month month(Instant now) {
    Month known = current;
    if (!known.has(now)) {
      known = Month.of(now);
      current = known;
    }
    return known;
  }

  private Counter counter(String organization, Month month) {
    Holder holder = new Holder(organization, month.first());
    Counter known = counters.get(holder);
    // computeIfAbsent may lock, even where there is one.
    return known == null ? counters.computeIfAbsent(holder, _ -> new Counter()) : known;
  }

  /// Adds what is new to the ledger, and learns what other nodes added. One thread at a time.
  ///
  /// @param organizations all with a quota: the first time the ledger is asked about each, since a
  ///   node that starts must not give them a new month
  /// @throws AccessUnavailable if it cannot be stored now; it is not lost
  void save(QuotaLedger ledger, Collection<String> organizations, Instant now) {
    // It may be stored, so it is repeated as it was, and what is new follows.
    if (unconfirmed != null) {
      save(ledger, unconfirmed);
    }
    Month month = month(now);
    if (!hasSaved) {
      organizations.forEach(each -> counter(each, month));
    }
    counters.keySet().stream()
        .map(Holder::month)
        .distinct()
        .forEach(each -> save(ledger, fresh(each)));
    counters.keySet().removeIf(holder -> holder.month().isBefore(month.first()));
    hasSaved = true;
  }

  private Addition fresh(LocalDate month) {
    Map<String, Long> added = new HashMap<>();
    counters.forEach((holder, counter) -> {
      if (holder.month().equals(month)) {
        added.put(holder.organization(), counter.own.sum() - counter.saved);
      }
    });
    return new Addition(++additions, month, added);
  }

  private void save(QuotaLedger ledger, Addition next) {
    unconfirmed = next;
    Map<String, Long> all = ledger.spend(next.number(), next.month(), next.requests());
    unconfirmed = null;
    next.requests()
        .forEach((organization, own) -> {
          Counter counter = counters.get(new Holder(organization, next.month()));
          if (counter != null) {
            counter.stored(own, all.getOrDefault(organization, 0L));
          }
        });
  }

  private static final class Counter {
    private final LongAdder own = new LongAdder();

    // Only the thread that saves reads and writes it.
    private long saved;

    /// What others had stored.
    private volatile long others;

    private long spent() {
      return others + own.sum();
    }

    private void stored(long added, long all) {
      saved += added;
      others = all - saved;
    }
  }
}
