package org.marquee.snapshot;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/// A piece of memory outside the heap that holds written showtimes. A million of them would make
/// each full collection of the heap long; here the collector never sees them.
///
/// Snapshots share chunks. The last one to let go gives the memory back.
final class Chunk {
  private final Arena arena = Arena.ofShared();
  private final AtomicInteger holders = new AtomicInteger();
  private final MemorySegment memory;

  private Chunk(byte[] bytes, int length) {
    memory = arena.allocate(length, Long.BYTES);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, 0, length);
  }

  /// A chunk that holds the first `length` of these bytes.
  static Chunk of(byte[] bytes, int length) {
    return new Chunk(bytes, length);
  }

  MemorySegment memory() {
    return memory;
  }

  /// Its size in bytes.
  long size() {
    return memory.byteSize();
  }

  void hold() {
    holders.incrementAndGet();
  }

  void letGo() {
    if (holders.decrementAndGet() == 0) {
      arena.close();
    }
  }
}
