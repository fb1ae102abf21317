package org.marquee.feed.detection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.TestData;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.notice.Code;

@NullMarked
class FormatsTest {
  private @TempDir Path folder = Path.of("");

  private Formats.Said said(String... texts) throws IOException {
    List<FeedSource.Part> parts = new ArrayList<>();
    for (String text : texts) {
      Path file = folder.resolve("feed-" + (parts.size() + 1));
      parts.add(new FilePart(Files.write(file, text.getBytes(UTF_8))));
    }
    return FormatDetection.of(parts);
  }

  @Test
  void a_feed_is_known_by_its_beginning() throws IOException {
    Map<String, String> feeds =
        Map.of(
            "{\"type\":\"feed\",\"version\":1}", "marquee",
            "  \n {\"version\":1, \"type\" : \"feed\"}", "marquee",
            "{\"type\":\"film\",\"externalId\":\"1\"}", "marquee",
            "[{\"title\":\"Solaris\",\"performances\":[{\"time\":1}]}]", "clusterflick");
    for (Map.Entry<String, String> feed : feeds.entrySet()) {
      assertThat(said(feed.getKey()).reader().format())
          .as(feed.getKey())
          .isEqualTo(feed.getValue());
    }
  }

  private static final String FILM = "[{\"title\":\"Solaris\",\"performances\":[{\"time\":1}]}]";

  @Test
  void a_file_that_says_little_goes_with_those_that_say_more() throws IOException {
    String more =
        FILM.replace("[{\"title", "[{\"overview\":{},\"title")
            .replace("{\"time", "{\"bookingUrl\":\"\",\"time");
    assertThat(said("[]", FILM, "hello", more).toString())
        .startsWith("clusterflick (98 % confidence: ");
  }

  @Test
  void files_of_different_formats_are_refused_by_name() throws IOException {
    Formats.Said said = said(FILM, "BEGIN:VCALENDAR\r\n", "[]", FILM);
    Findings findings = Findings.of(said.reader(), null, new byte[0]);
    assertThat(findings.unreadableCode()).isEqualTo(Code.FORMATS_DIFFER);
    assertThat(findings.toString())
        .contains("clusterflick: feed-1 and 1 more; icalendar: feed-2")
        .doesNotContain("feed-3");
  }

  @Test
  void what_nobody_knows_is_refused_with_what_it_begins_with() throws IOException {
    Findings findings = Findings.of(said("hello\n world").reader(), null, new byte[0]);
    assertThat(findings.unreadableCode()).isEqualTo(Code.FORMAT_UNKNOWN);
    assertThat(findings.toString())
        .contains("it begins with “hello world”")
        .doesNotContain("not at all");
  }

  @Test
  void xml_is_called_xml_and_needs_a_mapping() throws IOException {
    Findings findings =
        Findings.of(said("<?xml version=\"1.0\"?><shows/>").reader(), null, new byte[0]);
    assertThat(findings.toString()).contains("it is XML, which needs a mapping");
    Findings page = Findings.of(said("<!DOCTYPE html><p>Closed").reader(), null, new byte[0]);
    assertThat(page.toString()).doesNotContain("it is XML");
  }

  @Test
  void yaml_is_refused_with_the_way_out() throws IOException {
    Findings findings = Findings.of(said("---\nfilms: []\n").reader(), null, new byte[0]);
    assertThat(findings.toString()).contains("convert it to JSON");
  }

  @Test
  void a_near_match_of_a_format_is_reported_with_its_name() throws IOException {
    String near = "{\"lastUpdated\":\"2026-03-01\",\"screenings\":[{\"title\":\"Alien\"}]}";
    Findings findings = Findings.of(said(near).reader(), null, new byte[0]);
    assertThat(findings.unreadableCode()).isEqualTo(Code.FORMAT_UNKNOWN);
    assertThat(findings.toString())
        .contains("the closest is dc-film (25 % confidence: there is no screenings[].ticketLink);")
        .contains("if that is right, name the format: dc-film");
  }

  @Test
  void an_empty_file_is_a_broken_source_and_not_an_unknown_format() throws IOException {
    Findings findings = Findings.of(said(" \n").reader(), null, new byte[0]);
    assertThat(findings.unreadableCode()).isEqualTo(Code.FEED_EMPTY);
    for (String nothing : List.of("[]\n", "{}")) {
      assertThat(Findings.of(said(nothing).reader(), null, new byte[0]).unreadableCode())
          .isEqualTo(Code.FEED_EMPTY);
    }
  }

  @Test
  void each_format_is_found_by_the_name_that_its_reader_has() {
    assertThat(Formats.all())
        .extracting(FeedReader::format)
        .containsExactlyElementsOf(Formats.names());
    for (String name : Formats.names()) {
      assertThat(Formats.find(name)).map(FeedReader::format).contains(name);
    }
  }

  @Test
  void no_two_readers_take_the_same_real_feed_for_theirs() throws IOException {
    Path venues = TestData.find("showtimes/clusterflick-transformed-derived");
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(venues)) {
      all.filter(file -> file.toString().endsWith(".json")).sorted().forEach(files::add);
    }
    // Each fifth: what tells them apart is the same in all.
    for (int number = 0; number < files.size(); number += 5) {
      Path file = files.get(number);
      if (file.endsWith("schema.json") || Files.readString(file).strip().equals("[]")) {
        continue;
      }
      FeedHead head = FeedHead.of(new FilePart(file));
      assertThat(Formats.all())
          .as(file.toString())
          .filteredOn(reader -> reader.recognise(head).isSureEnough())
          .extracting(FeedReader::format)
          .containsExactly("clusterflick");
    }
  }
}
