package org.marquee.feed.schemaorg;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Findings;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;

/// Broken and malicious pages.
@NullMarked
class SchemaOrgHostileTest {
  private static final int MEBIBYTES = 2 << 20;

  private static final String CINEMA =
      """
      {"@context": "https://schema.org", "@type": "MovieTheater", "@id": "https://rex.example/#c", "name": "Rex é",
       "event": {"@type": "ScreeningEvent", "@id": "https://rex.example/1", "name": "Solaris", "startDate": "2025-01-25T19:30"}}
      """;

  private static Findings read(String text) throws IOException {
    return Findings.of(new SchemaOrgReader(), null, text.getBytes(UTF_8));
  }

  private static String block(String json) {
    return "<script type=\"application/ld+json\">" + json + "</script>";
  }

  private static String page(String body) {
    return "<html><body>" + body + "</body></html>";
  }

  private static long showtimes(Findings findings) {
    return findings.records.stream().filter(record -> record.kind() == Kind.SHOWTIME).count();
  }

  @ParameterizedTest
  @Cases(
      """
      <div> | <p><b> | <table><tr><td> | <svg> | <x y=z> | <link rel=a> | < | </
      """)
  void megabytes_of_nested_tags_hide_no_block(String tag) throws IOException {
    String nest = tag.repeat(MEBIBYTES / tag.length());
    Findings findings = read(page(nest + ">" + block(CINEMA)));
    assertThat(showtimes(findings)).isEqualTo(1);
    assertThat(findings.codes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"<script type='application/ld+json'>", "<!--", "<link href='"})
  void what_never_closes_takes_the_rest_and_withdraws_nothing(String opening) throws IOException {
    Findings findings = read(page(block(CINEMA) + opening + block(CINEMA).repeat(3)));
    assertThat(showtimes(findings)).isEqualTo(1);
    assertThat(findings.codes()).contains(Code.PART_LOST);
    assertThat(findings.headers.getFirst().mode().name()).isEqualTo("DELTA");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "-1e-999999999", "1e41", "0e2147483647"})
  void degrees_that_would_fill_the_memory_are_no_degrees(String degrees) throws IOException {
    String place = "\"geo\": {\"latitude\": \"%s\", \"longitude\": \"1.5\"}, ".formatted(degrees);
    Findings findings = read(page(block(CINEMA.replace("\"event\"", place + "\"event\""))));
    assertThat(showtimes(findings)).isEqualTo(1);
    assertThat(findings.records.toString()).contains("latitude=null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "https://rex.example/\\udc00", "a\\ud83c b"})
  void half_a_character_in_an_address_is_left_as_it_is(String address) throws IOException {
    String url = "\"url\": \"%s\", \"startDate\"".formatted(address);
    Findings findings = read(page(block(CINEMA.replace("\"startDate\"", url))));
    assertThat(showtimes(findings)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "[{\"@graph\":["})
  void brackets_without_end_are_a_broken_block(String opening) throws IOException {
    String nest = opening.repeat(100_000);
    Findings findings = read(page(block(CINEMA) + block(nest)));
    assertThat(showtimes(findings)).isEqualTo(1);
    assertThat(findings.codes()).containsExactly(Code.BLOCK_UNREADABLE);
    assertThat(read(nest).unreadableCode()).isIn(Code.FEED_UNREADABLE, Code.FEED_CUT_OFF);
  }

  @Test
  void more_values_than_memory_has_room_for_are_refused() throws IOException {
    String many = "[" + "{},".repeat(JsonLd.MOST) + "{}]";
    assertThat(read(many).unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
  }

  @Test
  void a_file_that_is_too_long_is_refused() throws IOException {
    Findings findings = read(page("x".repeat(17 << 20)));
    assertThat(findings.unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
  }

  @Test
  void a_crowd_of_the_same_id_and_name_is_read() throws IOException {
    StringBuilder events = new StringBuilder(CINEMA);
    for (int i = 0; i < 1_500; i++) {
      events
          .append(
              "{\"@type\": \"ScreeningEvent\", \"@id\": \"https://rex.example/e\", \"name\": \"A\",")
          .append(
              "\"startDate\": \"2025-01-25T19:30\", \"location\": {\"@id\": \"https://rex.example/#c\"}}\n");
    }
    assertThat(showtimes(read(events.toString()))).isEqualTo(2);
  }

  @Test
  void events_that_are_parts_of_each_other_come_to_an_end() throws IOException {
    Findings findings =
        read(
            """
            [{"@type": "ScreeningEvent", "@id": "x:a", "superEvent": {"@id": "x:b"}, "subEvent": {"@id": "x:b"}},
             {"@type": "ScreeningEvent", "@id": "x:b", "superEvent": {"@id": "x:a"}, "subEvent": {"@id": "x:a"}},
             {"@type": "MovieTheater", "@id": "x:c", "name": "Rex", "containedInPlace": {"@id": "x:c"}},
             {"@type": "ScreeningEvent", "@id": "x:d", "name": "A", "startDate": "2025-01-25T19:30",
              "location": {"@id": "x:c"}, "superEvent": {"@id": "x:d"}, "workPresented": {"@id": "x:d"}}]
            """);
    assertThat(findings.unreadable).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"windows-1252", "ISO-8859-1", "UTF-8"})
  void a_page_is_decoded_as_it_declares(String charset) throws IOException {
    String page = "<html><head><meta charset='" + charset + "'></head>" + block(CINEMA) + "</html>";
    Findings findings =
        Findings.of(new SchemaOrgReader(), null, page.getBytes(Charset.forName(charset)));
    assertThat(((FeedRecord.Cinema) findings.records.getFirst()).name()).isEqualTo("Rex é");
  }

  @Test
  void a_page_without_data_among_others_lets_nothing_be_withdrawn() throws IOException {
    byte[] sound = page(block(CINEMA)).getBytes(UTF_8);
    for (String broken :
        new String[] {page("<h1>502 Bad Gateway</h1>"), "{\"message\":\"down for maintenance\"}"}) {
      Findings findings =
          Findings.of(new SchemaOrgReader(), null, sound, broken.getBytes(UTF_8), sound);
      assertThat(showtimes(findings)).isEqualTo(1);
      assertThat(findings.headers.getFirst().mode()).isEqualTo(FeedHeader.Mode.DELTA);
      assertThat(findings.codes()).contains(Code.PAGE_WITHOUT_DATA, Code.PART_LOST);
      assertThat(findings.toString()).contains("part2 has no structured data");
    }
    Findings none =
        Findings.of(new SchemaOrgReader(), null, sound, page(block("[]")).getBytes(UTF_8));
    assertThat(none.headers.getFirst().mode()).isEqualTo(FeedHeader.Mode.FULL);
    assertThat(none.codes()).doesNotContain(Code.PAGE_WITHOUT_DATA);
  }

  @Test
  void a_byte_order_mark_says_what_the_rest_is() throws IOException {
    for (String text : new String[] {CINEMA, page(block(CINEMA))}) {
      byte[] utf16 = ("\uFEFF" + text).getBytes(UTF_16LE);
      assertThat(showtimes(Findings.of(new SchemaOrgReader(), null, utf16))).isEqualTo(1);
      assertThat(showtimes(read("\uFEFF" + text))).isEqualTo(1);
    }
  }

  @Test
  void bare_json_that_is_not_utf_8_is_refused_and_a_page_is_not() throws IOException {
    Charset windows = Charset.forName("windows-1252");
    assertThat(Findings.of(new SchemaOrgReader(), null, CINEMA.getBytes(windows)).unreadableCode())
        .isEqualTo(Code.FEED_NOT_TEXT);
    byte[] page = page(block(CINEMA)).getBytes(windows);
    assertThat(showtimes(Findings.of(new SchemaOrgReader(), null, page))).isEqualTo(1);
  }
}
