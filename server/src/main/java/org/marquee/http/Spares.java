package org.marquee.http;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Objects that are expensive to make and are reused by any thread.
///
/// Each thread has a place of its own, nearly always: event loops that return one and take it again
/// write to no memory that another loop writes to, and never wait. Safe for many threads.
final class Spares<T> {
  private static final int FEWEST = 8;

  /// Places in use are 128 bytes apart: processors fetch pairs of lines of 64 bytes.
  private static final int APART = 32;

  private final AtomicReferenceArray<@Nullable T> places =
      new AtomicReferenceArray<>(APART * number());

  /// More than there are event loops, so that few of them share a place.
  private static int number() {
    int loops = Runtime.getRuntime().availableProcessors();
    return Math.max(FEWEST, Integer.highestOneBit(loops) * 4);
  }

  /// Takes the one of this thread; null if there is none, and one has to be made.
  @Nullable T poll() {
    int place = place();
    return places.getPlain(place) == null ? null : places.getAndSet(place, null);
  }

  /// Gives one back.
  ///
  /// @return false if the place of this thread is taken: it is not kept
  boolean offer(T spare) {
    return places.compareAndSet(place(), null, spare);
  }

  private int place() {
    int mask = places.length() / APART - 1;
    return ((int) Thread.currentThread().threadId() & mask) * APART;
  }
}
