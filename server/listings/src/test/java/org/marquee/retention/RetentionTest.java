package org.marquee.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How limits are written.
@NullMarked
class RetentionTest {
  @Test
  void limits_are_an_age_a_size_or_both() {
    assertThat(Retention.USUAL.reports())
        .isEqualTo(new RetentionLimit(Duration.ofDays(30), 1 << 30));
    assertThat(Retention.bytes("500 MB, 12h"))
        .isEqualTo(new RetentionLimit(Duration.ofHours(12), 500 << 20));
    assertThat(Retention.rows("5000")).isEqualTo(new RetentionLimit(null, 5000));
    assertThat(Retention.rows("off")).isEqualTo(new RetentionLimit(null, Long.MAX_VALUE));
    assertThat(Retention.USUAL.audit())
        .isEqualTo(new RetentionLimit(Duration.ofDays(730), Long.MAX_VALUE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"30", "30d,", "30d,30d", "1GB,1GB", "-1d", "1.5GB", "0d", "forever"})
  void anything_else_is_wrong_usage(String text) {
    assertThatThrownBy(() -> Retention.bytes(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("such as 30d,1GB");
  }
}
