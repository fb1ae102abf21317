package org.marquee.feed.marquee;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.feed.BytesPart;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Findings;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

@NullMarked
class MarqueeReaderTest {
  private static final String HEADER =
      "{\"type\":\"feed\",\"version\":1,\"observedAt\":\"2026-11-21T06:00:00Z\",\"mode\":\"full\"}\n";
  private static final String FILM =
      "{\"type\":\"film\",\"externalId\":\"f1\",\"title\":\"Solaris\"}\n";

  private static Findings read(String text) throws IOException {
    return read(text.getBytes(UTF_8));
  }

  private static Findings read(byte[]... parts) throws IOException {
    return Findings.of(new MarqueeReader(), null, parts);
  }

  private static byte[] bytes(Object... pieces) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Object piece : pieces) {
      bytes.writeBytes(piece instanceof byte[] raw ? raw : piece.toString().getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "  \r\n\t\n", "\uFEFF", "\uFEFF\n"})
  void blank_lines_alone_are_an_empty_feed(String text) throws IOException {
    assertThat(read(text).unreadableCode()).isEqualTo(Code.FEED_EMPTY);
  }

  @Test
  void other_encodings_are_not_text() throws IOException {
    String feed = HEADER + FILM;
    assertThat(read(feed.getBytes(UTF_16LE)).unreadableCode()).isEqualTo(Code.FEED_NOT_TEXT);
    assertThat(read(feed.getBytes(UTF_16BE)).unreadableCode()).isEqualTo(Code.FEED_NOT_TEXT);
    byte[] marked = bytes(new byte[] {(byte) 0xff, (byte) 0xfe}, feed.getBytes(UTF_16LE));
    assertThat(read(marked).unreadableCode()).isEqualTo(Code.FEED_NOT_TEXT);
    assertThat(read(new byte[3 << 20]).unreadableCode()).isEqualTo(Code.FEED_NOT_TEXT);
    byte[] zip = {'P', 'K', 3, 4, 20, 0, 0, 0, 8, 0};
    assertThat(read(zip).unreadableCode()).isEqualTo(Code.FEED_NOT_TEXT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "[]",
        "{\"type\":\"film\",\"externalId\":\"f1\"}",
        "{\"type\":\"feed\",\"observedAt\":\"2026-11-21T06:00:00Z\",\"mode\":\"full\"}",
        "{\"type\":\"feed\",\"version\":2,\"observedAt\":\"2026-11-21T06:00:00Z\",\"mode\":\"full\"}",
        "{\"type\":\"feed\",\"version\":\"1\",\"observedAt\":\"2026-11-21T06:00:00Z\",\"mode\":\"full\"}",
        "{\"type\":\"feed\",\"version\":1.0,\"observedAt\":\"2026-11-21T06:00:00Z\",\"mode\":\"full\"}",
        "{\"type\":\"feed\",\"version\":1,\"mode\":\"full\"}",
        "{\"type\":\"feed\",\"version\":1,\"observedAt\":\"2026-11-21\",\"mode\":\"full\"}",
        "{\"type\":\"feed\",\"version\":1,\"observedAt\":\"2026-11-21T06:00:00\",\"mode\":\"full\"}",
        "{\"type\":\"feed\",\"version\":1,\"observedAt\":\"2026-11-21T06:00:00Z\"}",
        "{\"type\":\"feed\",\"version\":1,\"observedAt\":\"2026-11-21T06:00:00Z\",\"mode\":\"FULL\"}",
        "{\"type\":\"feed\",\"type\":\"feed\",\"version\":1,\"observedAt\":\"2026-11-21T06:00:00Z\",\"mode\":\"full\"}"
      })
  void without_a_sound_header_a_feed_cannot_be_read(String header) throws IOException {
    Findings findings = read(header + "\n" + FILM);
    assertThat(findings.unreadableCode()).isEqualTo(Code.FEED_HEADER_MISSING);
    assertThat(findings.log).hasSize(1);
  }

  @ParameterizedTest
  @Cases(
      """
      "sourceUpdatedAt":"yesterday" | "sourceUpdatedAt":"" | "covers":"rex"
      "covers":{"cinema":["rex"]} | "covers":{"cinemas":"rex"} | "covers":{"cinemas":["rex",7]}
      "covers":{"cinemas":[""]} | "covers":{"from":"2026-11-21"}
      "covers":{"from":"2026-11-21T00:00Z","until":"2026-11-21T01:00+01:00"}
      """)
  void what_a_header_says_of_its_reach_is_never_guessed(String member) throws IOException {
    Findings findings = read(HEADER.replace("}", "," + member + "}") + FILM);
    assertThat(findings.unreadableCode()).isEqualTo(Code.FEED_HEADER_MISSING);
  }

  private static String end(Object records) {
    return "{\"type\":\"end\",\"records\":%s}".formatted(records);
  }

  @Test
  void a_feed_may_end_with_the_number_of_its_records() throws IOException {
    Findings findings = read(HEADER + FILM + "\n" + "no record\n" + end(2));
    assertThat(findings.records).hasSize(1);
    assertThat(findings.log).as("header, record, refused line").hasSize(3);
    assertThat(read(bytes(HEADER, FILM), bytes(end(1), "\n\n")).codes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"end\",\"records\":0}",
        "{\"type\":\"end\",\"records\":2}",
        "{\"type\":\"end\",\"records\":1.0}",
        "{\"type\":\"end\",\"records\":\"1\"}",
        "{\"type\":\"end\"}",
        "{\"type\":\"end\",\"records\":1,\"records\":1}",
        "{\"type\":\"end\",\"records\":1}\nno record",
        "{\"type\":\"end\",\"records\":1}\n{\"type\":\"end\",\"records\":1}"
      })
  void a_feed_whose_end_does_not_fit_is_cut_off(String end) throws IOException {
    assertThat(read(HEADER + FILM + end + "\n").unreadableCode()).isEqualTo(Code.FEED_CUT_OFF);
  }

  @Test
  void where_only_the_connection_ended_a_feed_its_own_end_tells_that_it_is_whole()
      throws IOException {
    assertThat(openEnded(HEADER + FILM)).containsExactly(Code.END_UNKNOWN);
    assertThat(openEnded(HEADER + FILM + end(1))).isEmpty();
  }

  private static List<Code> openEnded(String text) throws IOException {
    List<Code> codes = new ArrayList<>();
    new MarqueeReader()
        .read(
            new FeedSource(
                List.of(BytesPart.openEnded("feed", text.getBytes(UTF_8))), Instant.EPOCH, null),
            new FeedSink() {
              @Override
              public void notice(Notice notice) {
                codes.add(notice.code());
              }
            });
    return codes;
  }

  @Test
  void an_unknown_member_of_the_header_is_only_reported() throws IOException {
    Findings findings = read(HEADER.replace("}", ",\"author\":\"me\"}") + FILM);
    assertThat(findings.codes()).containsExactly(Code.MEMBER_UNKNOWN);
    assertThat(findings.records).hasSize(1);
  }

  @ParameterizedTest
  @Cases(
      """
      {"type":"feed","ver | {"type":"film","externalId":"f2" | {"type":"film","externalId":"f2"} x
      { | nonsense | [1,2
      """)
  void a_last_line_without_newline_must_be_whole(String last) throws IOException {
    Findings findings = read(HEADER + FILM + last);
    assertThat(findings.unreadableCode()).isEqualTo(Code.FEED_CUT_OFF);
    assertThat(findings.records).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"type\":\"feed\",\"version\":1,\"obs", "{"})
  void a_feed_cut_off_in_its_header_is_cut_off(String header) throws IOException {
    assertThat(read(header).unreadableCode()).isEqualTo(Code.FEED_CUT_OFF);
  }

  @Test
  void a_last_line_cut_within_a_character_is_cut_off() throws IOException {
    byte[] cut = bytes(HEADER, "{\"type\":\"film\",\"title\":\"", new byte[] {(byte) 0xc3});
    assertThat(read(cut).unreadableCode()).isEqualTo(Code.FEED_CUT_OFF);
  }

  @ParameterizedTest
  @Cases(
      """
      80 | c0 af | c1 81 | c3 28 | e0 80 80 | e0 9f bf | ed a0 80 | ed bf bf | ef bf | f0 80 80 80
      f0 8f bf bf | f4 90 80 80 | f5 80 80 80 | ff | fe
      """)
  void a_line_that_is_not_utf8_is_refused_alone(String hex) throws IOException {
    byte[] bad = HexFormat.ofDelimiter(" ").parseHex(hex);
    Findings findings =
        read(
            bytes(
                HEADER,
                "{\"type\":\"film\",\"externalId\":\"f0\",\"title\":\"",
                bad,
                "\"}\n",
                FILM));
    assertThat(findings.onlyRecord().externalId()).isEqualTo("f1");
    assertThat(findings.onlyRefused().notice().code()).isEqualTo(Code.LINE_UNREADABLE);
    assertThat(findings.onlyRefused().externalId()).isEqualTo("f0");
  }

  @Test
  void every_sound_sequence_of_utf8_passes() throws IOException {
    String title = "é\u07ff\u0800\ud7ff\ue000\uffff\ud800\udc00\udbff\udfff";
    Findings findings = read(HEADER + FILM.replace("Solaris", title));
    assertThat(((FeedRecord.Film) findings.onlyRecord()).title()).isEqualTo(title);
  }

  @Test
  void a_line_of_a_mebibyte_is_read_and_a_longer_one_refused() throws IOException {
    String line = "{\"type\":\"film\",\"externalId\":\"f0\",\"title\":\"x\",\"fill\":\"\"}";
    String fits = line.replace("\"\"}", "\"" + "y".repeat((1 << 20) - line.length()) + "\"}");
    assertThat(fits).hasSize(1 << 20);
    assertThat(read(HEADER + fits + "\r\n" + FILM).records).hasSize(2);
    Findings findings = read(HEADER + fits + " \n" + FILM);
    assertThat(findings.onlyRefused().notice().code()).isEqualTo(Code.LINE_UNREADABLE);
    assertThat(findings.onlyRefused().line()).isEqualTo(2);
    assertThat(findings.log.getLast()).startsWith("3: Film");
  }

  @Test
  void a_line_too_long_to_be_read_still_tells_which_record_it_is() throws IOException {
    String[] ends = {"y\"}", "y".repeat(5_000_000) + "\"}"};
    for (String end : ends) {
      String fill = ",\"fill\":\"" + "y".repeat(1 << 20) + end + "\n";
      Findings findings =
          read(
              HEADER
                  + ("{\"type\":\"film\",\"externalId\":\"f0\",\"title\":\"x\"" + fill)
                  + ("{\"type\":\"screen\",\"externalId\":\"1\",\"cinema\":\"rex\"" + fill)
                  + ("{\"type\":\"showtime\"" + fill)
                  + FILM);
      assertThat(findings.refused)
          .extracting(
              Findings.Refused::kind, Findings.Refused::externalId, Findings.Refused::cinema)
          .containsExactly(
              tuple(Kind.FILM, "f0", null),
              tuple(Kind.SCREEN, "1", "rex"),
              tuple(Kind.SHOWTIME, null, null));
      assertThat(findings.refused)
          .allSatisfy(refused -> {
            assertThat(refused.notice().code()).isEqualTo(Code.LINE_UNREADABLE);
            assertThat(refused.notice().detail()).isEqualTo("it is longer than 1048576 bytes");
          });
      assertThat(findings.notices).isEmpty();
    }
  }

  @Test
  void a_line_of_many_blocks_is_passed_over() throws IOException {
    Findings findings = read(HEADER + "z".repeat(5_000_000) + "\n" + FILM);
    assertThat(findings.lines()).isEqualTo(2);
    assertThat(findings.log.getLast()).startsWith("3: Film");
  }

  @Test
  void a_feed_that_ends_in_a_long_line_is_cut_off() throws IOException {
    Findings findings = read(HEADER + FILM + "z".repeat(5_000_000));
    assertThat(findings.unreadableCode()).isEqualTo(Code.FEED_CUT_OFF);
    findings = read(HEADER + FILM + "z".repeat((1 << 20) + 1));
    assertThat(findings.unreadableCode()).isEqualTo(Code.FEED_CUT_OFF);
  }

  @Test
  void deep_nesting_is_refused() throws IOException {
    String bomb = "{\"type\":\"film\",\"externalId\":\"f0\",\"x\":" + "[".repeat(1_000_000) + "\n";
    Findings findings = read(HEADER + bomb + FILM);
    assertThat(findings.onlyRefused().externalId()).isEqualTo("f0");
    assertThat(findings.records).hasSize(1);
  }

  @Test
  void a_huge_number_costs_its_member_only() throws IOException {
    String digits = "9".repeat(500_000);
    Findings findings =
        read(HEADER + FILM.replace("\"title\"", "\"durationMinutes\":" + digits + ",\"title\""));
    assertThat(findings.codes()).containsExactly(Code.OPTIONAL_MEMBER_DROPPED);
    assertThat(findings.records).hasSize(1);
  }

  @Test
  void many_members_of_one_object_are_read() throws IOException {
    StringBuilder members = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      members.append("\"m").append(i).append("\":0,");
    }
    Findings findings = read(HEADER + FILM.replace("\"title\"", members + "\"title\""));
    assertThat(findings.records).hasSize(1);
    // As many names as are counted apart, and the rest together.
    assertThat(findings.notices).hasSize(1001);
    findings = read(HEADER + FILM.replace("\"title\"", members + "\"m49999\":1,\"title\""));
    assertThat(findings.onlyRefused().notice().detail()).contains("m49999");
  }

  @Test
  void several_files_are_one_feed() throws IOException {
    Findings findings =
        read(
            bytes(HEADER, FILM.strip()),
            bytes(FILM.replace("f1", "f2"), "nonsense\n"),
            bytes("\uFEFF", FILM.replace("f1", "f3")));
    assertThat(findings.records)
        .extracting(FeedRecord::externalId)
        .containsExactly("f1", "f2", "f3");
    assertThat(findings.onlyRefused().line()).isEqualTo(4);
    assertThat(findings.onlyRefused().notice().place()).isEqualTo("line 4 (part2, line 2)");
  }
}
