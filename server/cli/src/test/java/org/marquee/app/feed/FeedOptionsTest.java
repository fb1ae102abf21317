package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.Repository;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.detection.Formats;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import picocli.CommandLine;

@NullMarked
class FeedOptionsTest {
  private @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "marquee|{\"type\":\"feed\",\"version\":1,\"observedAt\":\"2026-11-21T06:00:00Z\",\"mode\":\"full\"}",
        "clusterflick|[]"
      })
  void what_was_dropped_of_the_cinema_file_is_reported_with_the_feed(String format, String text)
      throws IOException {
    Path cinema =
        Files.writeString(
            folder.resolve("rex.json"),
            "{\"externalId\":\"rex\",\"name\":\"Rex\",\"timeZone\":\"Nowhere\"}");
    Path feed = Files.writeString(folder.resolve("feed"), text);
    FeedOptions options =
        CommandLine.populateCommand(
            new FeedOptions(), "--format", format, "--cinema", cinema.toString());
    Findings findings = new Findings();
    FilePart part = new FilePart(feed);
    options
        .reader(List.of(part))
        .reader()
        .read(options.source(List.of(part), Instant.EPOCH), findings);
    assertThat(findings.log.get(0)).startsWith("header: ");
    assertThat(findings.log.get(1))
        .startsWith("notice: OPTIONAL_MEMBER_DROPPED at [rex.json] read [Nowhere]: \"timeZone\"");
    assertThat(findings.records).hasSize(1);
  }

  @Test
  void a_table_of_words_that_is_not_understood_is_refused_before_anything_is_read()
      throws IOException {
    Path words = Files.writeString(folder.resolve("words.txt"), "relaxed: soft lights\nsoftly\n");
    FeedOptions options =
        CommandLine.populateCommand(new FeedOptions(), "--words", words.toString());
    assertThatThrownBy(options::check)
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining("line 2 is not valid: softly");
  }

  @Test
  void a_providers_own_words_count() throws IOException {
    Path words = Files.writeString(folder.resolve("words.txt"), "relaxed: soft lights\n");
    Path feed =
        Files.writeString(
            folder.resolve("feed"),
            """
            {"type":"feed","version":1,"observedAt":"2026-11-21T06:00:00Z","mode":"full"}
            {"type":"showtime","externalId":"1","film":"f","cinema":"c","startsAt":"2026-11-21T19:30:00Z","attributes":["Soft Lights"]}
            """);
    FeedOptions options =
        CommandLine.populateCommand(new FeedOptions(), "--words", words.toString());
    FilePart part = new FilePart(feed);
    Findings findings = new Findings();
    options
        .reader(List.of(part))
        .reader()
        .read(options.source(List.of(part), Instant.EPOCH), findings);
    assertThat(findings.notices).isEmpty();
    assertThat(((FeedRecord.Showtime) findings.onlyRecord()).attributes())
        .isEqualTo(Attributes.of(Attribute.RELAXED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "clusterflick|[{\"title\":\"Solaris (Soft Lights)\",\"performances\":[{\"time\":1795291200000}]}]",
        "icalendar|BEGIN:VCALENDAR~BEGIN:VEVENT~UID:1~DTSTART:20261121T193000~SUMMARY:Solaris (Soft Lights)~END:VEVENT~END:VCALENDAR~",
        "dc-film|{\"lastUpdated\":\"2026-11-21\",\"screenings\":[{\"title\":\"Solaris (Soft Lights)\",\"venue\":\"Rex\",\"date\":\"2026-11-21\",\"time\":\"19:30\",\"ticketLink\":null}]}",
        "schema-org|{\"@context\":\"https://schema.org\",\"@type\":\"ScreeningEvent\",\"name\":\"Solaris (Soft Lights)\",\"startDate\":\"2026-11-21T19:30\",\"location\":{\"@type\":\"MovieTheater\",\"name\":\"Rex\"}}"
      })
  void a_providers_own_words_count_around_titles(String format, String text) throws IOException {
    Path words = Files.writeString(folder.resolve("words.txt"), "relaxed: soft lights\n");
    Path cinema =
        Files.writeString(
            folder.resolve("rex.json"),
            "{\"externalId\":\"rex\",\"name\":\"Rex\",\"timeZone\":\"Europe/London\"}");
    FilePart part =
        new FilePart(Files.writeString(folder.resolve("feed"), text.replace("~", "\r\n")));
    FeedOptions options = options("--words", words.toString(), "--cinema", cinema.toString());
    Formats.Said said = options.reader(List.of(part));
    assertThat(said.reader().format()).isEqualTo(format);
    Findings findings = new Findings();
    said.reader().read(options.source(List.of(part), Instant.EPOCH), findings);
    assertThat(findings.records)
        .filteredOn(FeedRecord.Showtime.class::isInstance)
        .extracting(record -> ((FeedRecord.Showtime) record).attributes())
        .containsExactly(Attributes.of(Attribute.RELAXED));
    assertThat(findings.records)
        .filteredOn(FeedRecord.Film.class::isInstance)
        .extracting(record -> ((FeedRecord.Film) record).title())
        .containsExactly("Solaris");
  }

  private FeedOptions options(String... arguments) {
    return CommandLine.populateCommand(new FeedOptions(), arguments);
  }

  @Test
  void a_mapping_reads_its_own_format_and_no_other() throws IOException {
    String mapping = "../../docs/examples/harbour.yaml";
    FilePart sheet = new FilePart(Repository.path("docs/examples/harbour.csv"));
    assertThat(options("--mapping", mapping).reader(List.of(sheet)).reader().format())
        .isEqualTo("harbour");
    options("--mapping", mapping, "--format", "csv").check();
    assertThatThrownBy(() -> options("--mapping", mapping, "--format", "json").check())
        .isInstanceOf(WrongUsage.class)
        .hasMessage("the mapping is of --format csv, not json");
    assertThatThrownBy(() -> options("--format", "json").check())
        .isInstanceOf(WrongUsage.class)
        .hasMessage("--format json needs --mapping FILE");
    assertThatThrownBy(() -> options("--format", "yaml").check())
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining("convert it to JSON");
    options("--format", "dc-film").check();
  }
}
