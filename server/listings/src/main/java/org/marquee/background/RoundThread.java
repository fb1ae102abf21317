package org.marquee.background;

import java.time.Duration;

/// Repeats a round on a thread of its own: at the start, and then after each pause until it is
/// closed.
public final class RoundThread implements AutoCloseable {
  private final Round round;
  private final Duration pause;
  private final Thread thread;

  private RoundThread(String name, Round round, Duration pause) {
    this.round = round;
    this.pause = pause;
    thread = Thread.ofVirtual().name(name).unstarted(this::run);
  }

  /// Starts the thread.
  ///
  /// @param name of the thread
  /// @param pause between two rounds
  public static RoundThread start(String name, Round round, Duration pause) {
    RoundThread repeated = new RoundThread(name, round, pause);
    repeated.thread.start();
    return repeated;
  }

  private void run() {
    try {
      while (true) {
        round.run();
        Thread.sleep(pause);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  /// Interrupts the round and waits for its end.
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
