package org.marquee.app.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class PeriodTest {
  @ParameterizedTest
  @CsvSource({"30s, PT30S", "15m, PT15M", "24h, PT24H", "7d, PT168H", "' 0s ', PT0S"})
  void durations_are_written_as_on_the_command_line(String text, Duration duration) {
    assertThat(Period.read(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "30", "s", "-1s", "1.5s", "1 s", "1w", "9999999s"})
  void anything_else_is_wrong_usage(String text) {
    assertThatThrownBy(() -> Period.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("such as 30s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "1s", "60s", "90s", "2m", "24h", "36h", "7d"})
  void a_duration_is_written_so_that_it_reads_the_same(String text) {
    Duration duration = Period.read(text);
    assertThat(Period.read(Period.write(duration))).isEqualTo(duration);
    assertThat(Period.write(Duration.ofHours(24))).isEqualTo("1d");
  }
}
