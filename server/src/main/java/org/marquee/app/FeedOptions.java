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
import org.marquee.feed.FeedRecord;
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

  FeedReader reader() {
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
    FeedRecord.Cinema described = cinema == null ? null : CinemaFile.read(cinema).cinema();
    return new FeedSource(
        parts,
        observedAt == null ? Instant.now().truncatedTo(ChronoUnit.MICROS) : observedAt,
        described);
  }
}
