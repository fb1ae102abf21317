package org.marquee.feed.detection;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.marquee.feed.FeedReader;
import org.marquee.feed.Recognition;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.feed.ocapi.OcapiReader;
import org.marquee.feed.schemaorg.SchemaOrgReader;

/// All formats that can be read: the one place where a reader is listed. Readers are created when a
/// feed is examined or read, so no command starts slower.
public final class Formats {
  private static final Map<String, Supplier<FeedReader>> READERS = readers();

  private Formats() {}

  private static Map<String, Supplier<FeedReader>> readers() {
    Map<String, Supplier<FeedReader>> readers = new LinkedHashMap<>();
    readers.put("marquee", MarqueeReader::new);
    readers.put("clusterflick", ClusterflickReader::new);
    readers.put("ocapi", OcapiReader::new);
    readers.put("schema-org", SchemaOrgReader::new);
    readers.put("icalendar", ICalendarReader::new);
    MappedReader.READY.forEach(name -> readers.put(name, () -> MappedReader.ready(name)));
    return readers;
  }

  /// The reader of the format called `name`.
  public static Optional<FeedReader> find(String name) {
    return Optional.ofNullable(READERS.get(name)).map(Supplier::get);
  }

  /// The names of the formats that need no mapping; those that do are [MappedReader#GENERIC].
  public static Set<String> names() {
    return Collections.unmodifiableSet(READERS.keySet());
  }

  static List<FeedReader> all() {
    return READERS.values().stream().map(Supplier::get).toList();
  }

  /// A reader with its recognition of a feed.
  public record Said(FeedReader reader, Recognition recognition) {
    int percent() {
      return recognition.percent();
    }

    /// The recognised format, for the terminal.
    public String sentence() {
      return percent() == 0 ? "Format not recognised." : "Format: " + this;
    }

    /// The format with its confidence, as notices show it.
    @Override
    public String toString() {
      return "%s (%d %% confidence: %s)"
          .formatted(reader.format(), percent(), recognition.reason());
    }
  }
}
