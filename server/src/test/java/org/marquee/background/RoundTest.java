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
    assertSurvives(() -> {
      throw new IllegalStateException("a fault");
    });
    assertThrownIsSurvived(new StackOverflowError());
    assertThrownIsSurvived(new OutOfMemoryError("Java heap space"));
  }

  @Test
  void it_survives_when_there_is_no_memory_for_the_line_either() {
    assertThrownIsSurvived(
        new OutOfMemoryError() {
          @Override
          public String getMessage() {
            throw new OutOfMemoryError("for the log either");
          }
        });
  }

  @Test
  void it_survives_nothing_worse() {
    Error worse = new NoClassDefFoundError("gone");
    assertThatThrownBy(() -> round(worse).run()).isSameAs(worse);
  }

  private static void assertThrownIsSurvived(Error error) {
    assertThatCode(() -> round(error).run()).doesNotThrowAnyException();
  }

  private static void assertSurvives(Runnable work) {
    assertThatCode(() -> new Round(LOG, "it failed", work).run()).doesNotThrowAnyException();
  }

  private static Round round(Error error) {
    return new Round(
        LOG,
        "it failed",
        () -> {
          throw error;
        });
  }
}
