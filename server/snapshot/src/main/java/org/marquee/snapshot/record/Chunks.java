package org.marquee.snapshot.record;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The memory that was taken for what is being made, so that all of it can be given back where that
/// cannot be finished. Safe for many threads.
public final class Chunks {
  private final Queue<OffHeapChunk> taken = new ConcurrentLinkedQueue<>();

  /// A new chunk.
  public OffHeapChunk chunk() {
    OffHeapChunk chunk = new OffHeapChunk();
    taken.add(chunk);
    return chunk;
  }

  /// Gives back all memory, which nobody uses.
  public void abandon() {
    taken.forEach(OffHeapChunk::discard);
  }
}
