package org.marquee.feed;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
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

  private static final class Sighting {
    final String firstPlace;
    long count;

    Sighting(String firstPlace) {
      this.firstPlace = firstPlace;
    }
  }

  void count(String what, Supplier<String> place) {
    String key = what.length() <= LONGEST ? what : what.substring(0, LONGEST);
    Sighting sighting = seen.get(key);
    if (sighting == null) {
      if (seen.size() == MOST) {
        others++;
        return;
      }
      sighting = new Sighting(place.get());
      seen.put(key, sighting);
    }
    sighting.count++;
  }

  void report(FeedSink sink) {
    seen.forEach((what, sighting) ->
        sink.notice(
            new Notice(
                code,
                sighting.firstPlace,
                what,
                sighting.count == 1 ? "seen once" : "seen " + sighting.count + " times",
                sighting.count)));
    if (others > 0) {
      sink.notice(Notice.of(code, others + " more, of other values"));
    }
  }
}
