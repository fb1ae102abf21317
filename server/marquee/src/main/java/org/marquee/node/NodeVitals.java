package org.marquee.node;

import java.time.Duration;
import java.util.Optional;
import org.marquee.access.AccessRefresh;
import org.marquee.ops.Vitals;

/// The vitals of a node: what its parts know of themselves.
final class NodeVitals implements Vitals {
  private final DatabaseMonitor monitor;
  private final AccessRefresh access;
  private final NodeSnapshot memory;
  private volatile boolean listening;
  private volatile boolean stopping;

  NodeVitals(DatabaseMonitor monitor, AccessRefresh access, NodeSnapshot memory) {
    this.monitor = monitor;
    this.access = access;
    this.memory = memory;
  }

  /// Notes that the port of the interface is open.
  void listen() {
    listening = true;
  }

  /// Notes that the node is stopping.
  void stop() {
    stopping = true;
  }

  @Override
  public boolean isDatabaseReachable() {
    return monitor.isReachable();
  }

  @Override
  public Duration sinceRevisionConfirmed() {
    return memory.sinceConfirmed(access.sinceConfirmed());
  }

  @Override
  public Duration sinceKeysConfirmed() {
    return access.sinceConfirmed();
  }

  @Override
  public Optional<String> keysTrouble() {
    return access.trouble();
  }

  @Override
  public boolean isListening() {
    return listening;
  }

  @Override
  public boolean isStopping() {
    return stopping;
  }
}
