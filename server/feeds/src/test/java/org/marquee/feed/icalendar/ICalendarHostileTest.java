package org.marquee.feed.icalendar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.marquee.feed.Findings.REX;

import java.io.IOException;
import java.util.ArrayList;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.feed.BytesPart;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Findings;
import org.marquee.feed.UnreadableFeed;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;

/// Broken and malicious calendars.
@NullMarked
class ICalendarHostileTest {
  private static Findings read(String text) throws IOException {
    return Findings.of(new ICalendarReader(), REX, text.getBytes(UTF_8));
  }

  private static String calendar(String... lines) {
    return "BEGIN:VCALENDAR\r\n" + String.join("\r\n", lines) + "\r\nEND:VCALENDAR\r\n";
  }

  private static String event(String uid, String... lines) {
    return "BEGIN:VEVENT\r\nUID:"
        + uid
        + "\r\nSUMMARY:Solaris\r\n"
        + String.join("\r\n", lines)
        + "\r\nEND:VEVENT";
  }

  private static long showtimes(Findings findings) {
    return findings.records.stream().filter(record -> record.kind() == Kind.SHOWTIME).count();
  }

  @Test
  void a_calendar_may_be_in_utf_16() throws IOException {
    String text = calendar(event("1", "DTSTART:20260701T193000"));
    assertThat(Findings.of(new ICalendarReader(), REX, ("\uFEFF" + text).getBytes(UTF_16LE)).log)
        .isEqualTo(read(text).log);
    assertThat(read("\uFEFF" + text).log).isEqualTo(read(text).log);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREQ=DAILY",
        "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23",
        "FREQ=DAILY;COUNT=999999999",
        "FREQ=WEEKLY;UNTIL=99981231T000000Z"
      })
  void a_rule_that_never_ends_is_listed_up_to_the_horizon(String rule) throws IOException {
    Findings findings = read(calendar(event("1", "DTSTART:20150101T193000", "RRULE:" + rule)));
    assertThat(showtimes(findings)).isBetween(57L, (long) Recurrence.MOST);
    assertThat(findings.codes()).containsExactly(Code.SERIES_GOES_ON);
    assertThat(findings.headers.getFirst().mode().name()).isEqualTo("FULL");
  }

  @Test
  void rules_without_an_occurrence_come_to_an_end() throws IOException {
    for (String rule :
        new String[] {
          "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
          "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31",
          "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2;BYMONTHDAY=30",
          "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1",
          "FREQ=YEARLY;INTERVAL=9999"
        }) {
      Findings findings = read(calendar(event("1", "DTSTART:19700101T193000", "RRULE:" + rule)));
      assertThat(findings.lines()).as(rule).isEqualTo(2);
      assertThat(findings.leftOut).as(rule).hasSize(1);
    }
  }

  @Test
  void more_showings_than_a_cinema_has_are_refused() throws IOException {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 600; i++) {
      events.append(event("u" + i, "DTSTART:20250125T193000", "RRULE:FREQ=DAILY")).append("\r\n");
    }
    assertThat(read(calendar(events.toString())).unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
  }

  @Test
  void lines_without_end_are_refused() throws IOException {
    assertThat(read(calendar("X:" + "x".repeat(2 << 20))).unreadableCode())
        .isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read(calendar("X:" + "\r\n x".repeat(2 << 20))).unreadableCode())
        .isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read("BEGIN:VCALENDAR\r\n".repeat(100)).unreadableCode())
        .isEqualTo(Code.FEED_UNREADABLE);
  }

  @Test
  void a_calendar_that_would_fill_the_memory_is_refused() {
    CalendarFile.Extent almost = new CalendarFile.Extent(3, CalendarFile.MOST_CHARACTERS - 80);
    FeedSource.Part last = part(calendar(event("1", "DTSTART:20250125T193000")));
    assertThatThrownBy(() -> CalendarFile.read(last, new ArrayList<>(), almost))
        .isInstanceOf(UnreadableFeed.class)
        .hasMessageContaining("more than " + CalendarFile.MOST_CHARACTERS + " characters");
  }

  @Test
  void what_is_no_calendar_is_refused() throws IOException {
    assertThat(read("").unreadableCode()).isEqualTo(Code.FEED_EMPTY);
    assertThat(read("Solaris\n").unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
    assertThat(read("BEGIN:VEVENT\nEND:VEVENT\n").unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
    byte[] latin1 = calendar(event("1", "X:é")).getBytes(ISO_8859_1);
    assertThat(Findings.of(new ICalendarReader(), REX, latin1).unreadableCode())
        .isEqualTo(Code.FEED_NOT_TEXT);
  }

  @Test
  void a_calendar_cut_anywhere_changes_nothing() throws IOException {
    String whole = calendar(event("1", "DTSTART:20250125T193000")).strip();
    for (int length = 20; length < whole.length(); length++) {
      assertThat(read(whole.substring(0, length)).unreadableCode())
          .as("cut after %d", length)
          .isEqualTo(Code.FEED_CUT_OFF);
    }
    assertThat(showtimes(read(whole))).isEqualTo(1);
  }

  @Test
  void lines_may_end_in_any_way() throws IOException {
    String whole = calendar(event("1", "DTSTART:20250125T193000"));
    assertThat(showtimes(read(whole.replace("\r\n", "\n")))).isEqualTo(1);
    assertThat(showtimes(read(whole.replace("\r\n", "\r")))).isEqualTo(1);
    assertThat(showtimes(read("\uFEFF" + whole.replace("\r\n", "\n\n")))).isEqualTo(1);
  }

  @Test
  void only_calendars_are_recognised() throws IOException {
    assertThat(percent(calendar(event("1", "DTSTART:20250125T193000")))).isEqualTo(99);
    assertThat(percent(calendar("X:y"))).isEqualTo(90);
    assertThat(percent("{\"BEGIN\":\"VCALENDAR\"}")).isZero();
  }

  private static FeedSource.Part part(String text) {
    return new BytesPart("text", text.getBytes(UTF_8));
  }

  private static int percent(String text) throws IOException {
    return new ICalendarReader().recognise(FeedHead.of(part(text))).percent();
  }
}
