package org.marquee.http.admission;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/// Connections that share a limit. Not safe for threads.
final class ConnectionGroup {
  /// How many connections one search for an idle one checks. The next search goes on after them, so
  /// that each is short and all are checked in turn.
  private static final int LOOKS = 64;

  /// Connections that have not sent a request yet, the oldest first.
  private final SequencedSet<CountedConnection> silent = new LinkedHashSet<>();

  private final SequencedSet<CountedConnection> spoken = new LinkedHashSet<>();

  int size() {
    return silent.size() + spoken.size();
  }

  boolean isEmpty() {
    return silent.isEmpty() && spoken.isEmpty();
  }

  void add(CountedConnection newcomer) {
    silent.addLast(newcomer);
  }

  void remove(CountedConnection counted) {
    if (!silent.remove(counted)) {
      spoken.remove(counted);
    }
  }

  boolean isSilent(CountedConnection counted) {
    return silent.contains(counted);
  }

  /// Notes that a connection has sent a request.
  void spoke(CountedConnection counted) {
    if (silent.remove(counted)) {
      spoken.addLast(counted);
    }
  }

  /// The connection whose end does the least harm: the oldest that never sent a request, else the
  /// longest idle of some; null where all of these are at work.
  @Nullable CountedConnection leastMissed() {
    return silent.isEmpty() ? longestIdle() : silent.getFirst();
  }

  private @Nullable CountedConnection longestIdle() {
    CountedConnection found = null;
    for (int looks = Math.min(LOOKS, spoken.size()); looks > 0; looks--) {
      CountedConnection each = spoken.removeFirst();
      spoken.addLast(each);
      if (each.isIdle()
          && (found == null || each.quietSinceNanos() - found.quietSinceNanos() < 0)) {
        found = each;
      }
    }
    return found;
  }
}
