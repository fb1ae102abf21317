package org.marquee.http;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.marquee.background.Stripes;

/// Objects that are expensive to make and are reused by any thread.
///
/// Each thread keeps one for itself ([Stripes]). Safe for many threads.
final class Spares<T> {
  private final AtomicReferenceArray<@Nullable T> places =
      new AtomicReferenceArray<>(Stripes.LENGTH);

  /// Takes the one of this thread; null if there is none, and one has to be made.
  @Nullable T poll() {
    int place = Stripes.own();
    return places.getPlain(place) == null ? null : places.getAndSet(place, null);
  }

  /// Gives one back.
  ///
  /// @return false if the place of this thread is taken: it is not kept
  boolean offer(T spare) {
    return places.compareAndSet(Stripes.own(), null, spare);
  }
}
