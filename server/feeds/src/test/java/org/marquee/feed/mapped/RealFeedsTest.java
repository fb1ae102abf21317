package org.marquee.feed.mapped;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.TestData;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.filter.ZoneCheck;
import org.marquee.feed.filter.ZonesByPosition;
import org.marquee.feed.member.CinemaFile;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// The mappings that come with Marquee on the feeds that they were made for.
@NullMarked
class RealFeedsTest {
  /// A feed of the test data.
  ///
  /// @param files those of the folder that are of the feed
  /// @param cinema the file that describes the venue; empty where the feed does it
  record Feed(String mapping, String folder, String files, String cinema) {
    Findings read() throws IOException {
      Path path = TestData.find(folder);
      FeedRecord.@Nullable Cinema venue =
          cinema.isEmpty() ? null : CinemaFile.read(TestData.find(cinema)).cinema();
      List<FeedSource.Part> parts = new ArrayList<>();
      try (Stream<Path> all = Files.list(path)) {
        Predicate<Path> wanted = file -> file.getFileName().toString().matches(files);
        all.filter(wanted).sorted().forEach(file -> parts.add(new FilePart(file)));
      }
      return Findings.of(Ready.reader(mapping), venue, parts);
    }

    @Override
    public String toString() {
      return mapping + " of " + folder + " " + files;
    }
  }

  private static final String VENUES = "showtimes/clusterflick/";

  static List<Feed> feeds() {
    return List.of(
        venue("cineworld", "cineworld.co.uk-leicester-square", "/bodies", "\\d+\\.json"),
        venue("cineworld", "cineworld.co.uk-wembley", "/bodies", "\\d+\\.json"),
        venue("vue", "myvue.com-islington", "/manual", ".*"),
        venue("vue", "myvue.com-piccadilly", "/manual", ".*"),
        new Feed("everyman", VENUES + "everymancinema.com-barnet/bodies", "\\d+\\.json", ""),
        venue("indy", "actonecinema.co.uk", "/bodies", "000\\.json"),
        venue("indy", "riocinema.org.uk", "/bodies", "000\\.json"),
        new Feed(
            "cinemashowtimes",
            "showtimes/cinemashowtimes-json",
            "CinemaShowtimes-full-example\\.json",
            ""),
        new Feed("venuemaster", "showtimes/cinemashowtimes-json", "venue-.*", ""),
        new Feed("cnc-cinemas", "cinemas", "cnc.*", ""),
        new Feed("osm-cinemas", "cinemas", "osm.*", ""));
  }

  private static Feed venue(String mapping, String venue, String folder, String files) {
    return new Feed(mapping, VENUES + venue + folder, files, VENUES + venue + "/cinema.json");
  }

