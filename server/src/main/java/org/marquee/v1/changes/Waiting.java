package org.marquee.v1.changes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The followers who wait, by the event loops of their connections: thousands are woken by one task
/// for each loop. Safe for many threads.
final class Waiting {
  private final Map<ScheduledExecutorService, Set<Follower>> byLoop = new ConcurrentHashMap<>();

  /// Adds a follower.
  void add(Follower follower) {
    Set<Follower> known = byLoop.get(follower.loop());
    // computeIfAbsent may lock, even where there is one.
    (known == null
            ? byLoop.computeIfAbsent(follower.loop(), _ -> ConcurrentHashMap.newKeySet())
            : known)
        .add(follower);
  }

  /// Removes a follower; false if it does not wait.
  boolean remove(Follower follower) {
    Set<Follower> own = byLoop.get(follower.loop());
    return own != null && own.remove(follower);
  }

  /// How many wait.
  int size() {
    return byLoop.values().stream().mapToInt(Set::size).sum();
  }

  /// Shows each of them, and maybe some that come meanwhile.
  void forEach(Consumer<Follower> task) {
    byLoop.values().forEach(own -> own.forEach(task));
  }

  /// Removes all that are due, each event loop its own, and passes them on by the page that they
  /// want. Returns at once.
  ///
  /// @param task called on the event loops
  void take(Predicate<Follower> due, BiConsumer<ChangePages.Key, List<Follower>> task) {
    byLoop.forEach((loop, own) -> {
      if (!own.isEmpty()) {
        Turns.run(loop, () -> take(own, due).forEach(task));
      }
    });
  }

  private static Map<ChangePages.Key, List<Follower>> take(
      Set<Follower> own, Predicate<Follower> due) {
    Map<ChangePages.Key, List<Follower>> taken = new HashMap<>();
    // Another thread may take one of them first.
    own.forEach(each -> {
      if (due.test(each) && own.remove(each)) {
        taken.computeIfAbsent(each.next(), _ -> new ArrayList<>()).add(each);
      }
    });
    return taken;
  }
}
