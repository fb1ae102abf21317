package org.marquee.feed.schemaorg;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class StartsTest {
  @ParameterizedTest
  @CsvSource({
    "20250819T110000, 2025-08-19T11:00:00",
    "20250819 1100, 2025-08-19T11:00:00",
    "2025-08-19T11:00:00.000, 2025-08-19T11:00:00",
    "2025-12-31 24:00, 2026-01-01T00:00:00",
    "2025-08-19 7:00 PM, 2025-08-19T19:00:00",
    "2025-08-19t19:30z, 2025-08-19T19:30:00Z",
    "2025-08-19T19:30 +01, 2025-08-19T19:30:00+01:00",
    "20250819T193000-0530, 2025-08-19T19:30:00-05:30",
    "2025-08-19T24:00:00+02:00, 2025-08-20T00:00:00+02:00"
  })
  void starts_are_read_as_pages_write_them(String text, String meant) {
    assertThat(Starts.read(text)).isNotNull().extracting(start -> start.text()).isEqualTo(meant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2025-02-29T11:00",
        "2025-08-19",
        "20250819110000",
        "19/08/2025 11:00",
        "2025-13-01 11:00",
        "2025-08-19T25:15",
        "2025-08-19T19:30+19:00",
        "2025-08-19T19:30+01:60",
        "2025-08-19T19:30 CET"
      })
  void what_is_no_clear_start_is_none(String text) {
    assertThat(Starts.read(text)).isNull();
  }
}
