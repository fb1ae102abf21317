package org.marquee.feed.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.feed.FeedStart;

@NullMarked
class TimePatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ISO | 2026-11-21T19:30 | 2026-11-21T19:30",
        "ISO | 2026-11-21 19:30:05 | 2026-11-21T19:30:05",
        "ISO | 2026-11-21T24:00 | 2026-11-22T00:00",
        "ISO | 2026-11-21T19:30:00.1234567 | 2026-11-21T19:30",
        "yyyy-MM-dd HH:mm | 2026-11-21 25:30 | 2026-11-22T01:30",
        "yyyyMMdd'T'HHmmss | 20250819T110000 | 2025-08-19T11:00",
        "yyyy-MM-dd h:mm a | 2026-11-21 7:00 PM | 2026-11-21T19:00",
        "yyyy-MM-dd h:mm a | 2026-11-21 12:05 am | 2026-11-21T00:05",
        "yyyy-MM-dd h:mm a | 2026-11-21 12:05 p.m. | 2026-11-21T12:05",
        "yyyy-MM-dd h:mma | 2026-11-21  7:00PM | 2026-11-21T19:00",
        "d MMM yyyy H:mm | 3 mar 2026 9:05 | 2026-03-03T09:05",
        "EEE d MMMM yyyy H:mm | Sat 21 November 2026 9:05 | 2026-11-21T09:05",
        "dd/MM/yy HH:mm | 21/11/26 19:30 | 2026-11-21T19:30"
      })
  void a_time_without_an_offset_is_the_cinemas(String pattern, String text, String expected)
      throws TimePattern.InvalidPattern {
    assertThat(TimePattern.ofTime(pattern, Locale.ENGLISH).time(text))
        .extracting(TimePattern.ParsedTime::start)
        .isEqualTo(new FeedStart.Local(LocalDateTime.parse(expected)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de | EE dd.MM.yyyy HH:mm | Mi 25.11.2026 20:00 | 2026-11-25T20:00",
        "de | EE dd.MM.yyyy HH:mm | Mi. 25.11.2026 20:00 | 2026-11-25T20:00",
        "de | EEE, dd.MM.yyyy HH:mm | MITTWOCH, 25.11.2026 20:00 | 2026-11-25T20:00",
        "de | d. MMM yyyy HH:mm | 25. Nov 2026 20:00 | 2026-11-25T20:00",
        "de | d. MMM yyyy HH:mm | 25. Nov. 2026 20:00 | 2026-11-25T20:00",
        "de | d. MMM yyyy HH:mm | 3. März 2026 20:00 | 2026-03-03T20:00",
        "cs | d. MMMM yyyy HH:mm | 25. listopadu 2026 20:00 | 2026-11-25T20:00",
        "fr | [EEE ]d MMMM yyyy HH:mm | mer 25 novembre 2026 20:00 | 2026-11-25T20:00",
        "fr | [EEE ]d MMMM yyyy HH:mm | 25 novembre 2026 20:00 | 2026-11-25T20:00",
        "en | yyyy-MM-dd m | 2026-11-25 1200 | 2026-11-25T20:00",
        "en | yyyy-MM-dd m | 2026-11-25 1470 | 2026-11-26T00:30"
      })
  void names_are_read_with_a_dot_or_without_and_minutes_alone_count_from_midnight(
      String language, String pattern, String text, String expected)
      throws TimePattern.InvalidPattern {
    assertThat(TimePattern.ofTime(pattern, Locale.of(language)).time(text))
        .extracting(TimePattern.ParsedTime::start)
        .isEqualTo(new FeedStart.Local(LocalDateTime.parse(expected)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de | EE dd.MM.yyyy HH:mm | Do 25.11.2026 20:00",
        "de | EE dd.MM.yyyy HH:mm | Mx 25.11.2026 20:00",
        "en | yyyy-MM-dd m | 2026-11-25 1800",
        "en | yyyy-MM-dd m | 2026-11-25 -1"
      })
  void a_wrong_day_and_minutes_beyond_a_night_are_none(String language, String pattern, String text)
      throws TimePattern.InvalidPattern {
    assertThat(TimePattern.ofTime(pattern, Locale.of(language)).time(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ISO | 2026-11-21T19:30Z | 2026-11-21T19:30:00Z | 0",
        "ISO | 2026-07-21T19:30:00+01:00 | 2026-07-21T18:30:00Z | 60",
        "ISO | 2026-07-21T19:30:00.000-0430 | 2026-07-22T00:00:00Z | -270",
        "yyyy-MM-dd HH:mmX | 2026-07-21 24:00+02 | 2026-07-21T22:00:00Z | 120",
        "epoch seconds | 1737747000 | 2025-01-24T19:30:00Z | 0",
        "epoch milliseconds | 1737747000000 | 2025-01-24T19:30:00Z | 0"
      })
  void a_time_with_an_offset_is_an_instant(String pattern, String text, String at, int offset)
      throws TimePattern.InvalidPattern {
    assertThat(TimePattern.ofTime(pattern, Locale.ENGLISH).time(text))
        .extracting(TimePattern.ParsedTime::start)
        .isEqualTo(new FeedStart.Exact(Instant.parse(at), offset));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          ISO; 2026-02-30T19:30 ~ 2026-11-21 ~ 2026-11-21T19:60 ~ 2026-11-21T30:00
          ISO; 2026-11-21T19:30 and more ~ 0000-11-21T19:30 ~ 9999-11-21T19:30
          ISO; 2026-11-21T19:30+18:01 ~ 2026-11-21T19:30:00-23:59 ~ 2026-11-21T19:30:00+51:00
          ISO; 2026-11-21T19:30:00+01:75 ~ x
          yyyy-MM-dd HH:mmX; 2026-11-21 19:30+32
          yyyy-MM-dd h:mm a; 2026-11-21 13:00 PM ~ 2026-11-21 0:30 PM ~ 2026-11-21 7:30
          EEE d MMMM yyyy H:mm; Sun 21 November 2026 9:05
          dd.MM.yyyy HH:mm; 31.11.2026 19:30
          epoch seconds; 1e9 ~ 999999999999999999
          epoch milliseconds; 2026-11-21
          """)
  void what_is_no_time_is_none(String pattern, String all) throws TimePattern.InvalidPattern {
    for (String text : all.split(" ~ ", -1)) {
      assertThat(TimePattern.ofTime(pattern, Locale.ENGLISH).time(text)).as(text).isNull();
    }
  }

  @Test
  void names_of_months_are_those_of_the_language() throws TimePattern.InvalidPattern {
    assertThat(TimePattern.ofDate("d MMMM yyyy", Locale.FRENCH).date("1 août 2026"))
        .hasToString("2026-08-01");
    assertThat(TimePattern.ISO_DATE.date("2026-08-01T00:00:00")).hasToString("2026-08-01");
    assertThat(TimePattern.ISO_DATE.date("2026-08-011")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HH:mmXXX", "HH:mm Z", "HH:mm[x]"})
  void a_time_of_day_has_no_offset(String pattern) {
    assertThatThrownBy(() -> TimePattern.ofClock(pattern, Locale.ENGLISH))
        .isInstanceOf(TimePattern.InvalidPattern.class)
        .hasMessage("has an offset, but no date");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "HH:mm, has no full date",
        "yyyy-MM HH:mm, has no full date",
        "yyyy-MM-dd, has no hour",
        "yyyy-MM-dd h:mm, without am or pm",
        "yyyy-MM-dd HH:mm VV, has a letter that means nothing here: V",
        "yyyy-MM-dd HH:mm 'open, has a letter that means nothing here: o",
        "yyyy-MM-dd HHHHHHH, is not a pattern",
        "'yyyy-MM-dd HH:mm', has no full date"
      })
  void text_that_is_no_pattern_is_reported(String pattern, String why) {
    assertThatThrownBy(() -> TimePattern.ofTime(pattern, Locale.ENGLISH))
        .isInstanceOf(TimePattern.InvalidPattern.class)
        .hasMessageContaining(why);
  }

  /// A pattern reads the times that it writes, to the minute.
  @Test
  void what_was_written_is_read_again() throws TimePattern.InvalidPattern {
    List<String> patterns =
        List.of(
            "yyyy-MM-dd HH:mm",
            "yyyy-MM-dd'T'HH:mm:ss",
            "yyyyMMdd'T'HHmmss",
            "d.M.yyyy H:mm",
            "MM/dd/yyyy h:mm a",
            "EEEE, d MMMM yyyy 'at' hh.mm a",
            "yyyy-MM-dd HH:mmXXX",
            "EEE MMM d yyyy HH:mm xx");
    Random random = new Random(42);
    for (int i = 0; i < 1000; i++) {
      OffsetDateTime written =
          OffsetDateTime.of(
              LocalDateTime.of(1901, 1, 1, 0, 0).plusMinutes(random.nextInt(100_000_000)),
              ZoneOffset.ofTotalSeconds((random.nextInt(105) - 48) * 900));
      String pattern = patterns.get(random.nextInt(patterns.size()));
      String text = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(written);
      FeedStart expected =
          pattern.matches(".*[Xx]+")
              ? new FeedStart.Exact(written.toInstant(), written.getOffset().getTotalSeconds() / 60)
              : new FeedStart.Local(written.toLocalDateTime());
      assertThat(TimePattern.ofTime(pattern, Locale.ENGLISH).time(text))
          .as("%s by %s", text, pattern)
          .extracting(TimePattern.ParsedTime::start)
          .isEqualTo(expected);
    }
  }

  @Test
  void any_text_is_a_time_or_none() throws TimePattern.InvalidPattern {
    String letters = "0123456789:-T Z+.PMapm\u00a0é";
    List<String> sound =
        List.of("2026-11-21T19:30:00Z", "2026-11-21 7:30 PM", "202611211930", "1795289400000");
    List<TimePattern> patterns =
        List.of(
            TimePattern.ISO,
            TimePattern.ofTime("yyyy-MM-dd h:mm a", Locale.ENGLISH),
            TimePattern.ofTime("yyyyMMddHHmm", Locale.ENGLISH),
            TimePattern.ofTime("epoch milliseconds", Locale.ENGLISH));
    int times = 0;
    int none = 0;
    for (int seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(sound.get(seed % sound.size()));
      for (int i = random.nextInt(3); i >= 0; i--) {
        char letter = letters.charAt(random.nextInt(letters.length()));
        text.setCharAt(random.nextInt(text.length()), letter);
      }
      TimePattern.ParsedTime read = patterns.get(seed % patterns.size()).time(text.toString());
      switch (read == null ? null : read.start()) {
        case null -> none++;
        case FeedStart.Exact(Instant instant, _) -> {
          times++;
          assertThat(instant.atOffset(ZoneOffset.UTC).getYear()).isBetween(0, 9999);
        }
        case FeedStart.Local(LocalDateTime time) -> {
          times++;
          assertThat(time.getYear()).isBetween(1, 9998);
        }
      }
    }
    assertThat(times).as("texts that are times").isGreaterThan(250);
    assertThat(none).as("texts that are none").isGreaterThan(250);
  }
}
