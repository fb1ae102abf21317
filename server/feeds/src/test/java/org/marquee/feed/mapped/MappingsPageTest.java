package org.marquee.feed.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.Repository;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedStart;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.member.JsonDocument;
import org.marquee.listing.Attribute;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// Reads docs/mappings.md and does what it says.
@NullMarked
class MappingsPageTest {
  private static final Path DOCS = Repository.path("docs");

  private static String page() throws IOException {
    return Files.readString(DOCS.resolve("mappings.md"));
  }

  private static String block(String opening) throws IOException {
    String after = page().split(opening, 2)[1];
    return after.substring(0, after.indexOf("```"));
  }

  @Test
  void the_example_makes_what_the_page_says() throws IOException {
    Path mapping = DOCS.resolve("examples/harbour.yaml");
    Path sheet = DOCS.resolve("examples/harbour.csv");
    assertThat(block("```yaml\n")).isEqualTo(Files.readString(mapping));
    assertThat(block("```csv\n")).isEqualTo(Files.readString(sheet));
    Findings findings = Findings.of(MappedReader.of(mapping), null, List.of(new FilePart(sheet)));
    String told =
        findings.records.stream().map(MappingsPageTest::told).collect(Collectors.joining())
            + findings.leftOut.stream().map(MappingsPageTest::told).collect(Collectors.joining());
    assertThat(told).isEqualTo(block("It makes of the sheet:\n```\n"));
    assertThat(findings.notices).isEmpty();
    assertThat(findings.refused).isEmpty();
  }

  @Test
  void the_page_says_how_long_a_document_may_be() throws IOException {
    assertThat(page())
        .contains(
            "JSON may have up to %d million characters, one of XML up to %d million bytes"
                .formatted(JsonDocument.LONGEST / 1_000_000, XmlTree.LONGEST / 1_000_000));
  }

  @Test
  void the_row_of_xml_is_read_by_the_paths_that_the_page_names(@TempDir Path folder)
      throws IOException {
    String page = page();
    Matcher paths =
        Pattern.compile(
                "With `each: (\"[^\"]+\")`:\n```xml\n(.*?)```\n"
                    + "the film is `(.*?)`, the screen's name `(.*?)`, and the cinema `(.*?)`",
                Pattern.DOTALL)
            .matcher(page);
    assertThat(paths.find()).isTrue();
    Path mapping =
        Files.writeString(
            folder.resolve("mapping.yaml"),
            """
            about: A test
            format: xml
            zone: Europe/London
            records:
              - kind: showtime
                each: %s
                fields: {film: %s, screenName: %s, cinema: '%s', startsAt: start}
            """
                .formatted(paths.group(1), paths.group(3), paths.group(4), paths.group(5)));
    Path feed = Files.writeString(folder.resolve("feed.xml"), paths.group(2));
    Findings findings = Findings.of(MappedReader.of(mapping), null, List.of(new FilePart(feed)));
    assertThat(findings.refused).isEmpty();
    assertThat(findings.records.toString())
        .contains("film=1", "cinema=rex", "2026-11-25T20:00", "1");
  }

  private static String told(Notice leftOut) {
    return "left out: " + leftOut.detail() + "\n";
  }

  private static String told(FeedRecord record) {
    String head = record.kind().word() + " " + record.externalId() + ": ";
    return switch (record) {
      case FeedRecord.Cinema cinema ->
          head
              + "%s, %s %s %s, %s\n"
                  .formatted(
                      cinema.name(),
                      said(cinema.locality()),
                      said(cinema.countryCode()),
                      said(cinema.postcode()),
                      said(cinema.timeZone()));
      case FeedRecord.Film film -> head + said(film.title()) + "\n";
      case FeedRecord.Showtime showtime -> {
        String attributes =
            showtime.attributes().list().stream()
                .map(Attribute::id)
                .map(id -> " " + id)
                .collect(Collectors.joining());
        String start = showtime.start() instanceof FeedStart.Local(var time) ? time.toString() : "";
        yield head + start + attributes + "\n";
      }
      default -> throw new AssertionError(record);
    };
  }

  private static String said(@Nullable String text) {
    return text == null ? "" : text;
  }

  @Test
  void the_page_names_every_ready_mapping_every_field_and_every_member() throws IOException {
    String page = page();
    for (String name : Ready.names()) {
      assertThat(page).contains("`" + name + "`");
    }
    MappingFields.FIELDS
        .values()
        .forEach(fields -> fields.forEach(field -> assertThat(page).contains("`" + field + "`")));
    for (Kind kind : Kind.values()) {
      DetailFields.names(kind).forEach(field -> assertThat(page).contains("`" + field + "`"));
    }
  }
}
