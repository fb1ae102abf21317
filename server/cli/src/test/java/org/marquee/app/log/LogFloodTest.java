package org.marquee.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class LogFloodTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final LogFlood flood = new LogFlood();
  private final LoggerContext context = new LoggerContext();
  private final List<LoggingEvent> written = new ArrayList<>();

  private void log(String logger, Instant time) {
    LoggingEvent event =
        new LoggingEvent(
            "here", context.getLogger(logger), Level.WARN, "a client broke a rule", null, null);
    event.setInstant(time);
    if (flood.decide(event) != FilterReply.DENY) {
      written.add(event);
    }
  }

  @Test
  void a_flood_writes_so_many_lines_a_minute_and_says_what_it_left_out() {
    for (int number = 0; number < 1_000; number++) {
      log("io.netty.handler.ssl.SslHandler", NOON.plusMillis(number));
    }
    assertThat(written).hasSize(LogFlood.LINES);
    assertThat(written.getLast().getKeyValuePairs())
        .hasToString("[silentUntil=\"2026-03-01T12:01:00Z\"]");
    log("io.netty.handler.ssl.SslHandler", NOON.plus(Duration.ofMinutes(5)));
    assertThat(written.getLast().getKeyValuePairs())
        .hasToString("[leftOut=\"%d\"]".formatted(1_000 - LogFlood.LINES));
    log("io.netty.handler.ssl.SslHandler", NOON.plus(Duration.ofMinutes(5)));
    assertThat(written.getLast().getKeyValuePairs()).isNullOrEmpty();
  }

  @Test
  void one_logger_does_not_silence_another_and_schedules_and_our_faults_are_written_in_full() {
    for (int number = 0; number < 1_000; number++) {
      log("org.marquee.v1.Api", NOON);
    }
    log("org.marquee.node.DatabaseMonitor", NOON);
    assertThat(written).hasSize(LogFlood.LINES + 1);
    for (int number = 0; number < 1_000; number++) {
      log("org.marquee.app.feed.Collecting", NOON);
      log("org.marquee.http.connection.Exchange", NOON);
    }
    assertThat(written).hasSize(LogFlood.LINES + 2_001);
  }

  /// A class that moves would lose its lines in silence.
  @Test
  void each_class_that_is_written_in_full_is_there() {
    assertThat(LogFlood.IN_FULL)
        .filteredOn(name -> !name.endsWith("."))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(Class.forName(name)).hasToString("class " + name));
  }

  @Test
  void a_clock_that_is_set_back_does_not_silence_the_log() {
    log("org.marquee.v1.Api", NOON);
    for (int number = 0; number < 200; number++) {
      log("org.marquee.v1.Api", NOON.minus(Duration.ofHours(2)).plusSeconds(number * 2L));
    }
    assertThat(written).hasSize(201);
  }
}
