package org.marquee.sample;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.sample.BigFeed.Round;
import org.marquee.sample.BigFeed.Size;
import tools.jackson.databind.JsonNode;

@NullMarked
class BigFeedTest {
  private static final LocalDate FROM = LocalDate.of(2026, 11, 21);
  private static final Instant NOW = Instant.parse("2026-11-21T05:30:00Z");
  private static final Size SMALL = new Size(5_000, 40, 30, 10, FROM, 1);
  private static final Round SECOND = new Round(2, 0.1);

  @TempDir Path folder;

  @Test
  void it_has_the_size_that_is_asked_for() throws IOException {
    List<JsonNode> feed = full(SMALL, Round.FIRST);
    assertThat(Feeds.of("showtime", feed)).hasSize(5_000);
    assertThat(Feeds.of("cinema", feed)).hasSize(40);
    assertThat(Feeds.of("film", feed)).hasSize(30);
    assertThat(ids(Feeds.of("showtime", feed))).hasSize(5_000);
  }

  @Test
  void every_reference_leads_somewhere() throws IOException {
    List<JsonNode> feed = full(SMALL, Round.FIRST);
    Set<String> cinemas = ids(Feeds.of("cinema", feed));
    Set<String> films = ids(Feeds.of("film", feed));
    assertThat(Feeds.of("showtime", feed))
        .allMatch(showtime -> cinemas.contains(Feeds.text(showtime, "cinema")))
        .allMatch(showtime -> films.contains(Feeds.text(showtime, "film")));
  }

  @Test
  void a_full_feed_equals_the_first_one_with_the_delta() throws IOException {
    Map<String, JsonNode> stored = byId(Feeds.of("showtime", full(SMALL, Round.FIRST)));
    List<JsonNode> delta = delta(SMALL, SECOND);
    stored.keySet().removeAll(ids(Feeds.of("withdrawn", delta)));
    stored.putAll(byId(Feeds.of("showtime", delta)));
    assertThat(byId(Feeds.of("showtime", full(SMALL, SECOND)))).isEqualTo(stored);
  }

  @Test
  void a_round_changes_the_share_that_is_asked_for() throws IOException {
    assertThat(delta(SMALL, SECOND)).hasSizeBetween(400, 600);
    assertThat(delta(SMALL, Round.FIRST)).hasSize(1);
  }

  @Test
  void a_name_that_ends_in_gz_is_compressed() throws IOException {
    Path file = folder.resolve("feed.ndjson.gz");
    BigFeed.full(file, SMALL, Round.FIRST, NOW);
    try (GZIPInputStream unpacked = new GZIPInputStream(Files.newInputStream(file))) {
      assertThat(new String(unpacked.readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("{\"type\":\"feed\"")
          .endsWith("}\n");
    }
  }

  @Test
  void the_command_line_writes_the_same() throws IOException {
    Path file = folder.resolve("said.ndjson");
    BigFeed.main(
        Stream.of(
                file.toString(),
                "showtimes=5000",
                "cinemas=40",
                "films=30",
                "days=10",
                "from=" + FROM,
                "observedAt=" + NOW)
            .toArray(String[]::new));
    assertThat(Feeds.lines(Files.readString(file))).isEqualTo(full(SMALL, Round.FIRST));
  }

  private List<JsonNode> full(Size size, Round round) throws IOException {
    Path file = folder.resolve("full.ndjson");
    BigFeed.full(file, size, round, NOW);
    return Feeds.lines(Files.readString(file));
  }

  private List<JsonNode> delta(Size size, Round round) throws IOException {
    Path file = folder.resolve("delta.ndjson");
    BigFeed.delta(file, size, round, NOW);
    return Feeds.lines(Files.readString(file));
  }

  private static Set<String> ids(List<JsonNode> lines) {
    return lines.stream().map(line -> Feeds.text(line, "externalId")).collect(toSet());
  }

  private static Map<String, JsonNode> byId(List<JsonNode> lines) {
    return lines.stream().collect(toMap(line -> Feeds.text(line, "externalId"), line -> line));
  }
}
