package org.marquee.feed.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Findings;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.schemaorg.SchemaOrgReader;

/// Rows of one film that spell its title differently.
@NullMarked
class SpellingsOfAFeedTest {
  private static final String MAPPING =
      """
      about: a sheet
      format: csv
      zone: Europe/Prague
      records:
        - kind: film
          once: true
          fields: {title: Film}
        - kind: showtime
          fields: {title: Film, startsAt: Start}
      """;

  @ParameterizedTest
  @CsvSource({
    "tLAPKOVÁ PATROLA|Tlapková patrola|Tlapková patrola, Tlapková patrola",
    "TLAPKOVÁ PATROLA|Tlapková patrola, Tlapková patrola",
    "Tlapková patrola|TLAPKOVÁ PATROLA, Tlapková patrola",
    "Tlapkova patrola|Tlapková patrola|Tlapková patrola, Tlapková patrola",
    "Tlapková patrola (HOH)|TLAPKOVÁ PATROLA|TLAPKOVÁ PATROLA, TLAPKOVÁ PATROLA",
  })
  void the_commonest_spelling_stands_in_whatever_order(
      String rows, String title, @TempDir Path folder) throws IOException {
    Path mapping = folder.resolve("sheet.yaml");
    Files.writeString(mapping, MAPPING);
    List<String> titles = Arrays.asList(rows.split("\\|", -1));
    for (List<String> each : List.of(titles, titles.reversed())) {
      assertThat(films(MappedReader.of(mapping), sheet(each))).containsExactly(title);
      assertThat(films(new ICalendarReader(), calendar(each))).containsExactly(title);
      assertThat(films(new SchemaOrgReader(), page(each))).containsExactly(title);
    }
  }

  private static List<String> films(FeedReader reader, String feed) throws IOException {
    return Findings.of(reader, Findings.REX, feed.getBytes(UTF_8)).records.stream()
        .filter(FeedRecord.Film.class::isInstance)
        .map(film -> String.valueOf(((FeedRecord.Film) film).title()))
        .toList();
  }

  private static String sheet(List<String> titles) {
    StringBuilder rows = new StringBuilder("Film,Start\n");
    for (int at = 0; at < titles.size(); at++) {
      rows.append("%s,2026-04-0%dT19:00\n".formatted(titles.get(at), at + 1));
    }
    return rows.toString();
  }

  private static String calendar(List<String> titles) {
    StringBuilder events = new StringBuilder("BEGIN:VCALENDAR\nVERSION:2.0\n");
    for (int at = 0; at < titles.size(); at++) {
      events.append(
          "BEGIN:VEVENT\nUID:%d\nDTSTART:2026040%dT190000\nSUMMARY:%s\nEND:VEVENT\n"
              .formatted(at, at + 1, titles.get(at)));
    }
    return events.append("END:VCALENDAR\n").toString().replace("\n", "\r\n");
  }

  private static String page(List<String> titles) {
    return titles.stream()
        .map(title ->
            "{\"@type\":\"ScreeningEvent\",\"startDate\":\"2026-04-0%dT19:00:00\",\"location\":{\"@type\":\"MovieTheater\",\"name\":\"Rex\"},\"workPresented\":{\"@type\":\"Movie\",\"name\":\"%s\"}}"
                .formatted(titles.indexOf(title) + 1, title))
        .collect(
            Collectors.joining(",", "{\"@context\":\"https://schema.org\",\"@graph\":[", "]}"));
  }
}
