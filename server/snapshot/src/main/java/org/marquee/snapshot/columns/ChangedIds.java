package org.marquee.snapshot.columns;

import java.util.BitSet;
import java.util.Set;

/// The ids of showtimes that changed, asked by hash first: rows are many, changes few, and to read
/// the id of a row is to wait for memory.
final class ChangedIds {
  /// Of the other ids, one of half as many has a hash that is set.
  private static final long BITS_EACH = 64;

  private final Set<String> ids;
  private final BitSet hashes = new BitSet();
  private final int mask;

  ChangedIds(Set<String> ids) {
    this.ids = ids;
    mask = Math.clamp(Integer.highestOneBit(ids.size()) * BITS_EACH, 1 << 10, 1 << 25) - 1;
    ids.forEach(id -> hashes.set(bit(id.hashCode())));
  }

  /// False where no id with this hash is among them.
  boolean mayHold(int hash) {
    return hashes.get(bit(hash));
  }

  boolean holds(String id) {
    return ids.contains(id);
  }

  private int bit(int hash) {
    return ((hash * 0x9e3779b9) >>> 7) & mask;
  }
}
