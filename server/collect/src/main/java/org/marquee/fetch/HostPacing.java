package org.marquee.fetch;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Lets one request to a server run at a time, with a pause between two.
public final class HostPacing {
  private final long pause;
  private final Map<String, Turn> turns = new ConcurrentHashMap<>();

  public HostPacing(Duration pause) {
    this.pause = pause.toNanos();
  }

  /// Waits for the server to be free. It is free again a while after the turn is closed.
  public Turn turn(String server) throws InterruptedException {
    Turn turn = turns.computeIfAbsent(server, _ -> new Turn());
    turn.begin();
    return turn;
  }

  final class Turn implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock(true);
    private boolean taken;
    private long last;

    private void begin() throws InterruptedException {
      lock.lockInterruptibly();
      try {
        if (taken) {
          TimeUnit.NANOSECONDS.sleep(last + pause - System.nanoTime());
        }
        taken = true;
      } catch (InterruptedException e) {
        lock.unlock();
        throw e;
      }
    }

    @Override
    public void close() {
      last = System.nanoTime();
      lock.unlock();
    }
  }
}
