package org.marquee.feed.clusterflick;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.feed.Findings.REX;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.TestData;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.member.CinemaFile;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;

@NullMarked
class ClusterflickReaderTest {
  private static final String SOLARIS =
      """
      [{"title":"Solaris","url":"https://rex.example/solaris",
        "overview":{"categories":[],"directors":["Andrei  Tarkovsky ",""],"actors":[],"duration":10020000,"classification":"12A","year":"1972"},
        "performances":[
         {"time":1737747000000,"screen":"1","notes":"","bookingUrl":"https://rex.example/book/1",
          "status":{"soldOut":true},"accessibility":{"audioDescription":true,"hardOfHearing":true,"babyFriendly":true}},
         {"time":1737754200000,"bookingUrl":"https://rex.example/book/2","status":{"soldOut":false},
          "accessibility":{"relaxed":true,"subtitled":false}}]}]
      """;

  private static Findings read(String... files) throws IOException {
    byte[][] parts = Stream.of(files).map(file -> file.getBytes(UTF_8)).toArray(byte[][]::new);
    return Findings.of(new ClusterflickReader(), REX, parts);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "UTF-8"})
  void a_venue_file_may_be_in_any_encoding_of_unicode(String charset) throws IOException {
    String text = SOLARIS.replace("Solaris", "Солярис");
    for (String mark : List.of("", "\uFEFF")) {
      byte[] bytes = (mark + text).getBytes(Charset.forName(charset));
      assertThat(Findings.of(new ClusterflickReader(), REX, bytes).log).isEqualTo(read(text).log);
    }
  }

  @Test
  void what_stands_around_a_title_is_said_of_the_performances_beside_what_they_say()
      throws IOException {
    Findings findings = read(SOLARIS.replace("Solaris", "Solaris\u00a0(35mm) (HOH) + Q&A"));
    assertThat(findings.records.get(1))
        .isInstanceOfSatisfying(
            FeedRecord.Film.class,
            film -> {
              assertThat(film.title()).isEqualTo("Solaris");
              assertThat(film.externalId()).startsWith("Solaris\u00a0(35mm) (HOH) + Q&A <");
            });
    assertThat(findings.records.subList(2, 4))
        .extracting(record -> ((FeedRecord.Showtime) record).attributes())
        .containsExactly(
            Attributes.of(Attribute.AUDIO_DESCRIBED, Attribute.SUBTITLED, Attribute.Q_AND_A),
            Attributes.of(Attribute.RELAXED, Attribute.SUBTITLED, Attribute.Q_AND_A));
    assertThat(findings.codes()).isEmpty();
  }

  @Test
  void later_files_say_how_a_performance_is_shown() throws IOException {
    Findings findings =
        read(
            SOLARIS
                .replace(
                    "\"status\":{\"soldOut\":true}",
                    "\"format\":{\"source\":\"imax-70mm\",\"dimension\":\"2d\"}")
                .replace(
                    "\"status\":{\"soldOut\":false}",
                    "\"format\":{\"source\":\"35mm\",\"presentation\":\"dolby-cinema\"}"));
    assertThat(findings.records.subList(2, 4))
        .extracting(record -> ((FeedRecord.Showtime) record).attributes())
        .containsExactly(
            Attributes.of(
                Attribute.IMAX,
                Attribute.SEVENTY_MM,
                Attribute.AUDIO_DESCRIBED,
                Attribute.SUBTITLED),
            Attributes.of(Attribute.DOLBY_CINEMA, Attribute.RELAXED));
    assertThat(findings.codes()).isEmpty();
  }

  @Test
  void without_a_cinema_it_cannot_be_read() throws IOException {
    Findings findings = Findings.of(new ClusterflickReader(), null, SOLARIS.getBytes(UTF_8));
    assertThat(findings.unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
    assertThat(findings.toString()).contains("describe it with --cinema FILE");
  }

  @Test
  void what_is_not_a_whole_list_is_refused() throws IOException {
    assertThat(read("").unreadableCode()).isEqualTo(Code.FEED_EMPTY);
    assertThat(read("{}").unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read("[] []").unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read("[}]").unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
    String text = SOLARIS.strip();
    for (int length = 1; length < text.length(); length++) {
      assertThat(read(text.substring(0, length)).unreadableCode())
          .as("cut after %d", length)
          .isEqualTo(Code.FEED_CUT_OFF);
    }
    byte[] latin1 = SOLARIS.replace("Solaris", "Amélie").getBytes(ISO_8859_1);
    assertThat(Findings.of(new ClusterflickReader(), REX, latin1).unreadableCode())
        .isEqualTo(Code.FEED_NOT_TEXT);
  }

  @Test
  void a_key_that_is_too_long_becomes_a_digest_that_differs() throws IOException {
    String longer = "x".repeat(290);
    Findings findings =
        read(SOLARIS.replace("Solaris", longer + "1"), SOLARIS.replace("Solaris", longer + "2"));
    Set<String> ids = new HashSet<>();
    for (FeedRecord record : findings.records) {
      assertThat(record.externalId().codePointCount(0, record.externalId().length()))
          .isLessThanOrEqualTo(240);
      ids.add(record.externalId());
    }
    assertThat(ids).hasSize(7);
  }

  @Test
  void several_files_are_one_feed() throws IOException {
    Findings findings = read(SOLARIS, "[3]");
    assertThat(findings.onlyRefused().line()).isEqualTo(5);
    assertThat(findings.onlyRefused().notice().place()).isEqualTo("line 5 (part2 $[0])");
  }

  @Test
  void the_venues_of_london_are_read_in_full() throws Exception {
    Path venues = TestData.find("showtimes/clusterflick");
    Path films = TestData.find("showtimes/clusterflick-transformed-derived");
    List<String> told = new ArrayList<>();
    long performances = 0;
    for (Path cinema : cinemaFiles(venues)) {
      String venue = venues.relativize(cinema).getName(0).toString();
      Findings findings =
          Findings.of(
              new ClusterflickReader(),
              CinemaFile.read(cinema).cinema(),
              List.of(new FilePart(films.resolve(venue + ".json"))));
      long shown =
          findings.records.stream().filter(record -> record.kind() == Kind.SHOWTIME).count();
      performances += shown;
      told.add(
          "%s: %d showtimes, %d records, %d notices, %s\n"
              .formatted(
                  venue,
                  shown,
                  findings.lines(),
                  findings.notices.size(),
                  digest(findings.toString())));
      assertThat(findings.refused).isEmpty();
      assertThat(findings.records).extracting(FeedRecord::externalId).doesNotHaveDuplicates();
    }
    assertThat(told).hasSize(22);
    assertThat(performances).isEqualTo(5039);
    GoldenFile.compare(
        Repository.path("server/feeds/src/test/resources/feeds/clusterflick/venues.txt"),
        String.join("", told));
  }

  private static List<Path> cinemaFiles(Path venues) throws IOException {
    try (Stream<Path> files = Files.walk(venues, 2)) {
      return files.filter(file -> file.endsWith("cinema.json")).sorted().toList();
    }
  }

  private static String digest(String text) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    return HexFormat.of().formatHex(digest, 0, 8);
  }
}
