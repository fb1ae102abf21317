package org.marquee.snapshot;

import java.util.ArrayList;
import java.util.List;
import org.marquee.checkpoint.CheckpointSource;

/// A checkpoint that is being read, and the memory that was taken for it so far.
final class ChunkSource {
  private final CheckpointSource source;
  private final List<OffHeapChunk> taken = new ArrayList<>();

  ChunkSource(CheckpointSource source) {
    this.source = source;
  }

  CheckpointSource source() {
    return source;
  }

  /// A new chunk, which belongs to what is read next.
  OffHeapChunk chunk() {
    OffHeapChunk chunk = new OffHeapChunk();
    taken.add(chunk);
    return chunk;
  }

  /// Gives back all memory: the checkpoint is not used.
  void abandon() {
    taken.forEach(OffHeapChunk::discard);
  }
}
