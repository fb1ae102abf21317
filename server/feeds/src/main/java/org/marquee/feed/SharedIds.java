package org.marquee.feed;

import java.util.SortedSet;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Ids that a feed uses for showings at different times.
public final class SharedIds {
  private SharedIds() {}

  /// Reports the ids in one notice; none if there are none.
  public static void report(SortedSet<String> ids, FeedSink sink) {
    if (!ids.isEmpty()) {
      sink.notice(
          new Notice(
              Code.ID_SHARED,
              "",
              ids.first(),
              ids.size() == 1 ? "one id" : ids.size() + " ids, the first of which is shown"));
    }
  }
}
