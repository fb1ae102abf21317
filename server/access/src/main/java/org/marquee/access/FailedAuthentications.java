package org.marquee.access;

import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Bounds how many authentications may fail from one address in a minute (docs/decisions/0088).
///
/// A minute begins with the first failure of an address. Once as many have failed as may, no key
/// from there is looked up until the minute is over, right or wrong. Safe for many threads; takes
/// no lock unless an authentication fails.
public final class FailedAuthentications {
  /// How many may fail in a minute by default.
  public static final int USUAL = 600;

  private static final Logger LOG = LoggerFactory.getLogger(FailedAuthentications.class);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /// No bound.
  public static final FailedAuthentications UNBOUNDED = new FailedAuthentications(0, () -> 0);

  private final int most;
  private final LongSupplier nanoTime;
  private final MinuteBudget<Long> budget;
  private final AtomicLong warnedAt;
  private final AtomicLong warnedOfProxyAt;

  /// @param most that may fail in a minute; 0: any number
  /// @param nanoTime as for [Gate]
  public FailedAuthentications(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
    warnedAt = new AtomicLong(nanoTime.getAsLong() - MINUTE.toNanos());
    warnedOfProxyAt = new AtomicLong(warnedAt.get());
    budget = new MinuteBudget<>(most, nanoTime);
  }

  /// What `gate` decides on a request, unless too many failed from its address.
  ///
  /// @param address the number of the addresses that are counted as one
  /// @param client one of them, for the log
  public Admission admit(long address, InetAddress client, Supplier<Admission> gate) {
    if (most == 0) {
      return gate.get();
    }
    long wait = budget.look(address);
    if (wait > 0) {
      return new Admission.Blocked(wait);
    }
    Admission decision = gate.get();
    if (decision instanceof Admission.Unauthorized) {
      count(address, client);
    }
    return decision;
  }

  /// What `gate` decides on a request of which only the proxy is known. Counted against the proxy,
  /// the wrong keys of one client would block all who come through it.
  public Admission admitThroughProxy(InetAddress proxy, Supplier<Admission> gate) {
    Admission decision = gate.get();
    if (most > 0 && decision instanceof Admission.Unauthorized && isDue(warnedOfProxyAt)) {
      LOG.atWarn()
          .addKeyValue("proxy", proxy.getHostAddress())
          .log(
              "an authentication failed and is not counted, since a proxy named in MARQUEE_PROXIES"
                  + " forwards no address of its client: have it append the address to the field"
                  + " that MARQUEE_FORWARDED_FIELD names");
    }
    return decision;
  }

  private void count(long address, InetAddress client) {
    budget.spend(address);
    long wait = budget.look(address);
    if (wait > 0) {
      warn(client, wait);
    }
  }

  /// At most once a minute: many addresses must not become many lines.
  private boolean isDue(AtomicLong saidAt) {
    long now = nanoTime.getAsLong();
    long before = saidAt.get();
    return now - before >= MINUTE.toNanos() && saidAt.compareAndSet(before, now);
  }

  private void warn(InetAddress client, long seconds) {
    if (isDue(warnedAt)) {
      LOG.atWarn()
          .addKeyValue("address", client.getHostAddress())
          .addKeyValue("failures", most)
          .addKeyValue("seconds", seconds)
          .log(
              "too many authentications failed from one address: it gets 429 until its minute is"
                  + " over; if it is a proxy of yours, name it in MARQUEE_PROXIES");
    }
  }
}
