package org.marquee.notice;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@NullMarked
class CodeTest {
  @ParameterizedTest
  @EnumSource
  void every_code_says_what_was_found_and_what_became_of_it(Code code) {
    assertThat(code.title()).endsWith(".").hasSizeBetween(10, 120);
    assertThat(code.consequence()).endsWith(".").hasSizeBetween(10, 240);
  }

  @ParameterizedTest
  @EnumSource
  void what_concerns_a_whole_feed_changes_nothing(Code code) {
    if (code.name().startsWith("FEED_")) {
      assertThat(code.severity()).isEqualTo(Severity.ERROR);
      assertThat(code.consequence()).containsIgnoringCase("nothing was changed");
    }
  }
}
