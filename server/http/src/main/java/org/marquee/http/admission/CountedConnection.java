package org.marquee.http.admission;

import java.net.InetAddress;

/// One connection as its server counts it: whose it is, and whether it can be spared. Safe for many
/// threads.
public final class CountedConnection {
  private final InetAddress peer;
  private final Runnable leave;
  private volatile boolean idle = true;
  private boolean spoken;
  private volatile long quietSince = System.nanoTime();

  /// @param leave has the connection end soon; called by any thread
  public CountedConnection(InetAddress peer, Runnable leave) {
    this.peer = peer;
    this.leave = leave;
  }

  /// The address at the other end.
  public InetAddress peer() {
    return peer;
  }

  /// Whether nothing is owed to the client, a moment ago at least.
  boolean isIdle() {
    return idle;
  }

  /// When the client was last given or took something, or the connection was made, by the
  /// nanosecond clock.
  public long quietSinceNanos() {
    return quietSince;
  }

  /// Notes that a request arrives. On the event loop, as is [#hasSpoken()].
  ///
  /// @return whether it is the first
  public boolean begin() {
    idle = false;
    boolean first = !spoken;
    spoken = true;
    return first;
  }

  /// Whether a request has arrived.
  public boolean hasSpoken() {
    return spoken;
  }

  /// Notes that bytes were sent to the client, or taken by it.
  public void progressed() {
    quietSince = System.nanoTime();
  }

  /// Notes that nothing is owed to the client.
  public void rest() {
    idle = true;
  }

  /// Gives the place to another connection.
  void leave() {
    leave.run();
  }
}
