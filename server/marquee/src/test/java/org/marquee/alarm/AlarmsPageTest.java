package org.marquee.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.ops.Alarm;
import org.marquee.store.PostgresAlarms.Event;
import org.marquee.store.PostgresAlarms.Phase;
import org.marquee.store.PostgresAlarms.Trouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// docs/alarms.md says what the program says.
@NullMarked
class AlarmsPageTest {
  private final String page;

  AlarmsPageTest() throws IOException {
    page = Files.readString(Path.of("../../docs/alarms.md"));
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
  void every_alarm_of_status_is_sent() {
    assertThat(Arrays.stream(AlarmCode.values()).map(AlarmCode::word)).containsAll(Alarm.CODES);
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
  }
}
