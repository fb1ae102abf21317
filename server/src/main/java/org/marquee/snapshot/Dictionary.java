package org.marquee.snapshot;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/// Small numbers for the values of a column, given in the order in which they are first seen.
/// Immutable; [Draft] makes the next one.
final class Dictionary<K> {
  static final int NONE = -1;

  private final Map<K, Integer> numbers;

  private Dictionary(Map<K, Integer> numbers) {
    this.numbers = numbers;
  }

  static <K> Dictionary<K> none() {
    return new Dictionary<>(Map.of());
  }

  /// The number of a value, or [#NONE].
  int find(K value) {
    Integer number = numbers.get(value);
    return number == null ? NONE : number;
  }

  /// Passes on each value with its number, in any order.
  void each(ObjIntConsumer<K> taker) {
    numbers.forEach(taker::accept);
  }

  /// How many there are; all numbers are below.
  int count() {
    return numbers.size();
  }

  /// Goes on from others; copies them only if something is new.
  static final class Draft<K> {
    private Map<K, Integer> numbers;
    private boolean own;

    Draft(Dictionary<K> last) {
      numbers = last.numbers;
    }

    int of(K value) {
      Integer number = numbers.get(value);
      if (number != null) {
        return number;
      }
      if (!own) {
        numbers = new HashMap<>(numbers);
        own = true;
      }
      int next = numbers.size();
      numbers.put(value, next);
      return next;
    }

    int count() {
      return numbers.size();
    }

    /// What there is now; to be called last.
    Dictionary<K> finish() {
      return new Dictionary<>(numbers);
    }
  }
}
