package org.marquee.background;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@NullMarked
class RoundTest {
  private static final Logger LOG = LoggerFactory.getLogger(RoundTest.class);

  @Test
  void it_survives_exceptions() {
    assertSurvives(new IllegalStateException("a fault"));
  }

  @Test
  void it_survives_nothing_worse() {
    Round round =
        new Round(
            LOG,
            "it failed",
            () -> {
              throw new NoClassDefFoundError("gone");
            });
    assertThatThrownBy(round::run).isInstanceOf(NoClassDefFoundError.class);
  }

  private static void assertSurvives(RuntimeException failure) {
    assertSurvives(() -> {
      throw failure;
    });
  }

  private static void assertSurvives(Runnable work) {
    assertThatCode(new Round(LOG, "it failed", work)::run).doesNotThrowAnyException();
  }
}
