package org.marquee.access;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// In which hour each key was last used on this node, as far as that is not stored yet. Safe for
/// many threads: a request of an hour that is known already writes nothing.
final class KeyUsage {
  private static final long HOUR = Duration.ofHours(1).toSeconds();

  /// By the id of the key, in hours since 1970.
  private final Map<String, Long> known = new ConcurrentHashMap<>();

  private final Map<String, Long> unsaved = new ConcurrentHashMap<>();

  /// A key is used now. An hour before the last one, by a clock that was set back, is ignored.
  void note(String keyId, Instant now) {
    long hour = Math.floorDiv(now.getEpochSecond(), HOUR);
    Long last = known.get(keyId);
    if (last == null || last < hour) {
      known.put(keyId, hour);
      unsaved.merge(keyId, hour, Math::max);
    }
  }

  /// The beginnings of the hours to be saved, by the ids of keys. They stay until [#saved].
  Map<String, Instant> unsaved() {
    Map<String, Instant> hours = new HashMap<>();
    unsaved.forEach((id, hour) -> hours.put(id, Instant.ofEpochSecond(hour * HOUR)));
    return hours;
  }

  /// These were saved.
  void saved(Map<String, Instant> hours) {
    hours.forEach((id, hour) -> unsaved.remove(id, hour.getEpochSecond() / HOUR));
  }
}
