package org.marquee.app;

import java.time.Duration;
import org.marquee.ops.Vitals;

/// The vitals of a node, as its parts tell them.
final class NodeVitals implements Vitals {
  private final AccessRefresh access;
  private final NodeSnapshot memory;
  private volatile boolean stopping;

  NodeVitals(AccessRefresh access, NodeSnapshot memory) {
    this.access = access;
    this.memory = memory;
  }

  /// Notes that the node was told to stop.
  void stop() {
    stopping = true;
  }

  @Override
  public boolean isDatabaseReachable() {
    return access.isReachable();
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
  public boolean isStopping() {
    return stopping;
  }
}
