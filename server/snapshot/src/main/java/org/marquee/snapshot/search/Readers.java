package org.marquee.snapshot.search;

import java.util.concurrent.atomic.AtomicBoolean;
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
  private final Runnable last;
  private final AtomicIntegerArray places = new AtomicIntegerArray(Stripes.LENGTH);
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile boolean retired;

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
    if (retired) {
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
    retired = true;
    endIfEmpty();
  }

  private void endIfEmpty() {
    if (!retired || over.get()) {
      return;
    }
    for (int number = 0; number < Stripes.count(); number++) {
      if (places.get(Stripes.at(number)) != 0) {
        return;
      }
    }
    if (over.compareAndSet(false, true)) {
      last.run();
    }
  }
}
