package org.marquee.collect;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.archive.ReadingOptions;
import org.marquee.collect.providers.Glob;
import org.marquee.collect.providers.Provider;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.SourceFailed;
import org.marquee.feed.detection.FormatDetection;
import org.marquee.feed.detection.Formats;
import org.marquee.feed.filter.ForeignFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the feeds of a provider: which files or addresses are one feed, and how each is read.
final class ProviderFeeds {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderFeeds.class);

  private final Path home;

  /// @param home where paths begin
  ProviderFeeds(Path home) {
    this.home = home;
  }

  record Feed(Provider provider, FeedPlace place, ReadingOptions reading) {}

  sealed interface FeedPlace {
    record OnDisk(List<Path> files) implements FeedPlace {}

    /// At these addresses.
    ///
    /// @param headers sent along; variables of the environment are not filled in yet
    record OnWeb(List<URI> addresses, Map<String, String> headers, List<String> redirectsTo)
        implements FeedPlace {}
  }

  /// The feeds of a provider, in the order of its addresses or files.
  ///
  /// @throws SourceFailed if a pattern finds no file
  List<Feed> of(Provider provider) throws IOException {
    List<Feed> feeds = new ArrayList<>();
    switch (provider.places()) {
      case Provider.Places.OnWeb(
              List<URI> addresses,
              Map<String, String> headers,
              List<String> redirectsTo,
              boolean each) -> {
        ReadingOptions reading = reading(provider.reading(), null);
        for (List<URI> some : each ? oneByOne(addresses) : List.of(addresses)) {
          feeds.add(new Feed(provider, new FeedPlace.OnWeb(some, headers, redirectsTo), reading));
        }
      }
      case Provider.Places.OnDisk(List<String> patterns, boolean each) -> {
        List<Path> files = new ArrayList<>();
        for (String pattern : patterns) {
          List<Path> found = Glob.files(home, pattern);
          if (found.isEmpty()) {
            throw new SourceFailed("there is no file " + pattern);
          }
          files.addAll(found);
        }
        List<Path> distinct = files.stream().distinct().toList();
        for (List<Path> some : each ? oneByOne(feedsOf(distinct, provider)) : List.of(distinct)) {
          ReadingOptions reading = reading(provider.reading(), each ? some.getFirst() : null);
          feeds.add(new Feed(provider, new FeedPlace.OnDisk(some), reading));
        }
      }
    }
    return feeds;
  }

  /// Without those that are no feeds, as an `index.json` that a pattern finds with others. A
  /// mapping need not describe how its feeds are recognised, so there they stay.
  private List<Path> feedsOf(List<Path> files, Provider provider) throws IOException {
    if (files.size() < 2 || provider.reading().mapping() != null) {
      return files;
    }
    List<Path> feeds = new ArrayList<>();
    for (Path file : files) {
      List<FeedSource.Part> part = List.of(new FilePart(file));
      String format = provider.reading().format();
      FeedReader reader =
          format == null ? FormatDetection.of(part).reader() : Formats.find(format).orElseThrow();
      if (ForeignFiles.isNone(reader, part.getFirst())) {
        LOG.atWarn()
            .addKeyValue("provider", provider.name())
            .addKeyValue("file", file.toString())
            .log("skipped a file that is not a feed");
      } else {
        feeds.add(file);
      }
    }
    return feeds.isEmpty() ? files : feeds;
  }

  private static <T> List<List<T>> oneByOne(List<T> all) {
    return all.stream().map(one -> List.of(one)).toList();
  }

  private ReadingOptions reading(Provider.Pattern pattern, @Nullable Path file) {
    return new ReadingOptions(
        pattern.format(),
        path(pattern.mapping(), file),
        path(pattern.words(), file),
        path(pattern.cinema(), file),
        pattern.standIns());
  }

  /// `{name}` stands for the file's name without what follows its last dot, `{folder}` for its
  /// folder.
  private @Nullable Path path(@Nullable String text, @Nullable Path file) {
    if (text == null || file == null) {
      return text == null ? null : home.resolve(text).normalize();
    }
    String name = String.valueOf(file.getFileName()).replaceFirst("(?<=.)\\.[^.]*$", "");
    String folder = String.valueOf(file.getParent());
    return home.resolve(text.replace("{name}", name).replace("{folder}", folder)).normalize();
  }
}