  /// Some versions of a feed that was watched for a while, each a feed of its own. ReplayTest
  /// imports the others.
  private static List<Feed> history(String mapping, String folder) throws IOException {
    try (Stream<Path> files = Files.list(TestData.find("history/" + folder))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.matches("(01|06|12).*\\.json"))
          .sorted()
          .map(file -> new Feed(mapping, "history/" + folder, file, ""))
          .toList();
    }
  }

  @Test
  void all_rows_of_the_real_feeds_come_out_and_their_counts_are_those_that_were_measured()
      throws Exception {
    List<Feed> feeds = new ArrayList<>(feeds());
    feeds.addAll(history("dc-film", "dc-film"));
    feeds.addAll(history("dc-film", "dc-film-outage"));
    feeds.addAll(history("dc-film", "dc-film-empty"));
    feeds.addAll(history("culture-calendar", "culture-calendar"));
    StringBuilder told = new StringBuilder();
    Map<String, Long> showtimes = new HashMap<>();
    List<String> early = new ArrayList<>();
    for (Feed feed : feeds) {
      Findings findings = feed.read();
      assertThat(findings.unreadable).as(feed.toString()).isNull();
      assertThat(findings.refused).as(feed.toString()).isEmpty();
      assertThat(impossibleZones(findings)).as(feed.toString()).isEmpty();
      told.append(feed).append(": ").append(summary(findings)).append('\n');
      showtimes.merge(feed.mapping(), showtimes(findings), Long::sum);
      if (feed.mapping().equals("vue")) {
        afterMidnight(findings).forEach(early::add);
      }
    }
    GoldenFile.compare(
        Repository.path("server/feeds/src/test/resources/feeds/mapped-real-feeds.txt"),
        told.toString());
    // With those that are not in the test data, there are 1,424 of vue.
    assertThat(showtimes)
        .containsAllEntriesOf(
            Map.of(
                "cineworld",
                749L,
                "vue",
                615L,
                "everyman",
                219L,
                "indy",
                297L + 118,
                "venuemaster",
                159L - 33));
    // Shows after midnight are listed under the evening before, with a flag and their own time.
    assertThat(early.stream().sorted())
        .containsExactly(
            "2025-01-25T00:05:00Z",
            "2025-01-25T00:20:00Z",
            "2025-01-26T00:00:00Z",
            "2025-01-26T00:05:00Z");
  }

  /// What is reported of the zones of its cinemas, given or of their positions.
  private static List<Notice> impossibleZones(Findings findings) throws UnreadableFeed {
    Findings zoned = new Findings();
    ZoneCheck zones = new ZoneCheck(zoned);
    zones.header(findings.headers.getFirst());
    FeedSink positioned = new ZonesByPosition(zones);
    findings.records.forEach(record -> positioned.row(1, new FeedRow.Valid(record)));
    zones.finish();
    zoned.notices.removeIf(notice -> notice.code() == Code.TIME_ZONE_BY_POSITION);
    return zoned.notices;
  }

  /// The number of records of each kind and of different ones, of rows left out by reason, and of
  /// notices by code; and a digest of all findings.
  private static String summary(Findings findings) throws Exception {
    Map<String, Long> counts = new TreeMap<>();
    Map<String, Set<String>> ids = new TreeMap<>();
    for (FeedRecord record : findings.records) {
      String kind = record.kind().word();
      counts.merge(kind, 1L, Long::sum);
      ids.computeIfAbsent(kind, _ -> new HashSet<>()).add(record.externalId());
    }
    ids.forEach((kind, all) -> counts.put(kind + " ids", (long) all.size()));
    findings.leftOut.forEach(out -> counts.merge("left out, " + out.detail(), 1L, Long::sum));
    findings.notices.forEach(notice -> counts.merge(notice.code().name(), 1L, Long::sum));
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(findings.toString().getBytes(UTF_8));
    return counts + " " + HexFormat.of().formatHex(digest, 0, 8);
  }

  private static long showtimes(Findings findings) {
    return findings.records.stream().filter(record -> record.kind() == Kind.SHOWTIME).count();
  }

  private static Stream<String> afterMidnight(Findings findings) {
    return findings.records.stream()
        .flatMap(record ->
            record
                        instanceof
                        FeedRecord.Showtime(
                            _,
                            _,
                            _,
                            FeedStart.Exact(var at, _),
                            _,
                            _,
                            _,
                            _,
                            _,
                            _,
                            _)
                    && at.atZone(ZoneId.of("Europe/London")).getHour() < 3
                ? Stream.of(at.toString())
                : Stream.empty());
  }

  /// The first file of each real feed that holds rows is known by the mapping that was made for it,
  /// and by no other.
  @Test
  void real_feeds_are_recognised() throws IOException {
    Map<String, String> first =
        Map.of(
            "showtimes/cinemashowtimes-json/CinemaShowtimes-full-example.json",
            "cinemashowtimes",
            VENUES + "cineworld.co.uk-wembley/bodies/002.json",
            "cineworld",
            VENUES + "myvue.com-piccadilly/manual/myvue.com-10080-2025-01-24",
            "vue",
            VENUES + "everymancinema.com-barnet/bodies/042.json",
            "everyman",
            VENUES + "riocinema.org.uk/bodies/000.json",
            "indy",
            "showtimes/cinemashowtimes-json/venue-schedule-example.json",
            "venuemaster",
            "cinemas/cnc-etablissements-cinematographiques-2022.csv",
            "cnc-cinemas",
            "cinemas/osm-piemonte-2015.geojson",
            "osm-cinemas",
            "history/dc-film/01_20260116T014136_94c9ced1.json",
            "dc-film",
            "history/culture-calendar/01_20260603T190045_84209cc1.json",
            "culture-calendar");
    for (Map.Entry<String, String> feed : first.entrySet()) {
      FeedHead head = FeedHead.of(new FilePart(TestData.find(feed.getKey())));
      assertThat(Ready.names())
          .as(feed.getKey())
          .filteredOn(name -> Ready.reader(name).recognise(head).isSureEnough())
          .containsExactly(feed.getValue());
    }
  }
}
