package org.marquee.snapshot;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/// Counts who reads a snapshot now, and notices when the last one has left.
///
/// Each thread counts in a place of its own, nearly always. With one counter for all, every page
/// would wait for a cache line that another processor has just written (docs/decisions/0187).
///
/// Nobody is missed: a reader counts itself before it looks whether the snapshot is retired, and
/// the places are looked at after that was written. So a place that is 0 then has only readers to
/// come that turn back.
class Readers {
  private static final int FEWEST = 8;

  /// Places in use are 128 bytes apart: processors fetch pairs of lines of 64 bytes.
  private static final int APART = 32;

  /// The last one has left.
  private static final int OVER = -1;

  private final Runnable last;
  private final AtomicIntegerArray places;

  /// Even while readers may enter, odd while it is retired. Counts on, so that a look at the places
  /// that began before it was revived has no effect.
  private final AtomicInteger state = new AtomicInteger();

  /// @param last run once, when the last one has left a retired snapshot
  Readers(Runnable last) {
    this.last = last;
    int processors = Runtime.getRuntime().availableProcessors();
    places =
        new AtomicIntegerArray(APART * Math.max(FEWEST, Integer.highestOneBit(processors) * 4));
  }

  /// Counts a reader, who must leave again on the same thread.
  ///
  /// @return whether it may read; if not, it has left already
  final boolean enter() {
    places.getAndIncrement(place());
    counted();
    if (isRetired(state.get())) {
      leave();
      return false;
    }
    return true;
  }

  /// Runs between the two steps of [#enter]. Does nothing; a test stands here.
  void counted() {}

  final void leave() {
    places.getAndDecrement(place());
    endIfEmpty();
  }

  /// Lets nobody enter any more.
  final void retire() {
    state.updateAndGet(now -> isRetired(now) ? now : now + 1);
    endIfEmpty();
  }

  /// Lets readers enter again. Only for a reader, who keeps the last one from having left.
  final void revive() {
    state.updateAndGet(now -> isRetired(now) ? now + 1 : now);
  }

  private void endIfEmpty() {
    int now = state.get();
    if (!isRetired(now) || now == OVER) {
      return;
    }
    for (int place = 0; place < places.length(); place += APART) {
      if (places.get(place) != 0) {
        return;
      }
    }
    if (state.compareAndSet(now, OVER)) {
      last.run();
    }
  }

  private static boolean isRetired(int state) {
    return (state & 1) != 0;
  }

  private int place() {
    int mask = places.length() / APART - 1;
    return ((int) Thread.currentThread().threadId() & mask) * APART;
  }
}
