package org.marquee.v1.changes;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.marquee.listing.ChangePosition;

/// The followers who wait, by the event loops of their connections and the page that they want:
/// thousands are woken by one task for each loop, which takes all of a page together. Safe for many
/// threads.
final class Waiting {
  private final Map<ScheduledExecutorService, Map<ChangePages.Key, Set<Follower>>> byLoop =
      new ConcurrentHashMap<>();

  /// Adds a follower.
  void add(Follower follower) {
    byLoop
        .computeIfAbsent(follower.loop(), _ -> new ConcurrentHashMap<>())
        .compute(
            follower.next(),
            (_, crowd) -> {
              Set<Follower> all = crowd == null ? ConcurrentHashMap.newKeySet() : crowd;
              all.add(follower);
              return all;
            });
  }

  /// Removes a follower; false if it does not wait.
  boolean remove(Follower follower) {
    Map<ChangePages.Key, Set<Follower>> own = byLoop.get(follower.loop());
    if (own == null) {
      return false;
    }
    AtomicBoolean removed = new AtomicBoolean();
    own.computeIfPresent(
        follower.next(),
        (_, crowd) -> {
          removed.set(crowd.remove(follower));
          return crowd.isEmpty() ? null : crowd;
        });
    return removed.get();
  }

  /// How many wait.
  int size() {
    return byLoop.values().stream().flatMap(own -> own.values().stream()).mapToInt(Set::size).sum();
  }

  /// Shows each of them, and maybe some that come or have gone meanwhile.
  void forEach(Consumer<Follower> task) {
    byLoop.values().forEach(own -> own.values().forEach(crowd -> crowd.forEach(task)));
  }

  /// Removes all whose position is due, each event loop its own, and passes them on by the page
  /// that they want. Returns at once.
  ///
  /// @param task called on the event loops
  void removeDue(
      Predicate<ChangePosition> due, BiConsumer<ChangePages.Key, Collection<Follower>> task) {
    byLoop.forEach((loop, own) -> {
      if (!own.isEmpty()) {
        Turns.run(loop, () -> removeDue(own, due, task));
      }
    });
  }

  private static void removeDue(
      Map<ChangePages.Key, Set<Follower>> own,
      Predicate<ChangePosition> due,
      BiConsumer<ChangePages.Key, Collection<Follower>> task) {
    own.forEach((page, _) -> {
      if (due.test(page.since())) {
        // Another thread may have taken them first.
        Set<Follower> crowd = own.remove(page);
        if (crowd != null) {
          task.accept(page, crowd);
        }
      }
    });
  }
}
