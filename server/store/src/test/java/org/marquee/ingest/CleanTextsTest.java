package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.ingest.ImportTest.REX;
import static org.marquee.ingest.ImportTest.SOLARIS;
import static org.marquee.ingest.ImportTest.T1;
import static org.marquee.ingest.ImportTest.T2;
import static org.marquee.ingest.ImportTest.cinema;
import static org.marquee.ingest.ImportTest.show;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.feed.schemaorg.SchemaOrgReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Film;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Showtime;
import org.marquee.notice.Code;

/// Texts and addresses of a feed that could act on their readers.
@NullMarked
class CleanTextsTest {
  private static final FeedRecord.Cinema VENUE =
      new FeedRecord.Cinema(
          "rex", "Rex", null, "Europe/London", "GB", "London", "E8 2PB", null, null, null, null);

  private final World world = World.fresh();

  @AfterEach
  void close() {
    world.close();
  }

  private List<ListedRecord> published() {
    List<ListedRecord> all = new ArrayList<>(world.showtimes());
    all.addAll(world.listings().films());
    all.addAll(world.listings().chains());
    for (Showtime each : world.showtimes()) {
      all.add(world.listings().findCinema(each.cinemaId()).orElseThrow());
      all.addAll(world.listings().screens(each.cinemaId()));
    }
    return all;
  }

  @Test
  void what_nobody_may_see_is_published_nowhere_and_told() {
    var run =
        world.full(
            T1,
            "{\"type\":\"chain\",\"externalId\":\"c\\u0085\",\"name\":\"Odeon\\u2029\\u0007Ltd\"}",
            cinema(
                    "r\\u0001x",
                    "Rex\\r\\nSet-Cookie: a=b\\u001b[2J",
                    "\"postcode\":\"W1\\t1AA\",\"address\":\"1 High St\\n  London\",")
                .replace("\"timeZone\"", "\"chain\":\"c\\u0085\",\"timeZone\""),
            "{\"type\":\"film\",\"externalId\":\"so\\u202elaris\",\"title\":\"\\u202eSol\\u2028aris\\u2069\",\"certification\":\"1\\u00805\"}",
            show("a\\tb", "2026-07-01T19:30", ",\"screen\":{\"name\":\"Screen\\u000b1\\u2066\"}")
                .replace("\"solaris\"", "\"so\\u202elaris\"")
                .replace("\"rex\"", "\"r\\u0001x\""));

    assertThat(run.rowCounts().total().refused()).isZero();
    assertThat(run.count(Code.TEXT_CLEANED)).isEqualTo(14);
    assertThat(published())
        .hasSize(5)
        .allSatisfy(record ->
            assertThat(record.toString())
                .doesNotContainPattern("[\\p{Cntrl}\\x80-\\x9f\\u2028-\\u202e\\u2066-\\u2069]"));
    assertThat(published().toString())
        .contains("Rex Set-Cookie: a=b[2J", "W1 1AA", "1 High St London", "Sol aris", "15")
        .contains("Screen 1", "Odeon Ltd");
  }

  /// An id is what a record is recognised by: two that differ stay two, and the same one again is
  /// the same record.
  @Test
  void ids_with_such_characters_stay_distinct_and_lasting() {
    String[] lines = {
      SOLARIS,
      REX,
      show("a\\tb", "2026-07-01T19:30"),
      show("a\\nb", "2026-07-02T19:30"),
      show("a b", "2026-07-03T19:30")
    };
    world.full(T1, lines);
    List<String> ids = world.showtimes().stream().map(Showtime::id).toList();
    assertThat(ids).hasSize(3);
    assertThat(world.showtimeNames())
        .contains("a b")
        .anyMatch(id -> id.matches("a\ufffdb…#[0-9a-f]{24}"));

    world.full(T2, lines);
    assertThat(world.showtimes().stream().map(Showtime::id)).containsExactlyElementsOf(ids);

    world.delta(
        "2026-03-04T06:00:00Z",
        "{\"type\":\"withdrawn\",\"kind\":\"showtime\",\"externalId\":\"a\\tb\"}");
    assertThat(world.showtimes().stream().map(Showtime::id))
        .containsExactlyElementsOf(ids.subList(1, 3));
  }

  @Test
  void a_feed_that_covers_a_cinema_by_such_an_id_speaks_for_it() {
    String[] lines = {
      SOLARIS,
      REX.replace("\"rex\"", "\"re\\tx\""),
      show("a", "2026-07-01T19:30").replace("\"rex\"", "\"re\\tx\""),
      show("b", "2026-07-02T19:30").replace("\"rex\"", "\"re\\tx\"")
    };
    world.covering(T1, "{\"cinemas\":[\"re\\tx\"]}", lines);
    world.covering(T2, "{\"cinemas\":[\"re\\tx\"]}", lines[0], lines[1], lines[2]);
    assertThat(world.showtimeNames()).containsExactly("a");
  }

