package org.marquee.snapshot.search;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// Counts who reads a snapshot now, and notices when the last one has left.
///
/// Nobody is missed: a reader counts itself before it looks whether the snapshot is retired, and
/// who left is summed up before who entered. If the sums are equal then, only readers that turn
/// back are still to come.
class Readers {
  private final Runnable last;
  private final LongAdder entered = new LongAdder();
  private final LongAdder left = new LongAdder();
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile boolean retired;

  /// @param last run once, when the last one has left a retired snapshot
  Readers(Runnable last) {
    this.last = last;
  }

  /// Counts a reader, who must leave again.
  ///
  /// @return whether it may read; if not, it has left already
  final boolean enter() {
    entered.increment();
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
    left.increment();
    endIfEmpty();
  }

  /// Lets nobody enter any more.
  final void retire() {
    retired = true;
    endIfEmpty();
  }

  private void endIfEmpty() {
    if (retired && left.sum() == entered.sum() && over.compareAndSet(false, true)) {
      last.run();
    }
  }
}
