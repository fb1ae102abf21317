package org.marquee.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.ops.AlarmCode;
import org.marquee.store.run.PostgresAlarms.Event;
import org.marquee.store.run.PostgresAlarms.Phase;
import org.marquee.store.run.PostgresAlarms.Trouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// docs/alarms.md says what the program says.
@NullMarked
class AlarmsPageTest {
  private final String page;

  AlarmsPageTest() throws IOException {
    page = Files.readString(Repository.path("docs/alarms.md"));
  }

  @Test
  void the_page_has_each_alarm_with_what_it_means_and_what_to_do() {
    List<String> rows =
        page.lines().filter(line -> line.matches("\\| `[a-z_]+` \\|.*\\|.*\\|.*\\|")).toList();
    assertThat(rows).hasSameSizeAs(AlarmCode.values());
    for (AlarmCode code : AlarmCode.values()) {
      assertThat(rows)
          .anyMatch(row ->
              row.startsWith("| `" + code.word() + "` |")
                  && row.endsWith("| " + code.callers() + " | " + code.action() + " |"));
    }
  }

  @Test
  void the_example_is_what_is_sent() {
    Matcher example = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(example.find()).isTrue();
    JsonNode shown = JsonMapper.shared().readTree(example.group(1));
    Event event =
        new Event(
            UUID.fromString(shown.at("/data/alarm").asString()),
            Phase.BEGAN,
            new Trouble(
                shown.at("/data/code").asString(),
                shown.at("/data/subject").asString(),
                shown.at("/data/message").asString()),
            Instant.parse(shown.at("/timestamp").asString()),
            null);
    assertThat(JsonMapper.shared().readTree(AlarmMessages.of(event).body())).isEqualTo(shown);
    assertThat(AlarmMessages.of(event).text())
        .contains("\nCallers: They go on", "\nWhat to do: Check");
  }

  @Test
  void the_text_at_the_end_says_that_it_is_over_and_nothing_of_what_to_do() {
    Instant now = Instant.parse("2026-11-24T04:00:31Z");
    Trouble trouble = new Trouble("source_failed", "rex", "rex: the feed could not be fetched");
    Event event = new Event(new UUID(0, 1), Phase.ENDED, trouble, now, now.plusSeconds(60));
    assertThat(AlarmMessages.of(event).text())
        .startsWith("This is over: rex: the feed could not be fetched\n")
        .contains("Ended: 2026-11-24T04:01:31Z")
        .doesNotContain("They go on", "Check");
  }
}