  @Test
  void a_name_of_which_nothing_is_left_is_refused_and_an_optional_text_dropped() {
    var run =
        world.full(
            T1,
            SOLARIS.replace("}", ",\"certification\":\"\\u202e\"}"),
            REX,
            cinema("dark", "\\u202e\\r\\n", "\"postcode\":\"W1 1AB\","),
            show("a", "2026-07-01T19:30", ",\"screen\":{\"name\":\"\\u0007\"}"));
    assertThat(run.count(Code.MEMBER_INVALID)).isEqualTo(1);
    assertThat(run.count(Code.TEXT_CLEANED)).isEqualTo(3);
    assertThat(world.showtimes()).singleElement().extracting(Showtime::screenName).isNull();
    assertThat(world.listings().films()).singleElement().extracting(Film::certification).isNull();
  }

  /// Joiners and the plain marks of direction belong to the writing.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d👩\u200d👧",
        "שלום \u200f(2024)\u200e",
        "\u061cعربي",
        "a\u00adb",
        "日本"
      })
  void a_title_keeps_what_its_writing_needs(String title) {
    var run = world.full(T1, SOLARIS.replace("Solaris", title), REX, show("a", "2026-07-01T19:30"));
    assertThat(run.count(Code.TEXT_CLEANED)).isZero();
    assertThat(world.listings().films()).singleElement().extracting(Film::title).isEqualTo(title);
  }

  record Shape(String name, FeedReader reader, String feed) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Shape> formats() {
    return Stream.of(
        new Shape(
            "clusterflick",
            new ClusterflickReader(),
            """
            [{"title":"Sol\\u202earis","url":"https://rex.example/s","overview":{"directors":[]},
              "performances":[{"time":1782900000000,"bookingUrl":"javascript:alert(1)","screen":"One\\u0007"}]}]
            """),
        new Shape(
            "icalendar",
            new ICalendarReader(),
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VEVENT
            UID:1
            DTSTART:20260701T193000
            SUMMARY:Sol\u202earis
            URL:javascript:alert(1)
            END:VEVENT
            END:VCALENDAR
            """),
        new Shape(
            "schema.org",
            new SchemaOrgReader(),
            """
            [{"@context":"https://schema.org","@type":"ScreeningEvent","name":"Sol\\u202earis",
              "startDate":"2026-07-01T19:30","url":"javascript:alert(1)",
              "location":{"@type":"MovieTheater","name":"Rex"}}]
            """));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void each_format_is_cleaned_by_the_same_rule(Shape shape) {
    var run =
        world.take(
            shape.reader(),
            "rex",
            Shrinking.REFUSED,
            List.of(World.part(shape.feed().getBytes(UTF_8))),
            VENUE,
            Instant.parse(T1));
    assertThat(run.count(Code.TEXT_CLEANED)).isPositive();
    assertThat(run.count(Code.OPTIONAL_MEMBER_DROPPED)).isEqualTo(1);
    assertThat(world.showtimes()).singleElement().extracting(Showtime::bookingUrl).isNull();
    assertThat(published().toString()).contains("Solaris").doesNotContain("\u202e", "\u0007");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)", "JavaScript:alert(1)", "vbscript:x", "data:text/html,%3Cscript%3E",
        "file:///etc/passwd", "blob:https://rex.example/1", "ftp://rex.example/",
            "mailto:a@rex.example",
        "https:rex.example", "https:///rex", "http://"
      })
  void an_address_that_is_no_web_page_is_dropped_with_a_notice(String address) {
    var run =
        world.full(
            T1,
            "{\"type\":\"chain\",\"externalId\":\"c\",\"name\":\"C\",\"websiteUrl\":\"%s\"}"
                .formatted(address),
            SOLARIS.replace("}", ",\"posterUrl\":\"%s\"}".formatted(address)),
            REX.replace("\"timeZone\"", "\"chain\":\"c\",\"timeZone\""),
            show("a", "2026-07-01T19:30", ",\"bookingUrl\":\"%s\"".formatted(address)));
    assertThat(run.count(Code.OPTIONAL_MEMBER_DROPPED)).isEqualTo(3);
    assertThat(published().toString()).doesNotContain(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://rex.example", "HTTPS://REX.example/a?b#c", "https://[::1]:8080/"})
  void an_address_of_a_web_page_is_published_as_it_is(String address) {
    world.full(
        T1,
        SOLARIS,
        REX,
        show("a", "2026-07-01T19:30", ",\"bookingUrl\":\"%s\"".formatted(address)));
    assertThat(world.showtimes())
        .singleElement()
        .extracting(Showtime::bookingUrl)
        .isEqualTo(address);
  }
}
