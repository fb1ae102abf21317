package org.marquee.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.marquee.TestData;
import org.marquee.conformance.Client.Answer;
import tools.jackson.databind.JsonNode;

/// Which date-times are accepted (docs/api.md, "Date-times").
@ExtendWith(Town.Tour.class)
@ResourceLock(Town.CLIENT)
class DateTimesTest {
  private static final Pattern GRAMMAR =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]+)?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])");

  private final Town town;

  DateTimesTest(Town town) {
    this.town = town;
  }

  private static boolean isDateTime(String text) {
    Matcher matcher = GRAMMAR.matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    try {
      LocalDate.of(
          Integer.parseInt(matcher.group(1)),
          Integer.parseInt(matcher.group(2)),
          Integer.parseInt(matcher.group(3)));
      return true;
    } catch (DateTimeException _) {
      return false;
    }
  }

  /// Asks with the same text at both ends: where it is a date-time, the window is empty.
  private void assertJudged(String text) {
    if (text.isEmpty()) {
      return;
    }
    String value = Query.encode(text).replace("+", "%20").replace("%2B", "+");
    Answer answer = town.get("/v1/showtimes?startsAfter=" + value + "&startsBefore=" + value);
    assertThat(answer.violations())
        .as(text)
        .isEqualTo(
            isDateTime(text)
                ? List.of("startsBefore window_empty")
                : List.of("startsAfter malformed", "startsBefore malformed"));
  }

  @Test
  void the_vectors_of_json_schema_are_judged_by_the_stricter_grammar() throws IOException {
    JsonNode groups =
        Feed.JSON.readTree(
            Files.readString(
                TestData.find("vectors/json-schema-test-suite/draft2020-12/date-time.json")));
    int judged = 0;
    for (JsonNode each : groups.at("/0/tests")) {
      if (each.get("data").isString()) {
        String text = each.get("data").asString();
        assertJudged(text);
        judged++;
        if (!each.get("valid").booleanValue() && GRAMMAR.matcher(text).matches()) {
          assertThat(isDateTime(text)).as(text).isFalse();
        }
      }
    }
    assertThat(judged).isGreaterThan(10);
  }

  @Test
  void mutated_date_times_are_judged_by_the_grammar() {
    Random random = new Random(Town.SEED);
    List<String> seeds =
        List.of(
            "2026-03-20T18:00:00Z",
            "2024-02-29T23:59Z",
            "2026-12-31T23:59:59.999999999999+23:59",
            "1900-02-28T00:00:00-00:00",
            "2000-02-29T09:30:01.5-11:30",
            "0000-01-01T00:00+23:59",
            "9999-12-31T23:59:59.9999999-23:59");
    seeds.forEach(this::assertJudged);
    String letters = "0123456789-+:.TZtz 29";
    for (int time = 0; time < 900; time++) {
      StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
      for (int change = 1 + random.nextInt(2); change > 0; change--) {
        int at = random.nextInt(text.length());
        char letter = letters.charAt(random.nextInt(letters.length()));
        switch (random.nextInt(4)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, letter);
          default -> text.setCharAt(at, letter);
        }
      }
      assertJudged(text.toString());
    }
  }

  @Test
  void the_first_and_the_last_years_have_no_showtimes() {
    for (String window :
        List.of(
            "startsAfter=0000-01-01T00:00%2B23:59&startsBefore=0000-01-02T00:00Z",
            "startsAfter=0000-02-29T00:00:00Z&startsBefore=0000-03-01T00:00:00Z",
            "startsAfter=9999-12-31T00:00:00Z&startsBefore=9999-12-31T23:59:59.9999999-23:59",
            "startsAfter=1582-10-04T00:00Z&startsBefore=1582-10-20T00:00Z")) {
      Answer answer = town.get("/v1/showtimes?" + window);
      assertThat(answer.status()).as(window + answer).isEqualTo(200);
      assertThat(answer.json().get("data").isEmpty()).isTrue();
    }
  }
}
