package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.feed.Findings.REX;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.Showtime;
import org.marquee.notice.Code;
import org.marquee.notice.RowCounts;

/// Two showings of one film in one cinema at one time, of sources that name neither showing nor
/// screen (docs/decisions/0071).
@NullMarked
class DoubleShowingsTest {
  private static final String KEY = "rex/2026-04-01T18:00:00//alien";
  private static final String PLAIN = "Alien;2D;https://rex.example/1";
  private static final String PREMIER = "Alien;PREMIER 2D;https://rex.example/2";

  private final World world = World.fresh();
  private int day;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        folder.resolve("mapping.yaml"),
        """
        about: a programme without ids and screens
        format: csv
        csv: {separator: ;}
        records:
          - kind: film
            once: true
            fields: {title: Film}
          - kind: showtime
            fields:
              title: Film
              startsAt: {constant: "2026-04-01T18:00:00"}
              bookingUrl: Url
            labels: Version
        """);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private World.Run take(String... rows) throws IOException {
    return take(
        world,
        MappedReader.of(folder.resolve("mapping.yaml")),
        "Film;Version;Url\n" + String.join("\n", rows) + "\n",
        REX);
  }

  private World.Run take(
      World world, FeedReader reader, String feed, FeedRecord.@Nullable Cinema cinema) {
    return world.take(
        reader,
        World.PROVIDER,
        Shrinking.ACCEPTED,
        List.of(World.part(feed.getBytes(UTF_8))),
        cinema,
        Instant.parse("2026-03-01T00:00:00Z").plusSeconds(86_400L * day++));
  }

  private static String id(String externalId) {
    return RecordId.of(Kind.SHOWTIME, World.PROVIDER, externalId);
  }

  /// Ids by booking address.
  private Map<String, String> ids() {
    return world.showtimes().stream()
        .collect(Collectors.toMap(show -> String.valueOf(show.bookingUrl()), Showtime::id));
  }

  @Test
  void both_are_shown_whatever_their_order_and_the_first_keeps_the_id_it_always_had()
      throws IOException {
    Map<String, String> both =
        Map.of(
            "https://rex.example/1", id(KEY),
            "https://rex.example/2", id(KEY + "/premier 2d"));
    assertThat(take(PREMIER, PLAIN).count(Code.RECORD_REPEATED)).isZero();
    assertThat(ids()).isEqualTo(both);
    assertThat(take(PLAIN, PREMIER).rowCounts().of(Kind.SHOWTIME).unchanged()).isEqualTo(2);
    assertThat(ids()).isEqualTo(both);
    assertThat(take(PLAIN, PREMIER, PLAIN).count(Code.RECORD_REPEATED))
        .as("the same row twice is one showing")
        .isEqualTo(1);
    assertThat(ids()).isEqualTo(both);
  }

  @Test
  void nothing_is_remembered_once_neither_is_stored() throws Exception {
    take(PLAIN, PREMIER);
    take("Solaris;2D;https://rex.example/9");
    take("Solaris;2D;https://rex.example/9");
    assertThat(Contents.of(world.database()).tables()).contains("key_collision 0 ");
  }

  @Test
  void a_crowd_of_showings_of_one_key_counts_as_one() throws IOException {
    take(PLAIN, PREMIER);
    String[] crowd = new String[2_000];
    Arrays.setAll(crowd, number -> "Alien;2D;https://rex.example/" + number);
    World.Run run = take(crowd);
    assertThat(run.count(Code.RECORD_REPEATED)).isEqualTo(crowd.length - 1);
    assertThat(ids()).isEqualTo(Map.of("https://rex.example/1999", id(KEY)));
    take(PLAIN, PREMIER);
    assertThat(ids()).hasSize(2).containsValue(id(KEY));
  }

  @Test
  void of_a_crowd_of_showings_none_counts_as_moved() throws IOException {
    Files.writeString(
        folder.resolve("mapping.yaml"),
        Files.readString(folder.resolve("mapping.yaml"))
            .replace("      bookingUrl: Url", "      screenName: Url"));
    String[] before = new String[400];
    Arrays.setAll(before, number -> "Alien;2D;Saal A" + number);
    String[] after = new String[400];
    Arrays.setAll(after, number -> "Alien;2D;Saal B" + number);
    String[] few = {"Alien;2D;Saal C1", "Alien;2D;Saal C2"};
    assertThat(take(before).rowCounts().of(Kind.SHOWTIME).added()).isEqualTo(before.length);
    RowCounts crowd = take(after).rowCounts();
    assertThat(crowd.of(Kind.SHOWTIME).added()).isEqualTo(after.length);
    assertThat(crowd.unlisted(Kind.SHOWTIME)).isEqualTo(before.length);
    assertThat(take(few).rowCounts().of(Kind.SHOWTIME).added()).isZero();
  }
}
