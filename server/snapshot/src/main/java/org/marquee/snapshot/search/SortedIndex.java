package org.marquee.snapshot.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Position;
import org.marquee.snapshot.record.IndexedRecord;
import org.marquee.snapshot.record.WrittenRecord;

/// All films, cinemas or chains, or the screens of a cinema: by (sorting key, id), and by id.
/// Immutable.
public final class SortedIndex<T extends IndexedRecord> {
  private final List<T> inOrder;
  private final Map<String, T> byId;

  private SortedIndex(Collection<T> records) {
    inOrder = new ArrayList<>(records);
    inOrder.sort(Comparator.comparing(IndexedRecord::entry, WrittenRecord.ORDER));
    byId = HashMap.newHashMap(inOrder.size());
    inOrder.forEach(each -> byId.put(each.entry().id(), each));
  }

  /// An index of nothing.
  public static <T extends IndexedRecord> SortedIndex<T> none() {
    return new SortedIndex<>(List.of());
  }

  /// The index without those touched, and with others; itself where that is the same.
  public SortedIndex<T> with(Collection<T> others, Set<String> touched) {
    if (others.isEmpty() && Collections.disjoint(byId.keySet(), touched)) {
      return this;
    }
    List<T> all = new ArrayList<>(inOrder.size() + others.size());
    for (T each : inOrder) {
      if (!touched.contains(each.entry().id())) {
        all.add(each);
      }
    }
    all.addAll(others);
    return new SortedIndex<>(all);
  }

  /// Writes itself to a checkpoint.
  void write(CheckpointSink sink, CheckpointSink.ValueWriter<T> record) throws IOException {
    sink.each(inOrder, record);
  }

  /// Reads what [#write] wrote.
  static <T extends IndexedRecord> SortedIndex<T> read(
      CheckpointSource source, CheckpointSource.ValueReader<T> record)
      throws IOException, UnusableCheckpoint {
    return new SortedIndex<>(source.each(record));
  }

  /// The record of an id.
  public @Nullable T find(String id) {
    return byId.get(id);
  }

  /// How many there are.
  public int size() {
    return inOrder.size();
  }

  T at(int index) {
    return inOrder.get(index);
  }

  /// All of them, in order.
  List<T> all() {
    return inOrder;
  }

  /// The index of the first record after a position; of the first one where that is null.
  int indexAfter(Position.@Nullable ByName position) {
    if (position == null) {
      return 0;
    }
    byte[] key = position.key().getBytes(UTF_8);
    byte[] id = position.id().getBytes(UTF_8);
    int from = 0;
    int until = inOrder.size();
    while (from < until) {
      int middle = (from + until) >>> 1;
      if (at(middle).entry().isAfter(key, id)) {
        until = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }
}
