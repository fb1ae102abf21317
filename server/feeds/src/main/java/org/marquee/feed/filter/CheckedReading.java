package org.marquee.feed.filter;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FirstReading;
import org.marquee.feed.title.FeedTitles;
import org.marquee.feed.title.KnownFilm;

/// Reads a feed twice, and has it go through every filter on its way to the import.
public final class CheckedReading {
  private CheckedReading() {}

  /// Reads `source` into `sink`.
  ///
  /// @param titlesOfOthers as [FirstReading] asks for them
  /// @throws IOException if the feed cannot be read
  public static void read(
      FeedReader reader,
      FeedSource source,
      Function<Set<String>, Map<String, List<KnownFilm>>> titlesOfOthers,
      FeedSink sink)
      throws IOException {
    NotFilms.Search others = new NotFilms.Search(source.vocabulary());
    FeedTitles titles = FirstReading.of(reader, source, others, titlesOfOthers);
    ZoneCheck zones = new ZoneCheck(new CleanRecords(sink));
    ClockCheck clocks = new ClockCheck(zones);
    reader.read(
        source.with(titles),
        reader.isExact() ? clocks : others.without(new ZonesByPosition(clocks)));
    titles.report(clocks::notice);
    clocks.finish();
    zones.finish();
  }
}
