package org.marquee.feed.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.feed.Findings.REX;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.schemaorg.SchemaOrgReader;
import org.marquee.notice.Code;

/// Files that lie beside those of a feed.
@NullMarked
class ForeignFilesTest {
  private static final String FILM =
      """
      [{"title":"%s","url":"https://rex.example/%1$s","overview":{"directors":[]},
        "performances":[{"time":1737747000000,"bookingUrl":"https://rex.example/book"}]}]
      """;

  @TempDir Path folder;

  private Findings read(FeedReader reader, Map<String, String> files) throws IOException {
    List<FeedSource.Part> parts = new ArrayList<>();
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      parts.add(new FilePart(Files.writeString(path, file.getValue())));
    }
    return Findings.of(ForeignFiles.without(reader, parts), REX, parts);
  }

  private Findings beside(String name, String text) throws IOException {
    return read(
        new ClusterflickReader(),
        Map.of("a.json", FILM.formatted("Solaris"), "b.json", FILM.formatted("Alien"), name, text));
  }

  private static FeedHeader.Mode mode(Findings findings) {
    return findings.headers.getFirst().mode();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "index.json | {\"files\": [\"a.json\", \"b.json\"]}",
        "index.json | [\"a.json\", \"b.json\"]",
        "manifest.json | {\"files\": [",
        "README | two venues",
        "readme.md | # two venues",
        ".DS_Store | binary",
        "poster.png | PNG",
        "notes.txt | new since May",
      })
  void what_is_plainly_none_of_the_feed_is_skipped_and_named(String name, String text)
      throws IOException {
    Findings findings = beside(name, text);
    assertThat(findings.codes()).containsExactly(Code.FILE_SKIPPED);
    assertThat(findings.notices.getFirst().detail()).endsWith(name);
    assertThat(findings.toString()).contains("Solaris", "Alien");
    assertThat(mode(findings)).isEqualTo(FeedHeader.Mode.FULL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c.json | {\"error\": \"too many requests\"}",
        "venues.json | [{\"name\": \"Rex\", \"town\": \"Elmet\"}]",
        "c.json | ''",
      })
  void what_may_have_been_data_is_skipped_and_nothing_is_withdrawn(String name, String text)
      throws IOException {
    Findings findings = beside(name, text);
    assertThat(findings.toString()).contains("Solaris", "Alien");
    assertThat(findings.codes()).containsExactly(Code.PART_LOST);
    assertThat(findings.notices.getFirst().detail()).contains(name);
    assertThat(mode(findings)).isEqualTo(FeedHeader.Mode.DELTA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"title\":\"Stalker\",\"url\":\"https://rex.example/s\",\"overview\":{},\"performances\":[{\"time\":17",
        "[{\"tit",
        "<html>502</html>",
      })
  void a_damaged_file_refuses_the_feed(String text) throws IOException {
    Findings findings = beside("c.json", text);
    assertThat(findings.unreadable).as(findings.toString()).isNotNull();
  }

  @Test
  void one_file_alone_is_what_the_operator_says_it_is() throws IOException {
    Findings findings = read(new ClusterflickReader(), Map.of("index.json", "{\"files\":[]}"));
    assertThat(findings.unreadable).isNotNull();
    assertThat(
            read(new ClusterflickReader(), Map.of("index.json", FILM.formatted("Solaris"))).codes())
        .isEmpty();
  }

  @Test
  void a_name_that_data_has_is_not_skipped() throws IOException {
    Findings findings =
        read(
            new ClusterflickReader(),
            Map.of("rex/index.json", FILM.formatted("Solaris"), "lux/index.json", "{\"files\":["));
    assertThat(findings.unreadable).isNotNull();
  }

  @Test
  void an_empty_list_is_a_venue_without_a_programme() throws IOException {
    Findings findings = beside("c.json", "[]");
    assertThat(findings.codes()).isEmpty();
    assertThat(findings.unreadable).isNull();
    assertThat(mode(findings)).isEqualTo(FeedHeader.Mode.FULL);
  }

  @Test
  void a_page_without_data_is_for_its_reader_to_judge() throws IOException {
    String page =
        """
        <html><script type="application/ld+json">{"@context":"https://schema.org","@type":"ScreeningEvent",
        "name":"Solaris","startDate":"2027-01-15T17:45","location":{"@type":"MovieTheater","name":"Rex"}}</script></html>
        """;
    Findings findings =
        read(
            new SchemaOrgReader(),
            Map.of("a.html", page, "b.html", "<html>502</html>", "index.json", "[\"a.html\"]"));
    assertThat(findings.codes()).contains(Code.PAGE_WITHOUT_DATA, Code.FILE_SKIPPED);
    assertThat(findings.unreadable).isNull();
  }
}
