package org.marquee.listing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.Rounds;
import org.marquee.TestData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@NullMarked
class TimestampsTest {
  private static final long SEED = 20260301;

  /// A second version of the interface's grammar.
  private static final Pattern GRAMMAR =
      Pattern.compile(
          "\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)");

  @ParameterizedTest
  @CsvSource({
    "2026-03-01T18:00Z, 2026-03-01T18:00:00Z, 0",
    "2026-03-01T18:00:30+01:00, 2026-03-01T17:00:30Z, 60",
    "2026-03-01T18:00:30.25-05:30, 2026-03-01T23:30:30.250Z, -330",
    "2024-02-29T00:00:00.123456789Z, 2024-02-29T00:00:00.123456Z, 0",
    "0000-01-01T00:00Z, 0000-01-01T00:00:00Z, 0",
    "9999-12-31T23:59:59.999999-23:59, +10000-01-01T23:58:59.999999Z, -1439",
    "2026-03-01T18:00:00-00:00, 2026-03-01T18:00:00Z, 0"
  })
  void a_timestamp_is_the_instant_and_the_offset_it_says(
      String text, Instant instant, int offsetMinutes) {
    assertThat(Timestamps.read(text)).contains(new Timestamps.Written(instant, offsetMinutes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2026-03-01T18:00:00Z ", " 2026-03-01T18:00:00Z"})
  @Cases(
      """
      2026-03-01 | 2026-03-01T18:00 | 2026-03-01t18:00Z | 2026-03-01T18:00z | 2026-03-01 18:00Z
      2026-02-29T18:00Z | 1900-02-29T18:00Z | 2026-13-01T18:00Z | 2026-00-01T18:00Z
      2026-03-00T18:00Z | 2026-04-31T18:00Z | 2026-03-01T24:00Z | 2026-03-01T18:60Z
      2026-03-01T18:00:60Z | 2026-03-01T18:00:00.Z | 2026-03-01T18:00.5Z | 2026-03-01T18:00:00+1:00
      2026-03-01T18:00:00+0100 | 2026-03-01T18:00:00+24:00 | 2026-03-01T18:00:00+01:60
      2026-03-01T18:00:00 01:00 | +2026-03-01T18:00:00Z | 20260-03-01T18:00:00Z
      ２026-03-01T18:00:00Z | 2026-03-01T18:00:00\u2212 01:00
      """)
  void what_is_not_of_the_grammar_is_no_timestamp(String text) {
    assertThat(Timestamps.read(text)).isEmpty();
    assertThat(Timestamps.readBound(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-01T18:00:00.0000001Z, 2026-03-01T18:00:00.000001Z",
    "2026-03-01T18:00:00.9999999Z, 2026-03-01T18:00:01Z",
    "2026-03-01T18:00:00.1234560000Z, 2026-03-01T18:00:00.123456Z",
    "2026-03-01T18:00:00.12345600000000000000000000001Z, 2026-03-01T18:00:00.123457Z"
  })
  void digits_beyond_microseconds_round_a_bound_up(String text, Instant bound) {
    assertThat(Timestamps.readBound(text)).contains(bound);
  }

  @Test
  void every_instant_that_is_written_is_read_back() {
    SplittableRandom random = new SplittableRandom(SEED);
    long first = Instant.parse("0000-01-02T00:00:00Z").getEpochSecond();
    long last = Instant.parse("9999-12-30T00:00:00Z").getEpochSecond();
    for (int round = 0; round < Rounds.of(4_000); round++) {
      int micros = random.nextInt(4) == 0 ? random.nextInt(1_000_000) : 0;
      Instant instant = Instant.ofEpochSecond(random.nextLong(first, last), micros * 1000L);
      int offset = random.nextInt(-18 * 60, 18 * 60 + 1);
      String text = Timestamps.write(instant, offset);
      assertThat(Timestamps.read(text))
          .as("seed %d: %s", SEED, text)
          .contains(new Timestamps.Written(instant, offset));
      assertThat(OffsetDateTime.parse(text))
          .isEqualTo(instant.atOffset(ZoneOffset.ofTotalSeconds(offset * 60)));
    }
  }

  @Test
  void mutations_are_read_as_java_reads_them_where_the_grammar_allows_them() {
    SplittableRandom random = new SplittableRandom(SEED);
    String letters = "0123456789-:TZtz+. ";
    String[] patterns = {
      "2026-02-28T23:59:59Z", "2024-02-29T12:30+05:45", "1999-12-31T00:00:00.5-11:00"
    };
    int sound = 0;
    for (int round = 0; round < Rounds.of(5_000); round++) {
      StringBuilder text = new StringBuilder(patterns[random.nextInt(patterns.length)]);
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(text.length());
        char letter = letters.charAt(random.nextInt(letters.length()));
        switch (random.nextInt(4)) {
          case 0 -> text.insert(at, letter);
          case 1 -> text.deleteCharAt(at);
          default -> text.setCharAt(at, letter);
        }
      }
      boolean expected = GRAMMAR.matcher(text).matches() && isDate(text.substring(0, 10));
      var read = Timestamps.read(text.toString());
      assertThat(read.isPresent()).as("seed %d: %s", SEED, text).isEqualTo(expected);
      if (expected && Math.abs(read.orElseThrow().offsetMinutes()) <= 18 * 60) {
        sound++;
        assertThat(read.orElseThrow().instant())
            .isEqualTo(
                OffsetDateTime.parse(text)
                    .toInstant()
                    .truncatedTo(java.time.temporal.ChronoUnit.MICROS));
      }
    }
    assertThat(sound).isGreaterThan(250);
  }

  private static boolean isDate(String text) {
    try {
      DateTimeFormatter.ISO_LOCAL_DATE
          .withResolverStyle(java.time.format.ResolverStyle.STRICT)
          .parse(text);
      return true;
    } catch (java.time.DateTimeException _) {
      return false;
    }
  }

  @Test
  void the_vectors_of_json_schema_hold_but_for_what_the_interface_narrows() throws Exception {
    JsonNode groups =
        JsonMapper.shared()
            .readTree(
                TestData.find("vectors/json-schema-test-suite/draft2020-12/date-time.json")
                    .toFile());
    int compared = 0;
    for (JsonNode group : groups) {
      for (JsonNode test : group.get("tests")) {
        if (test.get("data").isString()) {
          String text = test.get("data").asString();
          boolean narrowed = text.contains("t") || text.contains("z") || text.contains(":60");
          // Seconds are optional in the interface, required in RFC 3339.
          boolean widened = text.matches("[^.]*T\\d\\d:\\d\\d(Z|[+-].*)");
          if (!widened) {
            assertThat(Timestamps.read(text).isPresent())
                .as(text)
                .isEqualTo(test.get("valid").asBoolean() && !narrowed);
            compared++;
          }
        }
      }
    }
    assertThat(compared).isGreaterThan(20);
  }

  @ParameterizedTest
  @CsvSource({"2026-03-29T01:30, 2026-03-29T01:30", "2026-03-29T01:30:15, 2026-03-29T01:30:15"})
  void a_local_time_has_no_offset(String text, LocalDateTime time) {
    assertThat(Timestamps.readLocal(text)).contains(time);
  }

  @ParameterizedTest
  @Cases(
      """
      2026-03-29T01:30Z | 2026-03-29T01:30:15.5 | 2026-03-29 | 2026-02-30T10:00 | 2026-03-29T1:30
      """)
  void what_is_no_local_time_is_not_read_as_one(String text) {
    assertThat(Timestamps.readLocal(text)).isEmpty();
  }

  @Test
  void a_fraction_is_written_only_where_there_is_one() {
    assertThat(Timestamps.write(Instant.parse("2026-03-01T18:00:00Z")))
        .isEqualTo("2026-03-01T18:00:00Z");
    assertThat(Timestamps.write(Instant.parse("2026-03-01T18:00:00.000100Z")))
        .isEqualTo("2026-03-01T18:00:00.0001Z");
    assertThat(Timestamps.write(Instant.parse("2026-03-01T18:00:00Z"), -210))
        .isEqualTo("2026-03-01T14:30:00-03:30");
  }
}
