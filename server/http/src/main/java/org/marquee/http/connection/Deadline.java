package org.marquee.http.connection;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A task that runs on an event loop later, unless it is stopped.
final class Deadline {
  private final EventLoop loop;

  private @Nullable Future<?> running;

  Deadline(EventLoop loop) {
    this.loop = loop;
  }

  boolean isRunning() {
    return running != null;
  }

  /// Runs `task` in `nanos` nanoseconds, in place of the earlier task.
  void start(Runnable task, long nanos) {
    stop();
    running =
        loop.schedule(
            () -> {
              running = null;
              task.run();
            },
            nanos,
            TimeUnit.NANOSECONDS);
  }

  void stop() {
    if (running != null) {
      running.cancel(false);
      running = null;
    }
  }
}
