package org.marquee.feed.member;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.marquee.feed.FeedSink;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Counts what recurs in a feed, so that each is reported once with its count.
final class Sightings {
  /// The most that are counted by themselves; the rest are counted together.
  private static final int MOST = 1000;

  /// The length to which they are compared.
  private static final int LONGEST = 200;

  private final Code code;
  private final Map<String, Sighting> seen = new LinkedHashMap<>();
  private long others;

  Sightings(Code code) {
    this.code = code;
  }

  private record Sighting(String firstPlace, long count) {}

  void count(String what, Supplier<String> place) {
    String key = what.length() <= LONGEST ? what : what.substring(0, LONGEST);
    if (seen.size() == MOST && !seen.containsKey(key)) {
      others++;
      return;
    }
    seen.compute(
        key,
        (_, known) ->
            known == null
                ? new Sighting(place.get(), 1)
                : new Sighting(known.firstPlace(), known.count() + 1));
  }

  void report(FeedSink sink) {
    seen.forEach((what, sighting) -> {
      long count = sighting.count();
      String times = count == 1 ? "seen once" : "seen " + count + " times";
      sink.notice(new Notice(code, sighting.firstPlace(), what, times, count));
    });
    if (others > 0) {
      sink.notice(Notice.of(code, others + " more, of other values"));
    }
  }
}
