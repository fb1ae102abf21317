package org.marquee.archive;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.StandIns;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.detection.FormatDetection;
import org.marquee.feed.detection.Formats;
import org.marquee.feed.filter.ForeignFiles;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.member.CinemaFile;
import org.marquee.title.Vocabulary;

/// The operator's options for reading a feed.
///
/// @param format null: it is recognised
/// @param standIns as in [FeedSource]
public record ReadingOptions(
    @Nullable String format,
    @Nullable Path mapping,
    @Nullable Path words,
    @Nullable Path cinema,
    StandIns standIns) {

  /// A feed with its reader.
  public record Opened(FeedReader reader, FeedSource source) {
    /// The header of the feed; null if it cannot be read.
    public @Nullable FeedHeader header() throws IOException {
      AtomicReference<@Nullable FeedHeader> found = new AtomicReference<>();
      FeedSink sink =
          new FeedSink() {
            @Override
            public void header(FeedHeader header) throws UnreadableFeed {
              found.set(header);
              throw new UnreadableFeed("only its header is read");
            }
          };
      try {
        reader.read(source, sink);
      } catch (UnreadableFeed _) {
        // Ours, or one from before the header.
      }
      return found.get();
    }
  }

  /// Opens a feed: recognises its format if none is named, and reads the cinema file.
  ///
  /// @throws IOException if a file cannot be read; an [UnreadableFeed] if one is faulty
  public Opened open(List<FeedSource.Part> parts, Instant observedAt) throws IOException {
    FeedReader reader = ForeignFiles.without(reader(parts), parts);
    CinemaFile described = cinema == null ? null : CinemaFile.read(cinema);
    return new Opened(
        described == null ? reader : described.reportedBy(reader),
        new FeedSource(
            parts,
            observedAt,
            described == null ? null : described.cinema(),
            vocabulary(),
            standIns));
  }

  private FeedReader reader(List<FeedSource.Part> parts) throws IOException {
    if (mapping != null) {
      return MappedReader.of(mapping);
    }
    return format == null ? FormatDetection.of(parts).reader() : Formats.find(format).orElseThrow();
  }

  private Vocabulary vocabulary() throws IOException {
    if (words == null) {
      return Vocabulary.BUILT_IN;
    }
    try {
      return Vocabulary.BUILT_IN.with(Files.readString(words));
    } catch (IllegalArgumentException e) {
      throw faulty(words, String.valueOf(e.getMessage()));
    } catch (CharacterCodingException _) {
      throw faulty(words, "it is not UTF-8 text");
    }
  }

  private static UnreadableFeed faulty(Path file, String why) {
    return new UnreadableFeed("the words file " + file.getFileName() + ": " + why);
  }
}
