package org.marquee.snapshot.record;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;

/// Memory outside the heap, taken and given back together.
///
/// All that grows with the showtimes lies in such chunks. On the heap, the hundreds of megabytes
/// that an import replaces would be copied by the collector while everybody waits; here it never
/// sees them, and what is no longer used is given back at once.
///
/// Snapshots share chunks. The last one to let go gives the memory back.
public final class OffHeapChunk {
  private final Arena arena = Arena.ofShared();
  private final AtomicInteger holders = new AtomicInteger();
  private long size;

  /// Takes memory and copies the first `length` bytes there.
  MemorySegment bytes(byte[] bytes, int length) {
    MemorySegment memory = counted(() -> arena.allocate(length, Long.BYTES));
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, 0, length);
    return memory;
  }

  /// Takes memory for so many numbers of eight bytes, all of them 0.
  public MemorySegment longs(long count) {
    return counted(() -> arena.allocate(ValueLayout.JAVA_LONG, count));
  }

  /// Takes memory for a column of numbers and copies it there.
  public MemorySegment longs(long[] column) {
    return counted(() -> arena.allocateFrom(ValueLayout.JAVA_LONG, column));
  }

  /// Takes memory for so many numbers of four bytes, all of them 0.
  public MemorySegment ints(int count) {
    return counted(() -> arena.allocate(ValueLayout.JAVA_INT, count));
  }

  /// Copies a column off the heap.
  public MemorySegment ints(int[] column) {
    return counted(() -> arena.allocateFrom(ValueLayout.JAVA_INT, column));
  }

  /// Copies a column of numbers of two bytes off the heap.
  public MemorySegment shorts(short[] column) {
    return counted(() -> arena.allocateFrom(ValueLayout.JAVA_SHORT, column));
  }

  /// Takes memory for what comes next in a checkpoint and reads it.
  public MemorySegment read(CheckpointSource source) throws IOException, UnusableCheckpoint {
    return source.memory(size -> counted(() -> arena.allocate(size, Long.BYTES)));
  }

  /// Takes memory.
  ///
  /// @throws NoRoom if there is none
  private MemorySegment counted(Supplier<MemorySegment> taking) {
    try {
      MemorySegment memory = taking.get();
      size += memory.byteSize();
      return memory;
    } catch (OutOfMemoryError e) {
      throw new NoRoom(e);
    }
  }

  /// How many bytes were taken.
  public long size() {
    return size;
  }

  /// Takes a share in the memory.
  public void hold() {
    holders.incrementAndGet();
  }

  /// Gives the share back.
  public void letGo() {
    if (holders.decrementAndGet() == 0) {
      arena.close();
    }
  }

  /// Gives the memory back although nobody ever held it.
  void discard() {
    hold();
    letGo();
  }
}
