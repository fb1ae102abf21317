package org.marquee.feed;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.marquee.feed.title.FeedTitles;
import org.marquee.feed.title.KnownFilm;

/// The first reading of a feed, which only learns its titles.
public final class FirstReading {
  private FirstReading() {}

  /// Reads `source` once, and decides on its titles. A fault in the feed is reported when it is
  /// read again.
  ///
  /// @param first gets what is read
  /// @param others gives the films that other providers list under those of some keys
  ///   ([ParsedTitle#key]) that they list without doubtful words
  /// @throws IOException if the feed cannot be read
  public static FeedTitles of(
      FeedReader reader,
      FeedSource source,
      FeedSink first,
      Function<Set<String>, Map<String, List<KnownFilm>>> others)
      throws IOException {
    FeedTitles titles = new FeedTitles();
    if (reader.isExact()) {
      return titles; // Its titles are taken as they are written.
    }
    titles.beginLearning();
    if (source.cinema() != null) {
      titles.noteCountry(source.cinema().countryCode());
    }
    try {
      reader.read(source.with(titles), first);
    } catch (UnreadableFeed _) {
      // The titles before the fault are enough: the second reading refuses the feed.
    }
    titles.decide(others);
    return titles;
  }
}
