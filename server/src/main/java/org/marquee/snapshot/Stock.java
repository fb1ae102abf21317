package org.marquee.snapshot;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.Paper;

/// The written showtimes of a snapshot, in chunks of memory; each is found by its place.
///
/// A place is the number of a chunk in the upper half and an offset in the lower. There lie, in
/// bytes: 4 how long the text before the observation is, 4 how long that after it, 8 when observed,
/// 8 when updated, 2 where in the text the id begins, 2 how long it is, then the text. A showtime
/// with an observation of its own has that in its text, and nothing after it.
final class Stock {
  private static final int HEAD = 0;
  private static final int TAIL = 4;
  private static final int OBSERVED = 8;
  private static final int UPDATED = 16;
  private static final int ID_AT = 24;
  private static final int ID_LENGTH = 26;
  static final int TEXT = 28;

  static final Stock EMPTY = new Stock(new Chunk[0], new long[0]);

  private final @Nullable Chunk[] chunks;
  private final long[] live;

  /// @param chunks by number; null where one was given back
  /// @param live bytes of each that the snapshot still uses
  Stock(@Nullable Chunk[] chunks, long[] live) {
    this.chunks = chunks;
    this.live = live;
  }

  @Nullable Chunk[] chunks() {
    return chunks.clone();
  }

  long[] live() {
    return live.clone();
  }

  static long place(int chunk, int offset) {
    return (long) chunk << 32 | offset;
  }

  static int chunk(long place) {
    return (int) (place >>> 32);
  }

  /// Writes the showtime at a place, with its observation as it is now.
  ///
  /// @param observed see [Slots]
  void print(long place, int observed, Observation[] observations, Paper paper, Ages ages) {
    MemorySegment memory = memory(place);
    long at = offset(place);
    int head = memory.get(JAVA_INT_UNALIGNED, at + HEAD);
    paper.add(memory, at + TEXT, head);
    if (observed == Slots.ALONE) {
      ages.add(
          memory.get(JAVA_LONG_UNALIGNED, at + OBSERVED),
          memory.get(JAVA_LONG_UNALIGNED, at + UPDATED));
      return;
    }
    Observation shared = observations[Slots.number(observed)];
    if (Slots.isUpdatedAlone(observed)) {
      paper.add(shared.withoutUpdate(Kind.SHOWTIME));
      ages.add(shared.observed(), memory.get(JAVA_LONG_UNALIGNED, at + UPDATED));
    } else {
      paper.add(shared.whole(Kind.SHOWTIME));
      ages.add(shared.observed(), shared.updated());
    }
    paper.add(memory, at + TEXT + head, memory.get(JAVA_INT_UNALIGNED, at + TAIL));
  }

  /// The id of the showtime at a place.
  String id(long place) {
    MemorySegment memory = memory(place);
    long at = offset(place);
    byte[] id = new byte[memory.get(JAVA_SHORT_UNALIGNED, at + ID_LENGTH)];
    MemorySegment.copy(
        memory,
        JAVA_BYTE,
        at + TEXT + memory.get(JAVA_SHORT_UNALIGNED, at + ID_AT),
        id,
        0,
        id.length);
    return new String(id, US_ASCII);
  }

  /// How the id of the showtime at a place compares with another.
  int compareId(long place, byte[] other) {
    MemorySegment memory = memory(place);
    long at = offset(place);
    long id = at + TEXT + memory.get(JAVA_SHORT_UNALIGNED, at + ID_AT);
    int length = memory.get(JAVA_SHORT_UNALIGNED, at + ID_LENGTH);
    int both = Math.min(length, other.length);
    for (int letter = 0; letter < both; letter++) {
      int difference = (memory.get(JAVA_BYTE, id + letter) & 0xff) - (other[letter] & 0xff);
      if (difference != 0) {
        return difference;
      }
    }
    return length - other.length;
  }

  /// How many bytes the showtime at a place takes.
  int size(long place) {
    MemorySegment memory = memory(place);
    long at = offset(place);
    return TEXT
        + memory.get(JAVA_INT_UNALIGNED, at + HEAD)
        + memory.get(JAVA_INT_UNALIGNED, at + TAIL);
  }

  /// Copies the showtime at a place as it lies there.
  void copy(long place, byte[] to, int at) {
    MemorySegment.copy(memory(place), JAVA_BYTE, offset(place), to, at, size(place));
  }

  private MemorySegment memory(long place) {
    Chunk chunk = chunks[chunk(place)];
    if (chunk == null) {
      throw new IllegalStateException("a showtime lies in a chunk that was given back");
    }
    return chunk.memory();
  }

  private static long offset(long place) {
    return place & 0xffff_ffffL;
  }

  /// Memory in bytes, and how much of that is in use.
  long bytes() {
    long bytes = 0;
    for (Chunk chunk : chunks) {
      bytes += chunk == null ? 0 : chunk.size();
    }
    return bytes;
  }

  /// To be called by each snapshot that uses this, once.
  void hold() {
    for (Chunk chunk : chunks) {
      if (chunk != null) {
        chunk.hold();
      }
    }
  }

  /// Undoes [#hold()].
  void letGo() {
    for (Chunk chunk : chunks) {
      if (chunk != null) {
        chunk.letGo();
      }
    }
  }
}
