package org.marquee.feed.marquee;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.feed.CountingSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;

/// A feed of any length takes the same memory. Reads in a process of its own with a heap far
/// smaller than the feed.
@NullMarked
class MarqueeStreamTest {
  private static final int LINES = 50_000;

  @Test
  void a_feed_many_times_the_heap_is_streamed(@TempDir Path folder) throws Exception {
    Path feed = folder.resolve("feed.ndjson.gz");
    write(feed);
    Path output = folder.resolve("output");
    Process process =
        JavaProcess.of(List.of("-Xmx24m"), Counting.class, feed.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(Files.readString(output)).startsWith(LINES + " records, 1 refused, 2 notices");
  }

  private static void write(Path feed) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(feed), 1 << 16)) {
      out.write(
          "{\"type\":\"feed\",\"version\":1,\"observedAt\":\"2026-11-21T06:00:00Z\",\"mode\":\"full\"}\n"
              .getBytes(UTF_8));
      byte[] block = new byte[1 << 20];
      for (int i = 0; i < 40; i++) {
        out.write(block);
      }
      out.write('\n');
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < LINES; i++) {
        lines
            .append("{\"type\":\"showtime\",\"externalId\":\"s")
            .append(i)
            .append("\",\"film\":\"f1\",\"cinema\":\"rex\",\"startsAt\":\"2026-11-21T19:30:00Z\"")
            .append(",\"bookingUrl\":\"https://lux.example/book/")
            .append(i)
            .append("\",\"attributes\":[\"imax\",\"Reclining seats\"],\"new\":1}\n");
        if (lines.length() > 1 << 16) {
          out.write(lines.toString().getBytes(UTF_8));
          lines.setLength(0);
        }
      }
      out.write(lines.toString().getBytes(UTF_8));
    }
  }

  /// The other process: reads a feed and only counts.
  static final class Counting {
    @SuppressWarnings({"NullAway", "SystemOut"}) // the source has no cinema; the parent reads this
    public static void main(String[] args) throws Exception {
      CountingSink counting = new CountingSink();
      new MarqueeReader()
          .read(
              new FeedSource(List.of(new FilePart(Path.of(args[0]))), Findings.OBSERVED_AT, null),
              counting);
      System.out.println(counting);
    }
  }
}
