package org.marquee.snapshot.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.checkpoint.CheckpointSink;
import org.marquee.checkpoint.CheckpointSource;
import org.marquee.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Kind;
import org.marquee.listing.Position;
import org.marquee.snapshot.record.WrittenRecord;

/// All films, or chains, or screens of a cinema: by (sorting key, id), and by id. Immutable.
public final class SortedIndex {
  public static final SortedIndex EMPTY = new SortedIndex(List.of());

  private final WrittenRecord[] inOrder;
  private final Map<String, WrittenRecord> byId;

  private SortedIndex(Collection<WrittenRecord> entries) {
    inOrder = entries.toArray(WrittenRecord[]::new);
    Arrays.sort(inOrder, WrittenRecord.ORDER);
    byId = HashMap.newHashMap(inOrder.length);
    for (WrittenRecord entry : inOrder) {
      byId.put(entry.id(), entry);
    }
  }

  static SortedIndex of(Collection<WrittenRecord> entries) {
    return entries.isEmpty() ? EMPTY : new SortedIndex(entries);
  }

  /// The index without those touched, and with others.
  public SortedIndex with(Collection<WrittenRecord> others, Set<String> touched) {
    if (others.isEmpty() && !holdsAny(touched)) {
      return this;
    }
    List<WrittenRecord> all = new ArrayList<>(inOrder.length + others.size());
    for (WrittenRecord entry : inOrder) {
      if (!touched.contains(entry.id())) {
        all.add(entry);
      }
    }
    all.addAll(others);
    return of(all);
  }

  /// Writes itself to a checkpoint.
  public void write(CheckpointSink sink) throws IOException {
    sink.each(List.of(inOrder), entry -> entry.write(sink));
  }

  /// Reads what [#write] wrote.
  public static SortedIndex read(Kind kind, CheckpointSource source)
      throws IOException, UnusableCheckpoint {
    return of(source.each(() -> new WrittenRecord(kind, source)));
  }

  private boolean holdsAny(Set<String> ids) {
    if (ids.size() < inOrder.length) {
      return ids.stream().anyMatch(byId::containsKey);
    }
    return byId.keySet().stream().anyMatch(ids::contains);
  }

  public @Nullable WrittenRecord find(String id) {
    return byId.get(id);
  }

  public int size() {
    return inOrder.length;
  }

  public WrittenRecord at(int index) {
    return inOrder[index];
  }

  /// The index of the first entry after a position; of the first one where that is null.
  int indexAfter(Position.@Nullable ByName position) {
    if (position == null) {
      return 0;
    }
    byte[] key = position.key().getBytes(UTF_8);
    byte[] id = position.id().getBytes(UTF_8);
    int from = 0;
    int until = inOrder.length;
    while (from < until) {
      int middle = (from + until) >>> 1;
      if (inOrder[middle].isAfter(key, id)) {
        until = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }
}
