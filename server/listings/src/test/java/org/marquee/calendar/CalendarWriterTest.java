package org.marquee.calendar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import biweekly.Biweekly;
import biweekly.ICalVersion;
import biweekly.ICalendar;
import biweekly.component.VEvent;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Location;
import org.marquee.listing.Window;

/// Calendars, read again by biweekly.
@NullMarked
class CalendarWriterTest {
  private static final String[] PIECES = {
    "a", "Gulls", " ", ",", ";", ":", "\\",
    "\\n", "\\\\", "\"", "\n", "é", "ß", "🎬",
    "映画の夜", "\u2028", "BEGIN:VEVENT", "END:VCALENDAR", "=", "\t", "'"
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
    return "<" + text + ">";
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
        new CalendarEvent.Venue(
            "Rex", new Location("GB", "Bay", "SX3", null, 1e-5, -0.125), "Screen 1"),
        "https://rex.example/book?a=1,2;b",
        Attributes.of(Attribute.IMAX, Attribute.Q_AND_A));
  }

  private static byte[] write(CalendarEvent... events) {
    return CalendarWriter.write(new Calendars.Contents("Rex", List.of(events)), RANGE);
  }

  private static ICalendar read(byte[] calendar) {
    ICalendar read = Biweekly.parse(new String(calendar, UTF_8)).first();
    assertThat(read.validate(ICalVersion.V2_0)).isEmpty();
    return read;
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
    byte[] calendar = CalendarWriter.write(new Calendars.Contents(name, events), RANGE);
    assertFolded(calendar);
    ICalendar read = read(calendar);
    assertThat(read.getNames()).extracting(each -> each.getValue()).containsExactly(name);
    List<VEvent> found = read.getEvents();
    assertThat(found).hasSameSizeAs(events);
    for (int at = 0; at < events.size(); at++) {
      CalendarEvent event = events.get(at);
      assertThat(found.get(at).getUid().getValue()).isEqualTo(event.id());
      assertThat(found.get(at).getSummary().getValue()).isEqualTo(event.title());
      // biweekly takes some times of the day before a clock change for times after it.
      if (!isBeforeClockChange(event)) {
        assertThat(found.get(at).getDateStart().getValue().toInstant()).isEqualTo(event.startsAt());
        assertThat(found.get(at).getDateEnd().getValue().toInstant())
            .isEqualTo(event.startsAt().plus(112, ChronoUnit.MINUTES));
      }
    }
  }

  private static boolean isBeforeClockChange(CalendarEvent event) {
    ZoneId zone = event.zone();
    ZoneOffsetTransition next =
        zone == null ? null : zone.getRules().nextTransition(event.startsAt());
    return next != null && next.getInstant().isBefore(event.startsAt().plus(1, ChronoUnit.DAYS));
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
  void a_long_line_is_folded_as_often_as_it_must() throws Exception {
    byte[] calendar = write(event("g".repeat(300), "2026-10-25T00:30:00Z", "Europe/London"));
    assertFolded(calendar);
    assertThat(new String(calendar, UTF_8))
        .contains("SUMMARY:" + "g".repeat(67) + "\r\n " + "g".repeat(74) + "\r\n g");
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
            DESCRIPTION:Screen 1\\nIMAX\\, Q&A\\nEnds at about this time\\, computed from the running time without advertisements.
            URL:https://rex.example/book?a=1,2;b
            CATEGORIES:IMAX,Q&A
            STATUS:CONFIRMED
            TRANSP:TRANSPARENT
            END:VEVENT
            """
                .replace("\n", "\r\n"));
    assertThat(read(write(event)).getEvents()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"IMAX, IMAX", "IMAX 2, IMAX 2", "Maximum, Maximum\\nIMAX"})
  void a_format_that_the_screen_is_called_by_is_said_once(String screen, String said)
      throws Exception {
    CalendarEvent event = event("Gulls", "2026-11-01T18:50:00Z", "Europe/London");
    CalendarEvent there =
        new CalendarEvent(
            event.id(),
            event.revision(),
            event.title(),
            event.startsAt(),
            event.zone(),
            null,
            new CalendarEvent.Venue("Rex", event.venue().location(), screen),
            null,
            Attributes.of(Attribute.IMAX));
    assertThat(text(there)).contains("DESCRIPTION:" + said + "\r\n", "CATEGORIES:IMAX\r\n");
  }

  @Test
  void a_line_cannot_be_broken_from_within() throws Exception {
    CalendarEvent event = event("a\r\nEND:VEVENT\u0000\u0007\rb", "2026-11-01T18:50:00Z", null);
    assertThat(text(event)).contains("SUMMARY:a\\nEND:VEVENT\\nb\r\n");
    read(write(event));
  }
}
