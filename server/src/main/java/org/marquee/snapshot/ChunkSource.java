package org.marquee.snapshot;

import org.marquee.checkpoint.CheckpointSource;

/// A checkpoint that is being read, and the memory that was taken for it so far.
final class ChunkSource {
  private final CheckpointSource source;
  private final Chunks taken = new Chunks();

  ChunkSource(CheckpointSource source) {
    this.source = source;
  }

  CheckpointSource source() {
    return source;
  }

  /// A new chunk, which belongs to what is read next.
  OffHeapChunk chunk() {
    return taken.chunk();
  }

  /// Gives back all memory: the checkpoint is not used.
  void abandon() {
    taken.abandon();
  }
}
