package org.marquee.http.admission;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The connections of a server, and who has to go when there are too many (docs/decisions/0088).
///
/// Where all places are taken, or all of one address, the connection that is missed least makes
/// room for the new one. Safe for many threads; asked when a connection opens, sends its first
/// request and closes, never for each request.
public final class OpenConnections {
  private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);
  private static final long BETWEEN_WARNINGS = TimeUnit.MINUTES.toNanos(1);

  /// How many connections go at once when the process has no file descriptor left.
  private static final int SHED = 8;

  private final ConnectionLimits limits;
  private final ConnectionGroup all = new ConnectionGroup();
  private final Map<Long, ConnectionGroup> byAddress = new HashMap<>();

  private long refusedFull;
  private long refusedAddress;
  private long closedSilent;
  private long closedIdle;
  private long outOfDescriptors;
  private long warnedAt = System.nanoTime() - BETWEEN_WARNINGS;

  /// @param limits how many there may be
  public OpenConnections(ConnectionLimits limits) {
    this.limits = limits;
  }

  /// Takes a connection in, at the cost of another one if need be.
  ///
  /// @return whether there was room or could be made
  public synchronized boolean admit(CountedConnection newcomer) {
    Long block = ClientNetwork.of(newcomer.peer());
    if (limits.perAddress() < limits.most() && !limits.proxies().contains(newcomer.peer())) {
      ConnectionGroup own = byAddress.get(block);
      if (own != null && own.size() >= limits.perAddress() && !makeRoom(own)) {
        refusedAddress++;
        warn();
        return false;
      }
    }
    if (all.size() >= limits.most() && !makeRoom(all)) {
      refusedFull++;
      warn();
      return false;
    }
    all.add(newcomer);
    byAddress.computeIfAbsent(block, _ -> new ConnectionGroup()).add(newcomer);
    return true;
  }

  /// Notes that a connection has sent a request.
  public synchronized void spoke(CountedConnection counted) {
    all.spoke(counted);
    ConnectionGroup own = byAddress.get(ClientNetwork.of(counted.peer()));
    if (own != null) {
      own.spoke(counted);
    }
  }

  /// Forgets a connection; one that is forgotten already is fine.
  public synchronized void remove(CountedConnection counted) {
    all.remove(counted);
    Long block = ClientNetwork.of(counted.peer());
    ConnectionGroup own = byAddress.get(block);
    if (own != null) {
      own.remove(counted);
      if (own.isEmpty()) {
        byAddress.remove(block);
      }
    }
  }

  /// Gives some file descriptors back: the process has none left to take a connection with.
  synchronized void shed() {
    outOfDescriptors++;
    int left = SHED;
    while (left > 0 && makeRoom(all)) {
      left--;
    }
    warn();
  }

  private boolean makeRoom(ConnectionGroup group) {
    CountedConnection leaving = group.leastMissed();
    if (leaving == null) {
      return false;
    }
    if (group.isSilent(leaving)) {
      closedSilent++;
    } else {
      closedIdle++;
    }
    remove(leaving);
    leaving.leave();
    warn();
    return true;
  }

  /// The counts of connections now.
  public synchronized ConnectionCounts counts() {
    return new ConnectionCounts(
        all.size(),
        limits.most(),
        refusedFull,
        refusedAddress,
        closedSilent,
        closedIdle,
        outOfDescriptors);
  }

  /// Logs at most once a minute.
  private void warn() {
    long now = System.nanoTime();
    if (now - warnedAt >= BETWEEN_WARNINGS) {
      warnedAt = now;
      LOG.atWarn()
          .addKeyValue("open", all.size())
          .addKeyValue("most", limits.most())
          .addKeyValue("perAddress", limits.perAddress())
          .addKeyValue("refused", refusedFull + refusedAddress)
          .addKeyValue("closedSilent", closedSilent)
          .addKeyValue("closedIdle", closedIdle)
          .addKeyValue("outOfDescriptors", outOfDescriptors)
          .log("too many connections: some are refused, or closed to make room");
    }
  }
}
