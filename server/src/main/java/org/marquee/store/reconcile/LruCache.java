package org.marquee.store.reconcile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// The last few thousand answers of a function: feeds name the same films and screens over and
/// over.
final class LruCache<K, V> {
  private static final int MOST = 8192;

  private final Function<K, V> function;
  private final Map<K, V> answers =
      new LinkedHashMap<>(256, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
          return size() > MOST;
        }
      };

  LruCache(Function<K, V> function) {
    this.function = function;
  }

  V of(K key) {
    V known = answers.get(key);
    if (known == null) {
      known = function.apply(key);
      answers.put(key, known);
    }
    return known;
  }
}
