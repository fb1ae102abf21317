package org.marquee.feed.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Findings;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.listing.Attribute;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// What a feed says of the labels in it.
@NullMarked
class LabelsOfAFeedTest {
  @TempDir private Path folder;

  private Findings read(String country, String... rows) throws IOException {
    Path mapping =
        Files.writeString(
            folder.resolve("ours.yaml"),
            """
            format: csv
            csv: {separator: ;}
            zone: Europe/Amsterdam
            records:
              - kind: cinema
                once: true
                fields: {externalId: House, name: House, countryCode: {constant: %s}, postcode: {constant: 1012AB}}
              - {kind: film, once: true, fields: {title: Film, directors: Director, durationMinutes: Length}}
              - kind: showtime
                fields: {title: Film, cinema: House, startsAt: Start}
                labels: {path: Label, split: ","}
            """
                .formatted(country));
    StringBuilder feed = new StringBuilder("House;Start;Film;Label;Director;Length\n");
    for (String row : rows) {
      feed.append("Rex;2027-03-%02dT19:30;%s\n".formatted(1 + feed.length() % 28, row));
    }
    return Findings.of(MappedReader.of(mapping), null, feed.toString().getBytes(UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NL | The Lantern (EN subs);;; | false",
        "NL | The Lantern (English subtitles);;; | false",
        "NL | The Lantern;English subtitles;; | false",
        "NL | The Lantern;Eng subs;; | false",
        "NL | The Lantern (Hindi with English subtitles);;; | false",
        "NL | The Lantern (ondertiteld);;; | true",
        "NL | The Lantern;Subtitled;; | true",
        "GB | The Lantern (English subtitles);;; | true",
        "IE | The Lantern;English subtitles;; | true",
        "FR | The Lantern;version originale sous-titrée en français;; | true",
      })
  void subtitles_in_english_are_subtitles_where_the_audience_speaks_it(
      String country, String row, boolean subtitled) throws IOException {
    Findings findings = read(country, row);
    assertThat(findings.records)
        .filteredOn(FeedRecord.Showtime.class::isInstance)
        .singleElement()
        .satisfies(showtime ->
            assertThat(((FeedRecord.Showtime) showtime).attributes().has(Attribute.SUBTITLED))
                .isEqualTo(subtitled));
  }

  @Test
  void words_that_are_known_to_mean_nothing_are_not_unknown() throws IOException {
    Findings findings =
        read(
            "DE",
            "The Lantern;3D;;",
            "Kinderwagenkino: Tidewrack;OV;;",
            "Awards Season: Night Boats + intro Ann Lee;+ intro Ann Lee;;",
            "The Lantern;Sofa;;",
            "The Lantern;Sofa;;");
    assertThat(unknown(findings)).containsExactly("Sofa");
  }

  private static List<String> unknown(Findings findings) {
    return findings.notices.stream()
        .filter(notice -> notice.code() == Code.LABEL_UNKNOWN)
        .map(Notice::read)
        .toList();
  }
}
