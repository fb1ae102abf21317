package org.marquee.calendar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.fortuna.ical4j.data.CalendarBuilder;
import net.fortuna.ical4j.model.Calendar;
import net.fortuna.ical4j.model.component.VEvent;
import net.fortuna.ical4j.model.property.DtEnd;
import net.fortuna.ical4j.model.property.DtStart;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Location;
import org.marquee.listing.Window;

/// Calendars, read again by ical4j, which rejects a whole calendar for one bad line.
@NullMarked
class CalendarWriterTest {
  private static final String[] PIECES = {
    "a",
    "Gulls",
    " ",
    ",",
    ";",
    ":",
    "\\",
    "\\n",
    "\\\\",
    "\"",
    "\n",
    "é",
    "ß",
    "🎬",
    "映画の夜",
    "\u2028",
    "BEGIN:VEVENT",
    "END:VCALENDAR",
    "=",
    "\t",
    "'"
  };

  private static final Calendars.Range RANGE = range("2026-10-20T00:00:00Z");

  private static Calendars.Range range(String from) {
    Instant after = Instant.parse(from);
    return new Calendars.Range(new Window(after, after.plus(Duration.ofDays(28))), after, 10_000);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int count = 1 + random.nextInt(30);
    for (int at = 0; at < count; at++) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    // ical4j drops spaces at the ends, and loses count of backslashes before what may be a line
    // end.
    return "<" + text.toString().replaceAll("\\\\+(?=[\\nn])", "") + ">";
  }

  private static CalendarEvent event(String title, String startsAt, @Nullable String zone) {
    return event("st_1", title, Instant.parse(startsAt), zone == null ? null : ZoneId.of(zone));
  }

  private static CalendarEvent event(
      String id, String title, Instant startsAt, @Nullable ZoneId zone) {
    return new CalendarEvent(
        id,
        new CalendarEvent.Revision(2, Instant.EPOCH, Instant.EPOCH.plusSeconds(1), false),
        title,
        startsAt,
        zone,
        112,
        new CalendarEvent.Place(
            "Rex", new Location("GB", "Bay", "SX3", null, 1e-5, -0.125), "Screen 1"),
        "https://rex.example/book?a=1,2;b",
        Attributes.of(Attribute.IMAX, Attribute.Q_AND_A));
  }

  private static byte[] write(CalendarEvent... events) {
    return CalendarWriter.write(new CalendarContents("Rex", List.of(events)), RANGE);
  }

  private static Calendar read(byte[] calendar) throws Exception {
    Calendar read = new CalendarBuilder().build(new ByteArrayInputStream(calendar));
    assertThat(read.validate().hasErrors()).as(read.validate().toString()).isFalse();
    return read;
  }

  private static String value(VEvent event, String property) {
    return event.getRequiredProperty(property).getValue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void any_text_and_any_start_is_read_as_it_was(long seed) throws Exception {
    Random random = new Random(seed);
    List<String> zones = List.of("Europe/London", "America/New_York", "Asia/Kolkata", "UTC");
    List<CalendarEvent> events = new ArrayList<>();
    for (int at = 0; at < 60; at++) {
      Instant start = RANGE.window().after().plusSeconds(random.nextInt(28 * 86_400));
      ZoneId zone =
          random.nextInt(5) == 0 ? null : ZoneId.of(zones.get(random.nextInt(zones.size())));
      events.add(event("st_" + at, text(random), start, zone));
    }
    String name = text(random);
    byte[] calendar = CalendarWriter.write(new CalendarContents(name, events), RANGE);
    assertFolded(calendar);
    Calendar read = read(calendar);
    assertThat(read.getRequiredProperty("NAME").getValue()).isEqualTo(name);
    List<VEvent> found = read.getComponents("VEVENT");
    assertThat(found).hasSameSizeAs(events);
    for (int at = 0; at < events.size(); at++) {
      CalendarEvent event = events.get(at);
      assertThat(value(found.get(at), "UID")).isEqualTo(event.id());
      assertThat(value(found.get(at), "SUMMARY")).isEqualTo(event.title());
      DtStart<Temporal> start = found.get(at).getRequiredProperty("DTSTART");
      assertThat(Instant.from(start.getDate())).isEqualTo(event.startsAt());
      DtEnd<Temporal> end = found.get(at).getRequiredProperty("DTEND");
      assertThat(Instant.from(end.getDate()))
          .isEqualTo(event.startsAt().plus(112, ChronoUnit.MINUTES));
    }
  }

  /// RFC 5545, 3.1: lines end with CRLF and have at most 75 octets, and none is cut within a
  /// letter.
  private static void assertFolded(byte[] calendar) throws Exception {
    String octets = new String(calendar, ISO_8859_1);
    assertThat(octets).endsWith("\r\n");
    for (String line : octets.substring(0, octets.length() - 2).split("\r\n", -1)) {
      assertThat(line).hasSizeBetween(1, 75).doesNotContain("\r", "\n");
      UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(line.getBytes(ISO_8859_1)));
    }
  }

