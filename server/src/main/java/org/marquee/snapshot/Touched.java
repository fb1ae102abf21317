package org.marquee.snapshot;

import java.util.Set;

/// The ids of showtimes that changed, asked by hash first: rows are many, changes few.
final class Touched {
  private final Set<String> ids;
  private final long[] bits;

  Touched(Set<String> ids) {
    this.ids = ids;
    bits = new long[Math.max(16, Integer.highestOneBit(ids.size()) / 2)];
    for (String id : ids) {
      int bit = bit(id.hashCode());
      bits[bit >>> 6] |= 1L << bit;
    }
  }

  boolean mayHold(int hash) {
    int bit = bit(hash);
    return (bits[bit >>> 6] & 1L << bit) != 0;
  }

  boolean holds(String id) {
    return ids.contains(id);
  }

  private int bit(int hash) {
    return ((hash * 0x9e3779b9) >>> 8) & (bits.length * 64 - 1);
  }
}
