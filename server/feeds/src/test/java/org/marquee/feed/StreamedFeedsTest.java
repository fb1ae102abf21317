package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.feed.detection.Formats;

/// The memory of an import is bounded, however long its feed is. Reads in a process of its own with
/// a heap far smaller than the feed.
@NullMarked
class StreamedFeedsTest {
  private static final int LINES = 25_000;

  /// The characters of the largest film that is read.
  private static final int LONGEST = 2 << 20;

  private @TempDir Path folder = Path.of("");

  @Test
  void a_native_feed_many_times_the_heap_is_streamed() throws Exception {
    String header =
        "{\"type\":\"feed\",\"version\":1,\"observedAt\":\"2026-11-21T06:00:00Z\",\"mode\":\"full\"}\n";
    StringBuilder lines = new StringBuilder("\n");
    for (int line = 0; line < LINES; line++) {
      lines.append(
          "{\"type\":\"showtime\",\"externalId\":\"s%d\",\"film\":\"f1\",\"cinema\":\"rex\",\"startsAt\":\"2026-11-21T19:30:00Z\",\"bookingUrl\":\"https://lux.example/book/%1$d\",\"attributes\":[\"imax\",\"Reclining seats\"],\"new\":1}\n"
              .formatted(line));
    }
    Path feed = feed(header, "\0", 40 << 20, lines.toString());
    assertThat(read("18m", "marquee", List.of(feed)))
        .containsExactly(LINES + " records, 1 refused, 2 notices");
  }

  @Test
  void a_film_without_end_refuses_the_feed_and_any_number_of_the_largest_films_is_streamed()
      throws Exception {
    List<Path> feeds = new ArrayList<>();
    for (String more : List.of(",{\"time\":1737747000000}", ",{}", ",0", " ")) {
      feeds.add(feed("[{\"title\":\"A\",\"performances\":[{}", more, 2 * LONGEST, "]}]"));
    }
    // One film with as many performances as there is room for, and others of few long ones.
    int performances = LONGEST / 3 - 10_000;
    String most = ",{\"title\":\"A\",\"performances\":[{}" + ",{}".repeat(performances) + "]}";
    String note = ",{\"notes\":\"" + "x".repeat(1_000) + "\"}";
    String longest = ",{\"title\":\"B\",\"performances\":[{}" + note.repeat(2_000) + "]}";
    feeds.add(
        feed("[{\"title\":\"A\",\"performances\":[]}" + most, longest, 5 * longest.length(), "]"));
    List<String> read = read("256m", "clusterflick", feeds);
    assertThat(read).hasSize(feeds.size());
    assertThat(read.subList(0, 4))
        .allMatch(each ->
            each.startsWith("FEED_UNREADABLE: the film at $[0] is longer than 2097152 characters"));
    assertThat(read.getLast())
        .isEqualTo("8 records, " + (performances + 1 + 5 * 2_001) + " refused, 0 notices");
  }

  /// The output of the other process, a line for each feed.
  private List<String> read(String heap, String format, List<Path> feeds) throws Exception {
    Path output = folder.resolve("output");
    List<String> arguments = new ArrayList<>(List.of(format));
    feeds.forEach(feed -> arguments.add(feed.toString()));
    Process process =
        JavaProcess.of(List.of("-Xmx" + heap), Counting.class, arguments.toArray(String[]::new))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return Files.readAllLines(output);
  }

  /// A feed that has `middle` again and again, `length` characters in all.
  private Path feed(String start, String middle, int length, String end) throws IOException {
    Path feed = Files.createTempFile(folder, "feed", ".gz");
    byte[] block = middle.repeat(Math.max(1, (1 << 16) / middle.length())).getBytes(UTF_8);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(feed), 1 << 16)) {
      out.write(start.getBytes(UTF_8));
      for (int written = 0; written + block.length <= length; written += block.length) {
        out.write(block);
      }
      out.write(end.getBytes(UTF_8));
    }
    return feed;
  }

  /// The other process: reads feeds and only counts.
  static final class Counting {
    @SuppressWarnings("SystemOut") // the parent reads this
    public static void main(String[] args) throws Exception {
      FeedReader reader = Formats.find(args[0]).orElseThrow();
      for (String feed : List.of(args).subList(1, args.length)) {
        CountingSink counting = new CountingSink();
        List<FeedSource.Part> files = List.of(new FilePart(Path.of(feed)));
        FeedRecord.@Nullable Cinema cinema = args[0].equals("marquee") ? null : Findings.REX;
        try {
          reader.read(new FeedSource(files, Findings.OBSERVED_AT, cinema), counting);
          System.out.println(counting);
        } catch (UnreadableFeed e) {
          System.out.println(e.getMessage());
        }
      }
    }
  }
}