  @Test
  void a_time_that_the_clock_shows_twice_is_written_so_that_it_is_read_as_what_it_is() {
    assertThat(text(event("First", "2026-10-25T00:30:00Z", "Europe/London")))
        .contains("DTSTART;TZID=Europe/London:20261025T013000\r\n");
    assertThat(text(event("Second", "2026-10-25T01:30:00Z", "Europe/London")))
        .contains("DTSTART:20261025T013000Z\r\n");
    assertThat(text(event("No zone", "2026-10-25T01:30:00Z", null)))
        .contains("DTSTART:20261025T013000Z\r\n")
        .doesNotContain("VTIMEZONE");
  }

  private static String text(CalendarEvent event) {
    return new String(write(event), UTF_8).replace("\r\n ", "");
  }

  @Test
  void a_zone_has_its_yearly_changes() {
    assertThat(text(event("Gulls", "2026-10-25T00:30:00Z", "Europe/London")))
        .contains(
            """
            BEGIN:VTIMEZONE
            TZID:Europe/London
            BEGIN:DAYLIGHT
            DTSTART:20250330T010000
            TZOFFSETFROM:+0000
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
            END:DAYLIGHT
            BEGIN:STANDARD
            DTSTART:20251026T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0000
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            END:STANDARD
            END:VTIMEZONE
            """
                .replace("\n", "\r\n"));
    assertThat(text(event("Gulls", "2026-10-25T00:30:00Z", "America/New_York")))
        .contains("BYMONTH=3;BYDAY=2SU", "BYMONTH=11;BYDAY=1SU");
    assertThat(text(event("Gulls", "2026-10-25T00:30:00Z", "Asia/Kolkata")))
        .contains("TZOFFSETTO:+0530")
        .doesNotContain("RRULE");
    assertThat(text(event("Gulls", "2026-10-25T00:30:00Z", "America/Nuuk")))
        .contains("DTSTART:2026")
        .doesNotContain("RRULE");
  }

  @Test
  void an_event_says_all_that_is_known() throws Exception {
    CalendarEvent event =
        event("Gulls, part 1; a \\ film", "2026-11-01T18:50:00Z", "Europe/London");
    assertThat(text(event))
        .contains(
            """
            BEGIN:VEVENT
            UID:st_1
            DTSTAMP:19700101T000000Z
            LAST-MODIFIED:19700101T000001Z
            SEQUENCE:2
            DTSTART;TZID=Europe/London:20261101T185000
            DTEND;TZID=Europe/London:20261101T204200
            SUMMARY:Gulls\\, part 1\\; a \\\\ film
            LOCATION:Rex\\, Bay\\, SX3
            GEO:0.000010;-0.125
            DESCRIPTION:Screen 1\\nIMAX\\, Q&A
            URL:https://rex.example/book?a=1,2;b
            CATEGORIES:IMAX,Q&A
            STATUS:CONFIRMED
            TRANSP:TRANSPARENT
            END:VEVENT
            """
                .replace("\n", "\r\n"));
    assertThat(read(write(event)).getComponents("VEVENT")).hasSize(1);
  }

  @Test
  void a_line_cannot_be_broken_from_within() throws Exception {
    CalendarEvent event = event("a\r\nEND:VEVENT\u0000\u0007\rb", "2026-11-01T18:50:00Z", null);
    assertThat(text(event)).contains("SUMMARY:a\\nEND:VEVENT\\nb\r\n");
    read(write(event));
  }
}
