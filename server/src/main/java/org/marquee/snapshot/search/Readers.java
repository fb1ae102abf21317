package org.marquee.snapshot.search;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.marquee.background.Stripes;

/// Counts who reads a snapshot now, and notices when the last one has left.
///
/// Each thread counts in a place of its own ([Stripes]).
///
/// Nobody is missed: a reader counts itself before it looks whether the snapshot is retired, and
/// the places are looked at after that was written. So a place that is 0 then has only readers to
/// come that turn back.
class Readers {
  /// The last one has left.
  private static final int OVER = -1;

  private final Runnable last;
  private final AtomicIntegerArray places = new AtomicIntegerArray(Stripes.LENGTH);

  /// Even while readers may enter, odd while it is retired. Counts on, so that a look at the places
  /// that began before it was revived has no effect.
  private final AtomicInteger state = new AtomicInteger();

  /// @param last run once, when the last one has left a retired snapshot
  Readers(Runnable last) {
    this.last = last;
  }

  /// Counts a reader, who must leave again on the same thread.
  ///
  /// @return whether it may read; if not, it has left already
  final boolean enter() {
    places.getAndIncrement(Stripes.own());
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
    places.getAndDecrement(Stripes.own());
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
    for (int number = 0; number < Stripes.count(); number++) {
      if (places.get(Stripes.at(number)) != 0) {
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
}
