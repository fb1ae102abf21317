package org.marquee.snapshot.columns;

import java.util.Set;

/// The ids of showtimes that changed, asked by hash first: rows are many, changes few, and to read
/// the id of a row is to wait for memory (a Bloom filter of two bits each; Bloom 1970).
final class ChangedIds {
  private static final int BITS_EACH = 32;

  private final Set<String> ids;
  private final long[] bits;

  ChangedIds(Set<String> ids) {
    this.ids = ids;
    int most = Math.max(16, Integer.highestOneBit(ids.size()) / Long.SIZE * BITS_EACH * 2);
    bits = new long[most];
    for (String id : ids) {
      set(first(id.hashCode()));
      set(second(id.hashCode()));
    }
  }

  /// False where no id with this hash is among them.
  boolean mayHold(int hash) {
    return isSet(first(hash)) && isSet(second(hash));
  }

  boolean holds(String id) {
    return ids.contains(id);
  }

  private int first(int hash) {
    return ((hash * 0x9e3779b9) >>> 8) & (bits.length * Long.SIZE - 1);
  }

  private int second(int hash) {
    return ((hash * 0x85ebca6b) >>> 7) & (bits.length * Long.SIZE - 1);
  }

  private void set(int bit) {
    bits[bit >>> 6] |= 1L << bit;
  }

  private boolean isSet(int bit) {
    return (bits[bit >>> 6] & 1L << bit) != 0;
  }
}
