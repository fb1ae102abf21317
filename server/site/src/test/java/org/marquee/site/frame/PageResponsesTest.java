package org.marquee.site.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// The header fields of pages that need no service.
@NullMarked
class PageResponsesTest {
  @Test
  void nobody_shows_a_report_of_operators_in_a_frame() {
    assertThat(PageResponses.report(new byte[0]).field("Content-Security-Policy"))
        .hasValueSatisfying(policy -> assertThat(policy).endsWith("frame-ancestors 'none'"));
  }
}
