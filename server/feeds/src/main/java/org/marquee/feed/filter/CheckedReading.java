package org.marquee.feed.filter;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.evidence.FeedTitles;
import org.marquee.feed.evidence.KnownFilm;

/// Reads a feed twice, and has it go through every filter on its way to the import.
public final class CheckedReading {
  private CheckedReading() {}

  /// Reads `source` into `sink`.
  ///
  /// @param titlesOfOthers as [#titles] asks for them
  /// @throws IOException if the feed cannot be read
  public static void read(
      FeedReader reader,
      FeedSource source,
      Function<Set<String>, Map<String, List<KnownFilm>>> titlesOfOthers,
      FeedSink sink)
      throws IOException {
    NotFilms.Search others = new NotFilms.Search(source.vocabulary());
    FeedTitles titles = titles(reader, source, others, titlesOfOthers);
    ZoneCheck zones = new ZoneCheck(new CleanRecords(sink));
    ClockCheck clocks = new ClockCheck(zones);
    reader.read(
        source.with(titles),
        reader.isExact() ? clocks : others.without(new ZonesByPosition(clocks)));
    titles.report(clocks::notice);
    clocks.finish();
    zones.finish();
  }

  /// Reads `source` once, only to decide on its titles. A fault in the feed is reported when it is
  /// read again.
  ///
  /// @param first gets what is read
  /// @param others gives the films that other providers list under those of some keys
  ///   ([ParsedTitle#key]) that they list without doubtful words
  /// @throws IOException if the feed cannot be read
  public static FeedTitles titles(
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
