package org.marquee.feed.mapped;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.marquee.feed.Findings.REX;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.feed.Findings;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.JsonDocument;
import org.marquee.feed.member.Value;
import org.marquee.notice.Code;

/// Feeds of malicious and broken sources.
@NullMarked
class HostileFeedTest {
  private static Findings read(String mapping, byte[]... parts) throws IOException {
    return Findings.of(Ready.reader(mapping), REX, parts);
  }

  private static Findings read(String mapping, String text) throws IOException {
    return read(mapping, text.getBytes(UTF_8));
  }

  private static byte[] example(String path) throws IOException {
    return Files.readAllBytes(
        Repository.path("server/feeds/src/test/resources/feeds/mapped").resolve(path));
  }

  @Test
  void wherever_a_document_is_cut_it_is_refused() throws IOException {
    String text = new String(example("dc-film/input.json"), UTF_8).strip();
    for (int length = 1; length < text.length(); length++) {
      assertThat(read("dc-film", text.substring(0, length)).unreadableCode())
          .as("cut after %d", length)
          .isEqualTo(Code.FEED_CUT_OFF);
    }
    assertThat(read("dc-film", "").unreadableCode()).isEqualTo(Code.FEED_EMPTY);
    assertThat(read("dc-film", text + "{}").unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
  }

  @Test
  void wherever_a_table_is_cut_no_row_is_lost_without_a_word() throws IOException {
    String text = new String(example("cnc-cinemas/input.csv"), UTF_8).strip();
    int whole = read("cnc-cinemas", text).lines();
    for (int length = text.indexOf('\n') + 1; length < text.length(); length++) {
      Findings findings = read("cnc-cinemas", text.substring(0, length));
      // A cut at the end of a row cannot be detected.
      if (findings.unreadable == null) {
        assertThat(findings.lines()).as("cut after %d", length).isLessThanOrEqualTo(whole);
        assertThat(text.substring(0, length)).matches("(?s).*(\\n|;[^\\n;]*;[^\\n;]*)");
      } else {
        assertThat(findings.unreadableCode()).isEqualTo(Code.FEED_CUT_OFF);
      }
    }
  }

  @Test
  void a_feed_without_its_rows_is_not_one_that_lists_nothing() throws IOException {
    assertThat(read("dc-film", "{\"screenings\":[]}").unreadable).isNull();
    assertThat(read("dc-film", "{\"shows\":[]}").unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read("dc-film", "{\"screenings\":null}").unreadableCode())
        .isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read("dc-film", "[]").unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read("vue", "{\"result\":[]}").unreadable).isNull();
    assertThat(read("vue", "{\"result\":[{\"filmId\":\"1\",\"filmTitle\":\"a\"}]}").toString())
        .contains("there is no result[film].showingGroups[group].sessions[]");
    assertThat(read("cnc-cinemas", "a;b\n1;2\n").unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read("cnc-cinemas", "").unreadableCode()).isEqualTo(Code.FEED_EMPTY);
  }

  @Test
  void a_quote_that_is_never_closed_is_reported() throws IOException {
    String rows = new String(example("cnc-cinemas/input.csv"), UTF_8);
    for (String open : List.of("\"", "\"\"\"", "\"x\"\"")) {
      Findings findings = read("cnc-cinemas", rows.replace("GRAND ECRAN", open + "GRAND ECRAN"));
      assertThat(findings.toString()).as(open).contains("a quote is never closed");
    }
  }

  @Test
  void a_missing_column_is_reported() throws IOException {
    String rows = new String(example("cnc-cinemas/input.csv"), UTF_8);
    Findings findings = read("cnc-cinemas", rows.replace("adresse", "rue"));
    assertThat(findings.codes()).contains(Code.COLUMN_MISSING);
    assertThat(findings.toString()).contains("read [adresse]");
  }

  @Test
  void the_encoding_is_recognised_by_the_bytes() throws IOException {
    String text = new String(example("dc-film/input.json"), UTF_8);
    String expected = read("dc-film", text).toString();
    assertThat(read("dc-film", text.getBytes(UTF_16LE)).toString()).isEqualTo(expected);
    assertThat(read("dc-film", ("\uFEFF" + text).getBytes(UTF_16LE)).toString())
        .isEqualTo(expected);
    assertThat(read("dc-film", "\uFEFF" + text).toString()).isEqualTo(expected);
    String master = new String(example("venuemaster/input.json"), UTF_16LE);
    assertThat(read("venuemaster", master).toString())
        .isEqualTo(read("venuemaster", example("venuemaster/input.json")).toString());
    byte[] latin1 = text.replace("TIDEWATER", "AMÉLIE").getBytes(ISO_8859_1);
    assertThat(read("dc-film", latin1).unreadableCode()).isEqualTo(Code.FEED_NOT_TEXT);
    byte[] odd = Arrays.copyOf(text.getBytes(UTF_16LE), 301);
    assertThat(read("dc-film", odd).unreadable).isNotNull();
  }

  @Test
  void what_is_too_deep_or_too_long_is_refused() throws IOException {
    String deep = "[".repeat(100_000);
    assertThat(read("dc-film", deep).unreadableCode()).isNotNull();
    assertThat(read("dc-film", "{\"screenings\":[" + "[],".repeat(1_100_000) + "[]]}").toString())
        .contains("something in it is too long");
    String longest = "x".repeat(JsonDocument.LONGEST / 20);
    String item = "{\"title\":\"" + longest + "\"},";
    assertThat(read("dc-film", "{\"screenings\":[" + item.repeat(21) + "{}]}").unreadableCode())
        .isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read("cnc-cinemas", "a;\"" + "x".repeat(3_000_000)).unreadableCode())
        .isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read("cnc-cinemas", ";".repeat(100_000) + "\n1").unreadableCode()).isNotNull();
  }

  @Test
  void xml_that_nests_too_deeply_or_has_too_many_elements_is_refused() throws IOException {
    assertThat(xml("<a>".repeat(64) + "</a>".repeat(64))).isNotNull();
    for (String each :
        List.of("<a>".repeat(65) + "</a>".repeat(65), "<a>" + "<b/>".repeat(1_000_000) + "</a>")) {
      assertThatThrownBy(() -> xml(each))
          .isInstanceOf(UnreadableFeed.class)
          .hasMessageContaining("nests too deeply, or has too many elements");
    }
  }

  private static Value xml(String text) throws IOException {
    return XmlTree.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "feed", Set.of());
  }
}
