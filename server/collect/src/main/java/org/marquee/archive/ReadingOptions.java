package org.marquee.archive;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.StandIns;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.detection.FormatDetection;
import org.marquee.feed.detection.Formats;
import org.marquee.feed.filter.ForeignFiles;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.member.CinemaFile;
import org.marquee.ingest.Import;
import org.marquee.title.label.Vocabulary;

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

  /// Opens a feed: recognises its format if none is named, and reads the cinema file.
  ///
  /// @throws IOException if a file cannot be read; an [UnreadableFeed] if one is faulty
  public Import.Feed open(List<FeedSource.Part> parts, Instant observedAt) throws IOException {
    FeedReader reader = ForeignFiles.without(reader(parts), parts);
    CinemaFile described = cinema == null ? null : CinemaFile.read(cinema);
    return new Import.Feed(
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
