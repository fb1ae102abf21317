package org.marquee.app;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.cinemashowtimes.CinemaShowtimesReader;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.feed.ocapi.OcapiReader;
import org.marquee.feed.schemaorg.SchemaOrgReader;
import org.marquee.feed.veezi.VeeziReader;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// All formats that can be read: the one place where a reader is listed.
final class Formats {
  static final List<FeedReader> ALL =
      Stream.concat(
              Stream.of(
                  new MarqueeReader(),
                  new ClusterflickReader(),
                  new OcapiReader(),
                  new CinemaShowtimesReader(),
                  new VeeziReader(),
                  new SchemaOrgReader(),
                  new ICalendarReader()),
              MappedReader.ready().stream())
          .toList();

  private Formats() {}

  static Optional<FeedReader> find(String name) {
    return ALL.stream().filter(reader -> reader.format().equals(name)).findFirst();
  }

  static String names() {
    return ALL.stream().map(FeedReader::format).collect(Collectors.joining(", "));
  }

  /// A reader with what it said of a feed.
  record Said(FeedReader reader, Recognition recognition) {
    int percent() {
      return recognition.percent();
    }

    /// As the terminal and notices show it. What is not sure at all gives no reason: a notice has
    /// room for some readers' words, not for those of all.
    @Override
    public String toString() {
      return percent() == 0
          ? reader.format() + ": not at all"
          : "%s: %d %% sure (%s)".formatted(reader.format(), percent(), recognition.reason());
    }
  }

  /// The reader that is surest of `part`, a feed's first file; where it is not sure enough or not
  /// alone, one that refuses the feed with what each reader said.
  static Said recognise(FeedSource.Part part) throws IOException {
    FeedHead head;
    try {
      head = FeedHead.of(part);
    } catch (UnreadableFeed e) {
      return refused(e.notice());
    }
    List<Said> all =
        ALL.stream()
            .map(reader -> new Said(reader, reader.recognise(head)))
            .sorted(Comparator.comparingInt(Said::percent).reversed())
            .toList();
    Said surest = all.getFirst();
    if (surest.recognition().isSureEnough()
        && all.stream().filter(said -> said.percent() == surest.percent()).count() == 1) {
      return surest;
    }
    return refused(whyNot(head, all));
  }

  private static Notice whyNot(FeedHead head, List<Said> all) {
    if (head.isWhole() && head.text().isBlank()) {
      return Notice.of(Code.FEED_EMPTY, "");
    }
    if (head.text().indexOf('\0') >= 0) {
      return Notice.of(Code.FEED_NOT_TEXT, "there is a byte of zero near its beginning");
    }
    return Notice.of(
        Code.FORMAT_UNKNOWN, all.stream().map(Said::toString).collect(Collectors.joining("; ")));
  }

  private static Said refused(Notice why) {
    return new Said(new Nobody(why), new Recognition(0, "no format was recognised"));
  }

  /// Stands in where no format is known: the import goes its way, and is refused and reported.
  private record Nobody(Notice why) implements FeedReader {
    @Override
    public String format() {
      return "unknown";
    }

    @Override
    public void read(FeedSource source, FeedSink sink) throws UnreadableFeed {
      throw new UnreadableFeed(why);
    }
  }
}
