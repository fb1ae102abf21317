package org.marquee.v1.changes;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.Revision;
import org.marquee.page.MemoryPages;

/// Where a follower begins who asks for what comes next. It waits until every node shows that
/// state: if it then reads the lists from another node, it finds nothing there that is older than
/// its cursor.
final class FollowStart {
  /// Every node shows an import so soon.
  private static final Duration SHOWN_EVERYWHERE = Duration.ofSeconds(2);

  private final ChangeFeed feed;
  private final MemoryPages memory;

  /// A revision that every node shows.
  private volatile @Nullable Revision settled;

  FollowStart(ChangeFeed feed, MemoryPages memory) {
    this.feed = feed;
    this.memory = memory;
  }

  /// The newest state in the database. The lists of this node may be older. A follower that began
  /// with them would get an import that was stored before the follower asked.
  Revision newest() {
    Revision stored = feed.newest();
    Revision shown = memory.revision();
    // A standby may be behind the database that the lists are read from.
    return memory.isFilled()
            && shown.epoch().equals(stored.epoch())
            && shown.number() > stored.number()
        ? shown
        : stored;
  }

  /// How long it takes until every node shows a state; not positive if they do. No longer than
  /// [#SHOWN_EVERYWHERE], also where the clock of the database was set back since the commit.
  Duration untilShown(Revision newest) {
    if (newest.equals(settled)) {
      return Duration.ZERO;
    }
    Duration age = feed.age(newest);
    return SHOWN_EVERYWHERE.minus(age.isNegative() ? Duration.ZERO : age);
  }

  /// Notes that the time is over.
  void shown(Revision newest) {
    settled = newest;
  }
}
