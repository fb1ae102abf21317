package org.marquee.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class PeriodTest {
  @ParameterizedTest
  @CsvSource({"30s, PT30S", "15m, PT15M", "24h, PT24H", "7d, PT168H", "' 0s ', PT0S"})
  void durations_are_written_as_on_the_command_line(String text, Duration duration) {
    assertThat(Period.read("NAME", text, Duration.ofDays(99))).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"30", "s", "-1s", "1.5s", "1 s", "1w", "9999999s"})
  void anything_else_is_wrong_usage(String text) {
    assertThatThrownBy(() -> Period.read("NAME", text, Duration.ZERO))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("NAME");
  }

  @Test
  void without_a_word_it_is_as_usual() {
    assertThat(Period.read("NAME", null, Duration.ofDays(1))).isEqualTo(Duration.ofDays(1));
    assertThat(Period.read("NAME", " ", Duration.ofDays(1))).isEqualTo(Duration.ofDays(1));
  }
}
