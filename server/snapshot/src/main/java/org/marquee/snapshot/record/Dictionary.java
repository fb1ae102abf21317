package org.marquee.snapshot.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;

/// Small numbers for the values of a column, given in the order in which they are first seen.
/// Immutable; [Draft] makes the next one.
public final class Dictionary<K> {
  /// The number of a value that is not there.
  public static final int NONE = -1;

  private final Map<K, Integer> numbers;

  private Dictionary(Map<K, Integer> numbers) {
    this.numbers = numbers;
  }

  /// A dictionary of no values.
  public static <K> Dictionary<K> none() {
    return new Dictionary<>(Map.of());
  }

  /// The number of a value, or [#NONE].
  public int find(K value) {
    Integer number = numbers.get(value);
    return number == null ? NONE : number;
  }

  /// Passes on each value with its number, in any order.
  public void each(ObjIntConsumer<K> taker) {
    numbers.forEach(taker::accept);
  }

  /// Writes itself to a checkpoint: the values in the order of their numbers.
  public void write(CheckpointSink sink, CheckpointSink.ValueWriter<K> writing) throws IOException {
    List<K> values = new ArrayList<>(Collections.nCopies(count(), null));
    numbers.forEach((value, number) -> values.set(number, value));
    sink.each(values, writing);
  }

  /// Reads what [#write] wrote.
  public static <K> Dictionary<K> read(
      CheckpointSource source, CheckpointSource.ValueReader<K> reading)
      throws IOException, UnusableCheckpoint {
    List<K> values = source.each(reading);
    Map<K, Integer> numbers = HashMap.newHashMap(values.size());
    for (int number = 0; number < values.size(); number++) {
      numbers.put(values.get(number), number);
    }
    return new Dictionary<>(numbers);
  }

  /// How many there are; all numbers are below.
  public int count() {
    return numbers.size();
  }

  /// Goes on from others.
  public static final class Draft<K> {
    private final Map<K, Integer> numbers;

    /// Goes on from the numbers of others.
    public Draft(Dictionary<K> last) {
      numbers = new HashMap<>(last.numbers);
    }

    /// The number of a value, a new one where it is new.
    public int of(K value) {
      int next = numbers.size();
      Integer known = numbers.putIfAbsent(value, next);
      return known == null ? next : known;
    }

    /// How many there are; all numbers are below.
    public int count() {
      return numbers.size();
    }

    /// What there is now; to be called last.
    public Dictionary<K> finish() {
      return new Dictionary<>(numbers);
    }
  }
}
