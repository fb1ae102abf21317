package org.marquee.http.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Sends what the connections of an event loop answer in one of its rounds together: once all that
/// was received is answered, [#MOST] are, [#MOST_BYTES] wait, or the first of them has waited a
/// millisecond.
///
/// Each write to a socket wakes its reader. A proxy or client on the same machine is woken once for
/// all answers instead of once for each, which costs a third of an answer on some machines
/// (docs/decisions/0199). Not thread-safe: each event loop has its own.
final class FlushConsolidation {
  /// So that the first of many answers does not wait for the last.
  static final int MOST = 32;

  /// So many bytes are still near the processor when the kernel copies them.
  static final long MOST_BYTES = 128 << 10;

  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final FastThreadLocal<FlushConsolidation> LOOPS =
      new FastThreadLocal<>() {
        @Override
        protected FlushConsolidation initialValue() {
          return new FlushConsolidation(System::nanoTime);
        }
      };

  private final LongSupplier clock;
  private final Queue<Runnable> flushes = new ArrayDeque<>(MOST);
  private boolean scheduled;
  private long firstNanos;

  /// How many bytes wait, about.
  private long waiting;

  FlushConsolidation(LongSupplier clock) {
    this.clock = clock;
  }

  /// Has a connection's flush done with the others of the round. To be called on its loop.
  static void add(Channel channel, Runnable flush) {
    ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
    LOOPS.get().enqueue(channel.eventLoop(), flush, out == null ? 0 : out.totalPendingWriteBytes());
  }

  /// Puts a flush off until the end of the round.
  ///
  /// @param bytes that the connection has to send
  void enqueue(EventLoop loop, Runnable flush, long bytes) {
    if (!scheduled) {
      schedule(loop);
    }
    long nanos = clock.getAsLong();
    if (flushes.isEmpty()) {
      firstNanos = nanos;
    }
    flushes.add(flush);
    waiting += bytes;
    if (flushes.size() >= MOST || waiting >= MOST_BYTES || nanos - firstNanos > LONGEST_NANOS) {
      flush();
    }
  }

  /// Tasks of a loop are run after all that its connections have received is read.
  private void schedule(EventLoop loop) {
    loop.execute(() -> endRound(loop));
    scheduled = true;
  }

  private void endRound(EventLoop loop) {
    scheduled = false;
    try {
      flush();
    } finally {
      // A flush that runs out of memory does not stop the others.
      if (!flushes.isEmpty()) {
        schedule(loop);
      }
    }
  }

  private void flush() {
    waiting = 0;
    for (Runnable flush = flushes.poll(); flush != null; flush = flushes.poll()) {
      flush.run();
    }
  }
}
