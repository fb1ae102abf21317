package org.marquee.app.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@NullMarked
class LogLinesTest {
  @Test
  void an_event_is_one_flat_object_a_line() {
    LoggingEvent event =
        new LoggingEvent(
            "here",
            new LoggerContext().getLogger("org.marquee.v1"),
            Level.ERROR,
            "it \"failed\"\nbadly",
            new IllegalStateException("why"),
            null);
    event.setInstant(Instant.parse("2026-03-01T06:00:00.123456Z"));
    event.addKeyValuePair(new KeyValuePair("requestId", "abc"));
    event.addKeyValuePair(new KeyValuePair("revision", 7L));
    event.addKeyValuePair(new KeyValuePair("took", 0.5));
    event.addKeyValuePair(new KeyValuePair("well", true));
    event.addKeyValuePair(new KeyValuePair("file", "https://u:p@a.example/?token=t\"&a=b"));
    String line = new String(new LogLines().encode(event), UTF_8);
    assertThat(line).endsWith("}\n").doesNotContain("badly\n\"").hasLineCount(1);
    JsonNode json = JsonMapper.shared().readTree(line);
    assertThat(json.get("time").asString()).isEqualTo("2026-03-01T06:00:00.123Z");
    assertThat(json.get("level").asString()).isEqualTo("ERROR");
    assertThat(json.get("message").asString()).isEqualTo("it \"failed\"\nbadly");
    assertThat(json.get("requestId").asString()).isEqualTo("abc");
    assertThat(json.get("revision").isIntegralNumber()).isTrue();
    assertThat(json.get("took").isNumber()).isTrue();
    assertThat(json.get("well").isBoolean()).isTrue();
    assertThat(json.get("file").asString()).isEqualTo("https://…@a.example/?token=…\"&a=b");
    assertThat(json.get("exception").asString()).contains("IllegalStateException: why");
  }
}
