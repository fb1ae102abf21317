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
  void it_survives_exceptions_and_a_lack_of_memory_or_of_stack() {
    assertSurvives(new IllegalStateException("a fault"));
    assertSurvives(new StackOverflowError());
    assertSurvives(new OutOfMemoryError("Java heap space"));
  }

  @Test
  void it_survives_when_there_is_no_memory_for_the_line_either() {
    assertSurvives(
        new OutOfMemoryError() {
          @Override
          public String getMessage() {
            throw new OutOfMemoryError("for the log either");
          }
        });
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

  private static void assertSurvives(Error failure) {
    assertSurvives(() -> {
      throw failure;
    });
  }

  private static void assertSurvives(Runnable work) {
    assertThatCode(new Round(LOG, "it failed", work)::run).doesNotThrowAnyException();
  }
}
