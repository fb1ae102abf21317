package org.marquee.feed.ocapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.TestData;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.member.CinemaFile;
import org.marquee.listing.Attribute;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// What five real sites published in January 2025.
@NullMarked
class OcapiRealTest {
  private static List<Path> venues() throws IOException {
    try (Stream<Path> folders = Files.list(TestData.find("showtimes/clusterflick"))) {
      return folders
          .filter(folder ->
              folder.getFileName().toString().startsWith("odeon")
                  || folder.getFileName().toString().startsWith("curzon"))
          .sorted()
          .toList();
    }
  }

  private static List<FeedSource.Part> bodies(Path venue) throws IOException {
    try (Stream<Path> files = Files.list(venue.resolve("bodies"))) {
      return files
          .filter(file -> file.toString().endsWith(".json") && !file.endsWith("index.json"))
          .sorted()
          .map(file -> (FeedSource.Part) new FilePart(file))
          .toList();
    }
  }

  @Test
  void every_showtime_of_five_sites_is_read() throws Exception {
    List<String> told = new ArrayList<>();
    int showtimes = 0;
    int summerTime = 0;
    for (Path venue : venues()) {
      Findings findings =
          Findings.of(
              new OcapiReader(),
              CinemaFile.read(venue.resolve("cinema.json")).cinema(),
              bodies(venue));
      assertThat(findings.unreadable).isNull();
      assertThat(findings.refused).isEmpty();
      Map<Kind, Integer> kinds = new EnumMap<>(Kind.class);
      Map<Attribute, Integer> attributes = new EnumMap<>(Attribute.class);
      List<String> ids = new ArrayList<>();
      for (FeedRecord record : findings.records) {
        kinds.merge(record.kind(), 1, Integer::sum);
        if (record instanceof FeedRecord.Showtime showtime) {
          ids.add(showtime.externalId());
          showtime.attributes().list().forEach(each -> attributes.merge(each, 1, Integer::sum));
          if (showtime.start() instanceof FeedStart.Exact exact && exact.offsetMinutes() == 60) {
            summerTime++;
          }
        }
      }
      assertThat(ids).doesNotHaveDuplicates();
      showtimes += ids.size();
      Map<Code, Integer> codes = new TreeMap<>();
      for (Notice notice : findings.notices) {
        codes.merge(notice.code(), 1, Integer::sum);
      }
      told.add(
          "%s: %s%n  %s%n  %s, %s%n"
              .formatted(venue.getFileName(), kinds, attributes, codes, digest(findings))
              .replace(System.lineSeparator(), "\n"));
    }
    assertThat(showtimes).isEqualTo(1565);
    assertThat(summerTime).isEqualTo(17);
    GoldenFile.compare(
        Repository.path("server/feeds/src/test/resources/feeds/ocapi/sites.txt"),
        String.join("", told));
  }

  private static String digest(Findings findings) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(findings.toString().getBytes(UTF_8));
    return HexFormat.of().formatHex(digest, 0, 8);
  }

  @Test
  void every_file_tells_its_format() throws IOException {
    for (Path venue : venues()) {
      for (FeedSource.Part part : bodies(venue)) {
        assertThat(new OcapiReader().recognise(FeedHead.of(part)).isSureEnough())
            .as(venue + " " + part.name())
            .isTrue();
      }
    }
  }
}
