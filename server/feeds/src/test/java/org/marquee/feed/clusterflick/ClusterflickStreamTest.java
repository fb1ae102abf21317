package org.marquee.feed.clusterflick;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.feed.Findings.REX;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.marquee.feed.UnreadableFeed;

/// The size of a film is bounded, and so is the memory of an import. Reads in a process of its own
/// with half the heap of an import.
@NullMarked
class ClusterflickStreamTest {
  private @TempDir Path folder = Path.of("");

  @Test
  void a_film_without_end_refuses_the_feed_and_any_number_of_the_largest_films_is_streamed()
      throws Exception {
    List<Path> feeds = new ArrayList<>();
    for (String more : List.of(",{\"time\":1737747000000}", ",{}", ",0", " ")) {
      feeds.add(feed("[{\"title\":\"A\",\"performances\":[{}", more, 16 << 20, "]}]"));
    }
    // One film with as many performances as there is room for, and others of few long ones.
    int performances = FilmText.LONGEST / 3 - 10_000;
    String most = ",{\"title\":\"A\",\"performances\":[{}" + ",{}".repeat(performances) + "]}";
    String note = ",{\"notes\":\"" + "x".repeat(1_000) + "\"}";
    String longest = ",{\"title\":\"B\",\"performances\":[{}" + note.repeat(2_000) + "]}";
    feeds.add(
        feed("[{\"title\":\"A\",\"performances\":[]}" + most, longest, 5 * longest.length(), "]"));
    List<String> read = read(feeds);
    assertThat(read).hasSize(feeds.size());
    assertThat(read.subList(0, 4))
        .allSatisfy(each ->
            assertThat(each)
                .startsWith("FEED_UNREADABLE: the film at $[0] is longer than 2097152 characters"));
    assertThat(read.getLast())
        .isEqualTo("8 records, " + (performances + 1 + 5 * 2_001) + " refused, 0 notices");
  }

  /// The output of the other process, a line for each feed.
  private List<String> read(List<Path> feeds) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        JavaProcess.of(
                List.of("-Xmx256m"),
                Counting.class,
                feeds.stream().map(Path::toString).toArray(String[]::new))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return Files.readAllLines(output);
  }

  /// A feed that has `middle` again and again, `length` characters in all.
  private Path feed(String start, String middle, int length, String end) throws IOException {
    Path feed = Files.createTempFile(folder, "feed", ".json.gz");
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
      for (String feed : args) {
        CountingSink counting = new CountingSink();
        List<FeedSource.Part> files = List.of(new FilePart(Path.of(feed)));
        try {
          new ClusterflickReader().read(new FeedSource(files, Findings.OBSERVED_AT, REX), counting);
          System.out.println(counting);
        } catch (UnreadableFeed e) {
          System.out.println(e.getMessage());
        }
      }
    }
  }
}
