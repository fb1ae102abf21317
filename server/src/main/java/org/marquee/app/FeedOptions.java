package org.marquee.app;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.CinemaFile;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.marquee.MarqueeReader;
import picocli.CommandLine.Option;

/// What an operator says of a feed: the options of `ingest` and `validate`.
final class FeedOptions {
  private static final List<FeedReader> READERS =
      List.of(new MarqueeReader(), new ClusterflickReader());

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "marquee (the default) or clusterflick.")
  private String format = "marquee";

  @Option(
      names = "--cinema",
      paramLabel = "FILE",
      description =
          "A native cinema object that describes, or completes, the one venue of the feed (docs/feeds.md).")
  private @Nullable Path cinema;

  @Option(
      names = "--observed-at",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "When a feed that does not say so was taken, such as 2026-03-01T18:00:00Z (default: now).")
  private @Nullable Instant observedAt;

  private @Nullable CinemaFile described;

  /// The reader of the format, which also reports what was found in the cinema file.
  FeedReader reader() throws IOException {
    CinemaFile file = cinemaFile();
    return file == null ? readerOfFormat() : file.reportedBy(readerOfFormat());
  }

  private FeedReader readerOfFormat() {
    for (FeedReader reader : READERS) {
      if (reader.format().equals(format)) {
        return reader;
      }
    }
    throw new WrongUsage(
        "there is no format "
            + format
            + "; there are "
            + READERS.stream().map(FeedReader::format).collect(Collectors.joining(", ")));
  }

  FeedSource source(List<FeedSource.Part> parts) throws IOException {
    CinemaFile file = cinemaFile();
    return new FeedSource(
        parts,
        observedAt == null ? Instant.now().truncatedTo(ChronoUnit.MICROS) : observedAt,
        file == null ? null : file.cinema());
  }

  private @Nullable CinemaFile cinemaFile() throws IOException {
    if (described == null && cinema != null) {
      described = CinemaFile.read(cinema);
    }
    return described;
  }
}
